import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { PRICE_RANGES } from '#contract/product-filter.ts';
import type { FacetCount, FacetCounts, FacetName } from '../search-index.ts';
import type { IndexColumns } from './columns.ts';
import { Counter } from './group-lists.ts';

/** Only the most frequent authors are counted out. */
const MAX_AUTHORS = 12;

/** Names an author's number, and puts two of them in the order of their slugs. */
export type AuthorNames = {
  find: (number: number) => { slug: string; name: string };
  compare: (a: number, b: number) => number;
};

/** How many of the ranks have each value of each facet; the ranks of a facet are those that `ranksOf` gives. */
export function countFacets(
  columns: IndexColumns,
  authors: AuthorNames,
  ranksOf: (facet: FacetName) => Uint32Array,
): FacetCounts {
  const [bySubject, byAuthor] = [ranksOf('subject'), ranksOf('author')];
  if (bySubject === byAuthor) columns.groupLists.count(bySubject, { subject: SUBJECTS, author: AUTHORS });
  else {
    columns.groupLists.count(bySubject, { subject: SUBJECTS });
    columns.groupLists.count(byAuthor, { author: AUTHORS });
  }
  return {
    subject: takeSubjects(columns),
    format: countFormats(columns, ranksOf('format')),
    language: countLanguages(columns, ranksOf('language')),
    author: takeAuthors(authors),
    price: countPrices(columns, ranksOf('price')),
  };
}

/** Where subjects and authors are counted, one search after the other. */
const [SUBJECTS, AUTHORS] = [new Counter(), new Counter()];

function takeSubjects({ subjects }: IndexColumns): FacetCount[] {
  const counted: FacetCount[] = [];
  SUBJECTS.finish((number, count) => counted.push({ value: subjects.texts[number]!, count }));
  return byCount(counted);
}

function takeAuthors(authors: AuthorNames): FacetCount[] {
  const first: { number: number; count: number }[] = [];
  AUTHORS.finish((number, found) => {
    if (first.length === MAX_AUTHORS && found < first.at(-1)!.count) return;
    const isBefore = (other: { number: number; count: number }) =>
      found > other.count || (found === other.count && authors.compare(number, other.number) < 0);
    if (first.length === MAX_AUTHORS && !isBefore(first.at(-1)!)) return;
    const place = first.findIndex(isBefore);
    first.splice(place < 0 ? first.length : place, 0, { number, count: found });
    if (first.length > MAX_AUTHORS) first.pop();
  });
  return first.map((one) => {
    const { slug, name } = authors.find(one.number);
    return { value: slug, count: one.count, name };
  });
}

function countLanguages({ language, languages }: IndexColumns, ranks: Uint32Array): FacetCount[] {
  const counts = new Uint32Array(languages.texts.length);
  for (const rank of ranks) counts[language[rank]!]! += 1;
  return byCount(Array.from(counts, (found, number) => ({ value: languages.texts[number]!, count: found })));
}

const LEAST_OF_RANGE = PRICE_RANGES.map((range) => Number.parseInt(range, 10) * 100);

function countPrices({ prices }: IndexColumns, ranks: Uint32Array): FacetCount[] {
  /** How many cost at least so much. */
  const counts = LEAST_OF_RANGE.map((least) => {
    let found = 0;
    for (const rank of ranks) if (prices[rank]! >= least) found += 1;
    return found;
  });
  return byCount(PRICE_RANGES.map((value, place) => ({ value, count: counts[place]! - (counts[place + 1] ?? 0) })));
}

function countFormats({ formats }: IndexColumns, ranks: Uint32Array): FacetCount[] {
  const counts = new Uint32Array(1 << ALL_FORMATS.length);
  for (const rank of ranks) counts[formats[rank]!]! += 1;
  const sum = (format: number) => counts.reduce((all, found, bits) => (bits & (1 << format) ? all + found : all), 0);
  return byCount(ALL_FORMATS.map((value, format) => ({ value, count: sum(format) })));
}

/** The values that occur, the most frequent first. */
function byCount(counts: readonly FacetCount[]): FacetCount[] {
  return counts.filter((one) => one.count > 0).toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
