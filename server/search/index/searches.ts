import type { ProductFilter } from '#contract/product-filter.ts';
import {
  NO_FACETS,
  type FacetName,
  type SearchHits,
  type SearchRequest,
  type SuggestedLink,
  type Suggestions,
  type SuggestRequest,
} from '../search-index.ts';
import { Facets } from './facets.ts';
import type { Filters } from './filters.ts';
import type { ProductIndex } from './product-index.ts';
import type { LinkKind } from './product-facts.ts';
import { firstInAll, type Ranks } from './ranks.ts';
import { Recent } from './rank-sets.ts';
import { byRelevance } from './relevance.ts';
import type { Sort } from './orders.ts';
import type { SimilarWord } from './spelling.ts';

/** Totals and counts are exact up to this number; beyond it, counts are of the most popular matches. */
const MAX_EXACT_COUNT = 10_000;
/** Suggestions come from this many of the most popular matches. */
const SUGGEST_CANDIDATES = 200;
/** So many filters' totals and facets are kept until a product changes. */
const KEPT_COUNTS = 256;

type Wanted = {
  request: SearchRequest;
  matching: readonly Ranks[];
  passing: readonly Ranks[];
  count: number;
};
type Counts = Pick<SearchHits, 'total' | 'isLowerBound' | 'facets'>;

/** Answers searches from an opened index. */
export class Searches {
  readonly #index: ProductIndex;
  readonly #facets: Facets;
  readonly #counts = new Recent<Counts>(KEPT_COUNTS);
  #version = 0;

  constructor(index: ProductIndex) {
    this.#index = index;
    this.#facets = new Facets(index.columns, index.file.links);
  }

  /** One page of products with all `words` (folded, the last one may be unfinished) that pass the filter, and its facets. */
  search(request: SearchRequest): SearchHits {
    const { filter, words, facets } = request;
    const filters = this.#index.filters.of(filter);
    const matching = this.#index.words.of(words, 'text');
    const offset = (filter.page - 1) * filter.limit;
    const wanted = { request, matching, passing: filters.passing(), count: offset + filter.limit };
    const page = offset > MAX_EXACT_COUNT ? [] : this.#inOrder(wanted).slice(offset);
    const { page: _page, limit: _limit, sort: _sort, q: _q, ...choices } = filter;
    const counts = this.#keptCounts(JSON.stringify([choices, words, facets]), () => {
      return this.#count(matching, filters, request);
    });
    return { products: Array.from(page, (rank) => this.#index.file.card(rank)), ...counts };
  }

  #inOrder({ request: { filter, words }, matching, passing, count }: Wanted): Uint32Array {
    const { sorting } = this.#index;
    const sort = sortOf(filter);
    const found = [...matching, ...passing];
    if (sort === 'relevance' && words.length > 0) return byRelevance(this.#index, { words, passing, count });
    return sorting.first(found, { filter, count, sort: sort === 'relevance' ? 'bestselling' : sort });
  }

  #keptCounts(name: string, count: () => Counts): Counts {
    if (this.#version !== this.#index.version) this.#counts.clear();
    this.#version = this.#index.version;
    return this.#counts.get(name, count);
  }

  #count(matching: readonly Ranks[], filters: Filters, { filter, facets }: SearchRequest): Counts {
    const { subject = [], author = [] } = filter;
    const first = firstInAll([...matching, ...filters.passing()], MAX_EXACT_COUNT + 1);
    const counted = first.subarray(0, MAX_EXACT_COUNT);
    const total = { total: counted.length, isLowerBound: first.length > MAX_EXACT_COUNT };
    if (facets === false) return { ...total, facets: NO_FACETS };
    const ranksOf = (facet: FacetName) =>
      filters.chosen.has(facet) ? firstInAll([...matching, ...filters.passing(facet)], MAX_EXACT_COUNT) : counted;
    const authors = this.#index.file.links.numbers('author', author);
    return { ...total, facets: this.#facets.count({ subjects: subject, authors, ranksOf }) };
  }

  /**
   * The best titles for what has been typed, authors and series of the most popular matches that bear the words, and the offered
   * subjects that a product has had since the file was built.
   */
  suggest({ words, subjects, limits }: SuggestRequest): Suggestions {
    const passing = [this.#index.columns.listed];
    const named = firstInAll([...this.#index.words.of(words, 'names'), ...passing], SUGGEST_CANDIDATES);
    const titles = byRelevance(this.#index, { words, passing, count: limits.titles });
    return {
      products: Array.from(titles, (rank) => this.#index.file.card(rank)),
      links: [
        ...this.#suggestLinks('author', named, words).slice(0, limits.authors),
        ...this.#suggestLinks('series', named, words).slice(0, limits.series),
      ],
      subjects: subjects.filter((code) => this.#index.columns.subjects.has(code)).slice(0, limits.subjects),
    };
  }

  #suggestLinks(kind: LinkKind, ranks: Uint32Array, words: readonly string[]): SuggestedLink[] {
    const { columns, file } = this.#index;
    const numbers = new Set<number>();
    for (const rank of ranks) for (const number of columns.groupLists.of(kind, rank)) numbers.add(number);
    return [...numbers]
      .filter((number) => containsWords(file.links.foldedName(number), words))
      .map((number) => ({ kind, ...file.links.find(number) }));
  }

  /**
   * Words in place of those that no product has, so that a product has all of them; undefined where there are none. Words of
   * titles and names go before those of texts, and fewer mistakes before a more popular product.
   */
  correct(words: readonly string[]): string[] | undefined {
    const { spelling, words: matches } = this.#index;
    const correctable = words.filter((word) => word.length >= 3);
    const groupsOf = (find: (word: string) => SimilarWord[]) =>
      correctable.map((word) => find(word).map((one) => one.word)).filter((group) => group.length > 0);
    const nearest = groupsOf((word) => spelling.nearest(word));
    if (nearest.length === 0) return undefined;
    const found = matches.together(nearest, 'names');
    if (found) return found;
    const similar = groupsOf((word) => spelling.similar(word));
    return matches.together(similar, 'names') ?? matches.together(nearest, 'text') ?? matches.together(similar, 'text');
  }
}

function sortOf({ sort }: ProductFilter): Sort | 'relevance' {
  return sort ?? 'relevance';
}

function containsWords(folded: string, words: readonly string[]): boolean {
  const complete = new Set(folded.split(' '));
  return words.every((word, index) =>
    index === words.length - 1 ? ` ${folded}`.includes(` ${word}`) : complete.has(word),
  );
}
