import type { ProductFilter } from '#contract/product-filter.ts';
import type {
  FacetCounts,
  SearchHits,
  SearchRequest,
  SuggestedLink,
  Suggestions,
  SuggestLimits,
} from '../search-index.ts';
import { withOfferedSubjects } from '../subject-facet.ts';
import { countFacets } from './facets.ts';
import type { Filters } from './filters.ts';
import type { ProductIndex } from './product-index.ts';
import type { LinkKind } from './product-facts.ts';
import { RankSet, Recent } from './rank-sets.ts';
import { byRelevance, type Found } from './relevance.ts';
import { firstInOrder, type Sort } from './sorting.ts';
import type { SimilarWord } from './spelling.ts';
import { findTogether } from './word-matches.ts';

/** Totals and counts are exact up to this number; beyond it, counts are of the most popular matches. */
const MAX_EXACT_COUNT = 10_000;
/** Suggestions come from this many of the most popular matches. */
const SUGGEST_CANDIDATES = 200;
/** So many filters' totals and facets are kept until a product changes. */
const KEPT_COUNTS = 256;

type Counts = Pick<SearchHits, 'total' | 'isLowerBound' | 'facets'>;

/** Answers searches from an opened index. */
export class Searches {
  readonly #index: ProductIndex;
  readonly #counts = new Recent<Counts>(KEPT_COUNTS);
  #version = 0;

  constructor(index: ProductIndex) {
    this.#index = index;
  }

  /** One page of products with all `words` (folded, the last one may be unfinished) that pass the filter, and its facets. */
  search(request: SearchRequest): SearchHits {
    const { filter, words } = request;
    const filters = this.#index.filters.of(filter);
    const found = this.#find(words, filters, sortOf(filter));
    const offset = (filter.page - 1) * filter.limit;
    const page = offset > MAX_EXACT_COUNT ? [] : this.#inOrder(found, request, offset + filter.limit).slice(offset);
    const { page: _page, limit: _limit, sort: _sort, q: _q, ...choices } = filter;
    const counts = this.#keptCounts(JSON.stringify([choices, words]), () => {
      const all = this.#count(found, words, filters);
      return { ...all, facets: withOfferedSubjects(all.facets, filter.subject) };
    });
    return { products: Array.from(page, (rank) => this.#index.file.card(rank)), ...counts };
  }

  /** Matches, of which the first are enough where all are in the order of popularity. */
  #find(words: readonly string[], filters: Filters, sort: Sort | 'relevance'): Found {
    const { columns, words: matches } = this.#index;
    const isPopularity = sort === 'relevance' || sort === 'bestselling';
    if (words.length === 0) return { set: filters.passing() };
    if (filters.isEmpty && isPopularity && columns.isRankedByPopularity)
      return { first: matches.first(words, 'text', MAX_EXACT_COUNT + 1) };
    const all = matches.all(words, 'text');
    if (filters.isEmpty) return { set: all };
    const passing = filters.passing();
    return { set: passing.intersect(all), passing };
  }

  #inOrder(found: Found, { filter, words }: SearchRequest, count: number): Uint32Array {
    const { columns } = this.#index;
    const sort = sortOf(filter);
    if (sort === 'relevance' && words.length > 0) return byRelevance(this.#index, found, { words, count });
    if ((sort === 'relevance' || sort === 'bestselling') && columns.isRankedByPopularity) return firstOf(found, count);
    const order = { filter, count, sort: sort === 'relevance' ? ('bestselling' as const) : sort };
    return firstInOrder(columns, found.set ?? RankSet.of(found.first), order);
  }

  #keptCounts(name: string, count: () => Counts): Counts {
    if (this.#version !== this.#index.version) this.#counts.clear();
    this.#version = this.#index.version;
    return this.#counts.get(name, count);
  }

  #count(found: Found, words: readonly string[], filters: Filters): Counts {
    const size = found.first ? found.first.length : found.set.size;
    const counted = firstOf(found, MAX_EXACT_COUNT);
    const facets = this.#countFacets((facet) => {
      if (!filters.chosen.has(facet)) return counted;
      const passing = filters.passing(facet);
      const set = words.length > 0 ? passing.intersect(this.#index.words.all(words, 'text')) : passing;
      return set.first(MAX_EXACT_COUNT);
    });
    return { total: Math.min(size, MAX_EXACT_COUNT), isLowerBound: size > MAX_EXACT_COUNT, facets };
  }

  #countFacets(ranksOf: Parameters<typeof countFacets>[2]): FacetCounts {
    const { columns, file } = this.#index;
    const compare = (a: number, b: number) => file.links.compare(a, b);
    return countFacets(columns, { find: (number) => file.links.find(number), compare }, ranksOf);
  }

  /** The best titles for what has been typed, and authors and series of the most popular matches that bear the words. */
  suggest(words: readonly string[], limits: SuggestLimits): Suggestions {
    const first = this.#index.words.first(words, 'text', SUGGEST_CANDIDATES);
    const titles = byRelevance(this.#index, { first }, { words, count: limits.titles });
    return {
      products: Array.from(titles, (rank) => this.#index.file.card(rank)),
      links: [
        ...this.#suggestLinks('author', first, words).slice(0, limits.authors),
        ...this.#suggestLinks('series', first, words).slice(0, limits.series),
      ],
    };
  }

  #suggestLinks(kind: LinkKind, ranks: Uint32Array, words: readonly string[]): SuggestedLink[] {
    const { columns, file } = this.#index;
    const lists = kind === 'author' ? columns.authorLists : columns.seriesLists;
    const numbers = new Set<number>();
    for (const rank of ranks) for (const number of lists.get(rank)) numbers.add(number);
    return [...numbers]
      .map((number) => file.links.find(number))
      .filter(({ folded }) => containsWords(folded, words))
      .map(({ slug, name }) => ({ kind, slug, name }));
  }

  /**
   * Words in place of those that no product has, so that a product has all of them; undefined where there are none. Words of
   * titles and names go before those of texts, and fewer mistakes before a more popular product.
   */
  correct(words: readonly string[]): string[] | undefined {
    const { file, spelling } = this.#index;
    const correctable = words.filter((word) => word.length >= 3);
    const groupsOf = (find: (word: string) => SimilarWord[]) =>
      correctable.map((word) => find(word).map((one) => one.word)).filter((group) => group.length > 0);
    const nearest = groupsOf((word) => spelling.nearest(word));
    if (nearest.length === 0) return undefined;
    const found = findTogether(file, 'names', nearest);
    if (found) return found;
    const similar = groupsOf((word) => spelling.similar(word));
    return (
      findTogether(file, 'names', similar) ?? findTogether(file, 'text', nearest) ?? findTogether(file, 'text', similar)
    );
  }
}

function sortOf({ sort }: ProductFilter): Sort | 'relevance' {
  return sort ?? 'relevance';
}

function firstOf(found: Found, limit: number): Uint32Array {
  return found.first ? found.first.subarray(0, limit) : found.set.first(limit);
}

function containsWords(folded: string, words: readonly string[]): boolean {
  const complete = new Set(folded.split(' '));
  return words.every((word, index) =>
    index === words.length - 1 ? ` ${folded}`.includes(` ${word}`) : complete.has(word),
  );
}
