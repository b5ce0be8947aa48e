import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { isOffered } from '#domain/catalogue/subject.ts';
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

/** Whose facets are counted: subjects that are offered beside the `chosen` ones, and the ranks of each facet. */
export type Counted = { chosen: readonly string[]; ranksOf: (facet: FacetName) => Uint32Array };

/** How many of the ranks have each value of each facet. */
export class Facets {
  readonly #columns: IndexColumns;
  readonly #authors: AuthorNames;
  readonly #subjectCounter = new Counter();
  readonly #authorCounter = new Counter();

  constructor(columns: IndexColumns, authors: AuthorNames) {
    [this.#columns, this.#authors] = [columns, authors];
  }

  count({ chosen, ranksOf }: Counted): FacetCounts {
    const { groupLists } = this.#columns;
    const [bySubject, byAuthor] = [ranksOf('subject'), ranksOf('author')];
    const [subject, author] = [this.#subjectCounter, this.#authorCounter];
    if (bySubject === byAuthor) groupLists.count(bySubject, { subject, author });
    else {
      groupLists.count(bySubject, { subject });
      groupLists.count(byAuthor, { author });
    }
    return {
      subject: this.#takeSubjects(chosen),
      format: countFormats(this.#columns, ranksOf('format')),
      language: countLanguages(this.#columns, ranksOf('language')),
      author: this.#takeAuthors(),
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

  #takeAuthors(): FacetCount[] {
    const authors = this.#authors;
    const first: { number: number; count: number }[] = [];
    let last = { number: 0, count: 0 };
    this.#authorCounter.finish((number, count) => {
      if (count < last.count || (count === last.count && authors.compare(number, last.number) > 0)) return;
      const isBefore = (other: typeof last) =>
        count > other.count || (count === other.count && authors.compare(number, other.number) < 0);
      const place = first.findIndex(isBefore);
      first.splice(place < 0 ? first.length : place, 0, { number, count });
      if (first.length > MAX_AUTHORS) first.pop();
      if (first.length === MAX_AUTHORS) last = first.at(-1)!;
    });
    return first.map(({ number, count }) => {
      const { slug, name } = this.#authors.find(number);
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
