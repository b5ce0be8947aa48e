import { stringify } from 'csv-stringify/sync';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CSV_COLUMNS } from '../server/catalogue/csv-format.ts';
import { contributor, onixMessage, onixRecord, xmlOf } from '../tests/onix-writer.ts';
import { makeCatalogue, type MadeCatalogue, type MadeTitle } from './catalogue.ts';
import { makeWord, Random } from './random.ts';

/* Files of made titles, record by record: the same ones for the same number and seed. */

/** Of the seed, so that the titles of two seeds are different ones. */
function* editions(records: number, seed: number) {
  const random = new Random(seed);
  const words = Array.from({ length: 30_000 }, () => makeWord(random));
  const made = makeCatalogue(records, seed, words);
  let count = 0;
  for (const title of made.titles)
    for (const edition of title.editions) {
      if ((count += 1) > records) return;
      yield { made, title, edition, number: count };
    }
}

export type ImportFile = { kind: string; file: string; time: 'new' | 'again' | 'other prices' };

/** Files to import one after the other, each kind as new titles, unchanged, and with other prices. */
export async function* importFiles(
  folder: string,
  { kinds, records, seed }: { kinds: string; records: number; seed: number },
): AsyncGenerator<ImportFile> {
  for (const kind of kinds.split(',')) {
    const file = join(folder, kind === 'csv' ? 'books.csv' : 'message.xml');
    const write = async (raise: number) => {
      const text = (kind === 'csv' ? csvFile : onixFile)(records, seed, raise);
      await pipeline(Readable.from(text), createWriteStream(file));
    };
    await write(0);
    yield { kind, file, time: 'new' };
    yield { kind, file, time: 'again' };
    await write(10);
    yield { kind, file, time: 'other prices' };
  }
}

/** A catalogue file; its rows have 0.4 kB. Every price is higher by `raise` sen, every stock by a copy then. */
function* csvFile(records: number, seed: number, raise = 0): Generator<string> {
  yield stringify([CSV_COLUMNS as unknown as string[]]);
  let work = 0;
  const stockAsOf = new Date(STOCK_COUNTED + raise * 1000).toISOString();
  let last: MadeTitle | undefined;
  for (const { made, title, edition, number } of editions(records, seed)) {
    if (title !== last) work += 1;
    last = title;
    const row: Partial<Record<(typeof CSV_COLUMNS)[number], string | number>> = {
      work: `import-${seed}-${work}`,
      title: title.title,
      contributors: peopleOf(made, title)
        .map(({ name, role }) => `${name} (${role})`)
        .join('; '),
      format: edition.format,
      isbn: isbnOf(number, 2 * seed),
      list_price: ((edition.listPrice + raise) / 100).toFixed(2),
      member_price: ((edition.memberPrice + raise) / 100).toFixed(2),
      stock: edition.stock + Math.sign(raise),
      stock_as_of: stockAsOf,
      language: title.language,
      publisher: title.publisher,
      published: title.published,
      subjects: title.subjects.join(';'),
      series: title.series ? made.series[title.series.place]! : '',
      series_number: title.series?.number ?? '',
      pages: edition.pages,
      description: title.description,
      popularity: title.popularity,
    };
    yield stringify([CSV_COLUMNS.map((column) => row[column] ?? '')]);
  }
}

/** An ONIX message; its records have 2.5 kB, with descriptions as in the catalogue file. */
function* onixFile(records: number, seed: number, raise = 0): Generator<string> {
  const [start = '', end = ''] = onixMessage({ records: [''], sentAt: raise > 0 ? '20261102' : '20261101' }).split(
    /(?=<\/ONIXMessage>)/,
  );
  yield start;
  for (const { made, title, edition, number } of editions(records, seed + 1000)) {
    const people = peopleOf(made, title);
    const record = onixRecord({
      reference: `import-${seed}-${number}`,
      isbn: isbnOf(number, 2 * seed + 1),
      title: title.title,
      author: people[0]!.name,
      descriptive: people.slice(1).map(({ name }) => contributor('B06', name)),
      description: title.description,
      form: edition.format === 'hardback' ? 'BB' : 'BC',
      price: ((edition.listPrice + raise) / 100).toFixed(2),
    });
    yield xmlOf(['Product', record]);
  }
  yield end;
}

function peopleOf(made: MadeCatalogue, { contributors }: MadeTitle) {
  return contributors.map(({ place, role }) => ({ name: made.contributors[place]!, role }));
}

/** When the stock of the first file was counted, in milliseconds since 1970. */
const STOCK_COUNTED = Date.UTC(2026, 9, 1);

/** Numbers that no other made catalogue has, nor a file of another seed. */
function isbnOf(number: number, file: number): string {
  if (file >= 80) throw new RangeError('There are ISBNs for the seeds from 0 to 39 only.');
  const first12 = `979${String(100_000_000 + file * 10_000_000 + number)}`;
  const sum = [...first12].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return `${first12}${(10 - (sum % 10)) % 10}`;
}
