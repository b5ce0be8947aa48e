import { formatSen } from '#domain/money.ts';
import { parseContributors, parseSubjects } from './csv-cells.ts';
import type { CsvRow } from './csv-columns.ts';
import { workKeyOf, type EditionRecord, type TitleRecord } from './import-title.ts';
import {
  readDate,
  readFormat,
  readIsbn,
  readLanguage,
  readPrice,
  readRequired,
  readText,
  readWhole,
  type Reading,
} from './read-cells.ts';

/** One row: what it says of its title, and its edition. `note` says what was changed to take it. */
export type CheckedRow = { title: Omit<TitleRecord, 'editions' | 'published'>; edition: EditionRecord; note?: string };

/** In bytes. Work keys are in a unique index, whose entries PostgreSQL bounds. */
const LONGEST_KEY = 2000;
/** Volumes sort the series in hundredths, which must fit a column. */
const LAST_VOLUME = 1_000_000;

/** Checks a row with bare cells. Answers the reasons, one sentence each, where it cannot be taken. */
export function checkRow(row: CsvRow): CheckedRow | { reason: string } {
  const reading: Reading = { row, faults: [] };
  const title = titleOf(reading);
  const { edition, note } = editionOf(reading);
  if (reading.faults.length === 0 && Buffer.byteLength(workKeyOf(title)) > LONGEST_KEY)
    return { reason: 'The title and its first contributor are too long together.' };
  if (reading.faults.length > 0) return { reason: reading.faults.join(' ') };
  return { title, edition, ...(note !== undefined && { note }) };
}

function titleOf(reading: Reading): CheckedRow['title'] {
  const work = readText(reading, 'work', LONGEST_KEY);
  return {
    ...(work && { work }),
    title: readRequired(reading, 'title', 500),
    subtitle: readText(reading, 'subtitle', 500),
    contributors: contributorsOf(reading),
    language: readLanguage(reading),
    description: readText(reading, 'description', 20_000),
    publisher: readText(reading, 'publisher', 200),
    imprint: readText(reading, 'imprint', 200),
    subjects: parseSubjects(readText(reading, 'subjects', 500)),
    series: seriesOf(reading),
    popularity: readWhole(reading, 'popularity'),
  };
}

function contributorsOf(reading: Reading): TitleRecord['contributors'] {
  const contributors = parseContributors(readText(reading, 'contributors', 2000));
  if (contributors.length === 0) reading.faults.push('There is no contributor.');
  if (contributors.some(({ name }) => name.length > 200))
    reading.faults.push('A contributor has more than 200 characters.');
  return contributors;
}

function seriesOf(reading: Reading): TitleRecord['series'] {
  const name = readText(reading, 'series', 200);
  const number = readText(reading, 'series_number', 20);
  if (Math.abs(Number.parseFloat(number)) > LAST_VOLUME) reading.faults.push(`No series has a volume ${number}.`);
  return name ? { name, number: number || null } : null;
}

function editionOf(reading: Reading): Pick<CheckedRow, 'edition' | 'note'> {
  readRequired(reading, 'list_price', 20);
  const listPrice = readPrice(reading, 'list_price');
  const forMembers = reading.row.member_price ? readPrice(reading, 'member_price') : listPrice;
  const edition: EditionRecord = {
    isbn: readIsbn(reading),
    format: readFormat(reading),
    listPrice,
    memberPrice: Math.min(forMembers, listPrice),
    stock: readWhole(reading, 'stock'),
    pages: readWhole(reading, 'pages') || null,
    published: readDate(reading),
  };
  if (forMembers <= listPrice) return { edition };
  return {
    edition,
    note: `The member price ${formatSen(forMembers)} is above the list price; it was cut to ${formatSen(listPrice)}.`,
  };
}
