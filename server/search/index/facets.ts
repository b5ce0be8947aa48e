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
  readonly #subjectCounter = new Counter();
  readonly #authorCounter = new Counter();

  constructor(columns: IndexColumns, authors: AuthorNames) {
    [this.#columns, this.#authors] = [columns, authors];
  }

  count({ subjects, authors, ranksOf }: Counted): FacetCounts {
    const { groupLists } = this.#columns;
    const [bySubject, byAuthor] = [ranksOf('subject'), ranksOf('author')];
    const [subject, author] = [this.#subjectCounter, this.#authorCounter];
    if (bySubject === byAuthor) groupLists.count(bySubject, { subject, author });
    else {
      groupLists.count(bySubject, { subject });
      groupLists.count(byAuthor, { author });
    }
    return {
      subject: this.#takeSubjects(subjects),
      format: countFormats(this.#columns, ranksOf('format')),
      language: countLanguages(this.#columns, ranksOf('language')),
      author: this.#takeAuthors(authors),
      price: countPrices(this.#columns, ranksOf('price')),
    };
  }

  /** Of thousands of subjects those that are shown. */
  #takeSubjects(chosen: readonly string[]): FacetCount[] {
    const { texts } = this.#columns.subjects;
    const counted: FacetCount[] = [];
    this.#subjectCounter.finish((number, count) => {
      const value = texts[number]!;
      if (isOffered(value, chosen)) counted.push({ value, count });
    });
    return byCount(counted);
  }

  /** The chosen authors and the most frequent others. */
  #takeAuthors(wanted: readonly number[]): FacetCount[] {
    const authors = this.#authors;
    const inOrder = (a: AuthorCount, b: AuthorCount) => b.count - a.count || authors.compare(a.number, b.number);
    const chosen: AuthorCount[] = [];
    const first: AuthorCount[] = [];
    let last: AuthorCount | undefined;
    this.#authorCounter.finish((number, count) => {
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

function countPrices({ prices }: IndexColumns, ranks: Uint32Array): FacetCount[] {
  const counts = new Uint32Array(PRICE_RANGES.length);
  for (const rank of ranks) {
    const price = prices[rank]!;
    let range = LEAST_OF_RANGE.length - 1;
    while (price < LEAST_OF_RANGE[range]!) range -= 1;
    counts[range]! += 1;
  }
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
