import { parseIsbn } from './isbn.ts';

/** The most sample pages that an edition may have. */
export const MAX_SAMPLE_PAGES = 20;

/** A file's place among the sample pages of an edition: what its name says after the ISBN, or in a folder of that name. */
export type SampleName = { isbn: string; page: string };

/**
 * Which page of which edition a file is, by its path: `9780141439600-01.jpg`, the ISBN in any writing, or a name of any kind in a
 * folder `9780141439600`.
 */
export function parseSampleName(path: string): SampleName | undefined {
  const folders = path.split('/');
  const name = folders.pop()!.replace(/\.[^.]*$/, '');
  const [, code = '', page] = /^(.+)[-_ ](\d{1,3})$/.exec(name) ?? [];
  const isbn = parseIsbn(code);
  if (isbn !== undefined && page !== undefined) return { isbn, page };
  const folder = parseIsbn(folders.at(-1) ?? '');
  return folder === undefined ? undefined : { isbn: folder, page: name };
}

const NAMES = new Intl.Collator('en', { numeric: true });

/** The order of pages by their names, numbers by their value; 0 where two name the same place. */
export function comparePages(one: SampleName, other: SampleName): number {
  return NAMES.compare(one.page, other.page);
}
