import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { isOffered } from '#domain/catalogue/subject.ts';
import { PRICE_RANGES } from '#contract/product-filter.ts';
import { MAX_FACET_AUTHORS, type FacetCount, type FacetCounts, type FacetName } from '../search-index.ts';
import type { IndexColumns } from './columns.ts';
import { Counter } from './group-lists.ts';

/** Names an author's number, and puts two of them in the order of their slugs. */
export type AuthorNames = {
  find: (number: number) => { slug: string; name: string };
  compare: (a: number, b: number) => number;
};

/**
 * Whose facets are counted: the chosen subjects, beside which others are offered, the numbers of the chosen authors, and the
 * ranks of each facet.
 */
export type Counted = {
  subjects: readonly string[];
  authors: readonly number[];
  ranksOf: (facet: FacetName) => Uint32Array;
};
type AuthorCount = { number: number; count: number };

/** How many of the ranks have each value of each facet. */
export class Facets {
  readonly #columns: IndexColumns;
  readonly #authors: AuthorNames;
  readonly #counter = new Counter();

  constructor(columns: IndexColumns, authors: AuthorNames) {
    [this.#columns, this.#authors] = [columns, authors];
  }

  count({ subjects, authors, ranksOf }: Counted): FacetCounts {
    return {
      subject: this.#countSubjects(ranksOf('subject'), subjects),
      format: countFormats(this.#columns, ranksOf('format')),
      language: countLanguages(this.#columns, ranksOf('language')),
      author: this.#countAuthors(ranksOf('author'), authors),
      price: countPrices(this.#columns, ranksOf('price')),
    };
  }

  /** Of thousands of subjects those that are shown. */
  #countSubjects(ranks: Uint32Array, chosen: readonly string[]): FacetCount[] {
    const { groupLists, subjects } = this.#columns;
    const counted: FacetCount[] = [];
    this.#counter.count(groupLists.gather('subject', ranks), (number, count) => {
      const value = subjects.texts[number]!;
      if (isOffered(value, chosen)) counted.push({ value, count });
    });
    return byCount(counted);
  }

  /** The chosen authors and the most frequent others. */
  #countAuthors(ranks: Uint32Array, wanted: readonly number[]): FacetCount[] {
    const authors = this.#authors;
    const inOrder = (a: AuthorCount, b: AuthorCount) => b.count - a.count || authors.compare(a.number, b.number);
    const chosen: AuthorCount[] = [];
    const first: AuthorCount[] = [];
    let last: AuthorCount | undefined;
    this.#counter.count(this.#columns.groupLists.gather('author', ranks), (number, count) => {
      const one = { number, count };
      if (wanted.includes(number)) return void chosen.push(one);
      if (last && inOrder(one, last) > 0) return;
      const place = first.findIndex((other) => inOrder(one, other) < 0);
      first.splice(place < 0 ? first.length : place, 0, one);
      if (first.length > MAX_FACET_AUTHORS) first.pop();
      if (first.length === MAX_FACET_AUTHORS) last = first.at(-1)!;
    });
    const others = first.slice(0, Math.max(0, MAX_FACET_AUTHORS - chosen.length));
    return [...chosen, ...others].toSorted(inOrder).map(({ number, count }) => {
      const { slug, name } = authors.find(number);
      return { value: slug, count, name };
    });
  }
}

function countLanguages({ language, languages }: IndexColumns, ranks: Uint32Array): FacetCount[] {
  const counts = new Uint32Array(languages.texts.length);
  for (const rank of ranks) counts[language[rank]!]! += 1;
  return byCount(Array.from(counts, (count, number) => ({ value: languages.texts[number]!, count })));
}

const LEAST_OF_RANGE = PRICE_RANGES.map((range) => Number.parseInt(range, 10) * 100);
/** The range of each price below the last range, in sen. */
const RANGE_OF = Uint8Array.from({ length: LEAST_OF_RANGE.at(-1)! }, (_, price) =>
  LEAST_OF_RANGE.findLastIndex((least) => least <= price),
);

function countPrices({ prices }: IndexColumns, ranks: Uint32Array): FacetCount[] {
  const counts = new Uint32Array(PRICE_RANGES.length);
  for (const rank of ranks) counts[RANGE_OF[prices[rank]!] ?? PRICE_RANGES.length - 1]! += 1;
  return byCount(PRICE_RANGES.map((value, range) => ({ value, count: counts[range]! })));
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
