import type { CheckedRow } from './check-csv-row.ts';
import { workKeyOf, type EditionRecord, type TitleRecord } from './import-title.ts';

/** A row that was not taken, or was taken with a change. `line` is where it begins in the file, the header being 1. */
export type Rejected = { line: number; title: string; reason: string };
export type RowOfFile = CheckedRow & { line: number };

/**
 * Rows become titles, in the order in which each first came. What a title's first row leaves empty is taken from
 * its next ones; it was published with its earliest edition. Of two rows for one edition the later is taken.
 */
export function joinRows(rows: readonly RowOfFile[]): { titles: TitleRecord[]; rejected: Rejected[] } {
  const { kept, rejected } = dropRepeated(rows);
  const byWork = Map.groupBy(kept, (row) => workKeyOf(row.title));
  return { titles: [...byWork.values()].map(titleOf), rejected };
}

function dropRepeated(rows: readonly RowOfFile[]): { kept: RowOfFile[]; rejected: Rejected[] } {
  const latest = new Map(rows.map((row) => [editionKey(row), row]));
  const rejected = rows.flatMap((row) => {
    const later = latest.get(editionKey(row))!;
    return later === row ? [] : { line: row.line, title: row.title.title, reason: repeated(row, later) };
  });
  return { kept: rows.filter((row) => latest.get(editionKey(row)) === row), rejected };
}

/** How the import knows an edition: by its ISBN, without one by title and format. */
function editionKey({ title, edition }: RowOfFile): string {
  return edition.isbn ?? `${workKeyOf(title)}|${edition.format}`;
}

function repeated(row: RowOfFile, later: RowOfFile): string {
  const { isbn, format } = row.edition;
  const what = isbn ? `ISBN ${isbn}` : `A ${format} of this title without an ISBN`;
  return `${what} is on line ${row.line} and again on line ${later.line}; line ${later.line} is taken.`;
}

function titleOf(rows: readonly RowOfFile[]): TitleRecord {
  const [first, ...others] = rows.map((row) => row.title) as [RowOfFile['title'], ...RowOfFile['title'][]];
  const editions = rows.map((row) => row.edition);
  const filled = others.reduce(fillFrom, first);
  return { ...filled, published: earliest(editions), editions };
}

function fillFrom(title: RowOfFile['title'], other: RowOfFile['title']): RowOfFile['title'] {
  return {
    ...title,
    subtitle: title.subtitle || other.subtitle,
    description: title.description || other.description,
    publisher: title.publisher || other.publisher,
    imprint: title.imprint || other.imprint,
    subjects: title.subjects.length > 0 ? title.subjects : other.subjects,
    series: title.series ?? other.series,
    popularity: title.popularity || other.popularity,
  };
}

function earliest(editions: readonly EditionRecord[]): string | null {
  return editions.flatMap((edition) => edition.published ?? []).toSorted()[0] ?? null;
}
