import type { ProductFilter } from '#contract/product-filter.ts';
import { wordsOf } from '../catalogue/search-words.ts';
import { withoutVolumeWord } from './index/other-spellings.ts';
import type { ProductData } from '../catalogue/products.ts';

export const FACETS = ['subject', 'format', 'language', 'author', 'price'] as const;
export type FacetName = (typeof FACETS)[number];
/** So many authors are counted: those that are chosen, and the most frequent others. */
export const MAX_FACET_AUTHORS = 12;
/** `name` where the value is not what readers see. */
export type FacetCount = { value: string; count: number; name?: string };
/** The most frequent values first. */
export type FacetCounts = Record<FacetName, FacetCount[]>;
export const NO_FACETS: FacetCounts = { subject: [], format: [], language: [], author: [], price: [] };

/** One page of matches. Totals up to 10,000 are exact; beyond, they are a lower bound. */
export type SearchHits = { products: ProductData[]; total: number; isLowerBound: boolean; facets: FacetCounts };
export type SuggestedLink = { kind: 'author' | 'series'; slug: string; name: string };
/** Words, codes of subjects that they may mean, and how many of each kind are wanted. */
export type SuggestRequest = {
  words: readonly string[];
  subjects: readonly string[];
  limits: { titles: number; authors: number; series: number; subjects: number };
};
/** `subjects`: the first of those that were offered which have products. */
export type Suggestions = { products: ProductData[]; links: SuggestedLink[]; subjects: string[] };

/** `words` (see `queryWords`) of a query, searched within a filter; with `facets: false` none are counted. */
export type SearchRequest = { filter: ProductFilter; words: readonly string[]; facets?: false };

/** What answers searches. `words` are those of `wordsOf`; the last one may be unfinished. */
export type SearchIndex = {
  search: (request: SearchRequest) => Promise<SearchHits>;
  suggest: (request: SuggestRequest) => Promise<Suggestions>;
  /** Similar words that a product has all of; undefined where there are none. */
  correct: (words: readonly string[]) => Promise<string[] | undefined>;
  /** Resolves once every change that was committed before is found. */
  sync: () => Promise<void>;
  /** Whether an index answers, rather than the database. */
  isIndexed: () => boolean;
  /** For how many seconds changes may have been missing from the index; 0 where it has every one, and where the database answers. */
  secondsBehind: () => number;
};

/** Further words of a query are ignored. */
const MAX_QUERY_WORDS = 8;

/** The words of a query as the search index has them. */
export function queryWords(q: string): string[] {
  return withoutVolumeWord(wordsOf(q)).split(' ').filter(Boolean).slice(0, MAX_QUERY_WORDS);
}
