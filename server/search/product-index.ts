import { foldForSearch } from '#domain/catalogue/text.ts';
import { IndexColumns } from './index-columns.ts';
import type { IndexFile } from './index-file.ts';
import type { IndexedProduct } from './indexed-product.ts';
import { soundToken } from './other-spellings.ts';
import { firstInOrder, RankSet } from './rank-sets.ts';
import type {
  FacetCounts,
  SearchHits,
  SearchRequest,
  SuggestedLink,
  Suggestions,
  SuggestLimits,
} from './search-index.ts';
import { Spelling, type SimilarWord } from './spelling.ts';

/** Totals and counts are exact up to this number; beyond it, counts are of the most popular matches. */
const MAX_EXACT_COUNT = 10_000;
/** Sorting looks at this many of the most popular matches. */
const MAX_SORTED = 100_000;
/** So many of the most popular title matches are put in the order of how their titles begin. */
const MAX_TITLES_READ = 100;
/** Within a filter, this many of the most popular title matches are put before other matches. */
const MAX_RANKED = 20_000;
/** At most so many volumes of a series are put in their order. */
const MAX_SERIES = 200;
/** Suggestions come from this many of the most popular matches. */
const SUGGEST_CANDIDATES = 200;

type PageRequest = SearchRequest & { count: number; isFiltered: boolean };

/**
 * The search index of one server: an {@link IndexFile} for words and {@link IndexColumns} in memory for filters, facets and
 * sorting. Not for several threads.
 */
export class ProductIndex {
  readonly file: IndexFile;
  readonly #columns = new IndexColumns();
  readonly #ranks = new Map<number, number>();
  /** How many products came since the file was built. */
  added = 0;
  readonly #spelling: Spelling;

  constructor(file: IndexFile) {
    this.file = file;
    for (const [rank, facts] of file.facts()) {
      this.#ranks.set(facts.id, rank);
      this.#columns.set(rank, facts);
    }
    this.#orderTitles();
    this.#spelling = new Spelling(file.words());
  }

  get size(): number {
    return this.#ranks.size;
  }

  /** Adds, replaces and removes products; `ids` that are not among `products` are no longer listed. */
  update(ids: readonly number[], products: readonly IndexedProduct[]): void {
    const byId = new Map(products.map((product) => [product.facts.id, product]));
    this.file.transaction(() => {
      for (const id of ids) {
        const product = byId.get(id);
        if (product) this.#save(product);
        else this.#remove(id);
      }
    });
  }

  #save(product: IndexedProduct): void {
    const { facts } = product;
    const known = this.#ranks.get(facts.id);
    const rank = known ?? this.#columns.lastRank + 1;
    this.file.save(rank, product, { isNew: known === undefined });
    if (known === undefined) {
      this.#ranks.set(facts.id, rank);
      this.added += 1;
      this.file.addWords(product);
      this.#spelling.add(`${product.document.title} ${product.document.names}`.split(' '));
    }
    this.#columns.set(rank, facts);
    this.#placeTitle(rank, facts.titleSort);
  }

  #orderTitles(): void {
    for (const [rank, place] of this.file.titleOrder()) this.#columns.setTitleOrder(rank, place);
  }

  /** Puts a title halfway between its neighbours; where there is no number left between them, all are numbered anew. */
  #placeTitle(rank: number, titleSort: string): void {
    const { same, before, after } = this.file.neighbours(rank, titleSort);
    if (same !== undefined) return this.#columns.setTitleOrder(rank, this.#columns.titleOrder(same));
    const upper = after === undefined ? undefined : this.#columns.titleOrder(after);
    const lower = before === undefined ? (upper ?? 0) - 2 : this.#columns.titleOrder(before);
    const place = (lower + (upper ?? lower + 2)) / 2;
    if (place > lower && place < (upper ?? Infinity)) this.#columns.setTitleOrder(rank, place);
    else this.#orderTitles();
  }

  #remove(id: number): void {
    const rank = this.#ranks.get(id);
    if (rank === undefined) return;
    this.#ranks.delete(id);
    this.file.remove(rank);
    this.#columns.delete(rank);
  }

  /** One page of products with all `words` (folded, the last one may be unfinished) that pass the filter, and its facets. */
  search({ filter, words }: SearchRequest): SearchHits {
    const filters = this.#columns.filters(filter);
    const offset = (filter.page - 1) * filter.limit;
    const count = offset + filter.limit;
    const isSorted = filter.sort !== undefined && !['relevance', 'bestselling'].includes(filter.sort);
    const most = isSorted || !this.#columns.isRankedByPopularity ? MAX_SORTED : Math.max(MAX_EXACT_COUNT + 1, count);
    const candidates = words.length > 0 ? this.file.match(allOf(words), filters.isEmpty ? most : -1) : undefined;
    const ranksOf = (set: RankSet, limit: number) =>
      candidates ? candidates.filter((rank) => set.has(rank)).subarray(0, limit) : set.first(limit);
    const passing = filters.passing();
    const hits = ranksOf(passing, most);
    const page =
      offset > MAX_EXACT_COUNT
        ? hits.subarray(0, 0)
        : this.#inOrder(hits, { filter, words, count, isFiltered: !filters.isEmpty });
    const counted = hits.subarray(0, MAX_EXACT_COUNT);
    const facets = this.#columns.countFacets((facet) =>
      filters.chosen.has(facet) ? ranksOf(filters.passing(facet), MAX_EXACT_COUNT) : counted,
    );
    return {
      products: Array.from(page.subarray(offset), (rank) => this.file.card(rank)),
      total: Math.min(hits.length, MAX_EXACT_COUNT),
      isLowerBound: hits.length > MAX_EXACT_COUNT,
      facets: this.#withNames(facets),
    };
  }

  #inOrder(hits: Uint32Array, request: PageRequest): Uint32Array {
    const { filter, words, count } = request;
    const sort = filter.sort ?? 'relevance';
    if (sort === 'relevance' && words.length > 0) return this.#byRelevance(hits, request);
    if (sort !== 'relevance' && sort !== 'bestselling')
      return firstInOrder(hits, this.#columns.comparator(sort, filter), count);
    if (this.#columns.isRankedByPopularity) return hits.subarray(0, count);
    return firstInOrder(hits, this.#columns.comparator('bestselling', filter), count);
  }

  /**
   * The exact title; the series of just that name, in its order; titles that begin with the words or contain them in order,
   * or at all; names; texts. The most popular first.
   */
  #byRelevance(hits: Uint32Array, { words, count, isFiltered }: Omit<PageRequest, 'filter'>): Uint32Array {
    const passing = isFiltered ? RankSet.of(hits) : undefined;
    const most = isFiltered ? MAX_RANKED : Math.max(count, MAX_TITLES_READ);
    const matching = (columns: string) =>
      this.file.match(`${columns} : (${allOf(words)})`, most).filter((rank) => passing?.has(rank) ?? true);
    const found = new Set<number>();
    const take = (ranks: Iterable<number>) => {
      for (const rank of ranks) if (found.size < count && (passing?.has(rank) ?? true)) found.add(rank);
    };
    take(this.file.titled(words.join(' ')));
    take(this.#inSeries(words.join(' ')));
    const inTitle = matching('title');
    take(this.#byTitle(inTitle.subarray(0, MAX_TITLES_READ), words));
    take(inTitle);
    if (found.size < count) take(matching('{title names}'));
    take(hits);
    return Uint32Array.from(found);
  }

  /** The products of series with this name, by their numbers. */
  #inSeries(name: string): number[] {
    const ranks = this.#columns.ofSeries(this.file.seriesNamed(name)).first(MAX_SERIES);
    const numbered = Array.from(ranks, (rank) => ({
      rank,
      number: Number.parseFloat(this.file.card(rank).series?.number ?? '') || Infinity,
    }));
    return numbered.toSorted((a, b) => (a.number === b.number ? 0 : a.number - b.number)).map(({ rank }) => rank);
  }

  /** Those whose titles begin with the words, then those that contain them in order, then the others. */
  #byTitle(ranks: Uint32Array, words: readonly string[]): number[] {
    const typed = words.join(' ');
    const place = (title: string) => (title.startsWith(typed) ? 0 : ` ${title}`.includes(` ${typed}`) ? 1 : 2);
    const placed = Array.from(ranks, (rank) => ({ rank, place: place(this.file.title(rank)) }));
    return placed.toSorted((a, b) => a.place - b.place).map(({ rank }) => rank);
  }

  #withNames(facets: FacetCounts): FacetCounts {
    const author = facets.author.map((one) => ({ ...one, name: this.file.linkName('author', one.value) ?? one.value }));
    return { ...facets, author };
  }

  /** The best titles for what has been typed, and authors and series of the most popular matches that bear the words. */
  suggest(words: readonly string[], limits: SuggestLimits): Suggestions {
    const candidates = this.file.match(allOf(words), SUGGEST_CANDIDATES);
    const titles = this.#byRelevance(candidates, { words, count: limits.titles, isFiltered: false });
    return {
      products: Array.from(titles, (rank) => this.file.card(rank)),
      links: [
        ...this.#suggestLinks('author', candidates, words).slice(0, limits.authors),
        ...this.#suggestLinks('series', candidates, words).slice(0, limits.series),
      ],
    };
  }

  #suggestLinks(kind: 'author' | 'series', ranks: Uint32Array, words: readonly string[]): SuggestedLink[] {
    const slugs = new Set(Array.from(ranks, (rank) => this.#columns.slugsOf(kind, rank)).flat());
    return [...slugs].flatMap((slug) => {
      const name = this.file.linkName(kind, slug);
      return name !== undefined && containsWords(name, words) ? [{ kind, slug, name }] : [];
    });
  }

  /**
   * Words in place of those that no product has, so that a product has all of them; undefined where there are none. Words of
   * titles and names go before those of texts, and fewer mistakes before a more popular product.
   */
  correct(words: readonly string[]): string[] | undefined {
    const groups = words
      .filter((word) => word.length >= 3)
      .map((word) => this.#spelling.similar(word))
      .filter((group) => group.length > 0);
    if (groups.length === 0) return undefined;
    const nearest = groups.map((group) => group.filter(({ mistakes }) => mistakes === group[0]!.mistakes));
    for (const columns of ['{title names} : ', ''])
      for (const choices of [nearest, groups]) {
        const [rank] = this.file.match(`${columns}(${choices.map(anyOf).join(' AND ')})`, 1);
        if (rank === undefined) continue;
        return choices.map((group) => group.find(({ word }) => this.file.matches(rank, columns + quote(word)))!.word);
      }
    return undefined;
  }
}

/**
 * An FTS5 expression: all words, of the last one only the beginning; instead of a word also what sounds like it. Folded words
 * have nothing that must be escaped.
 */
function allOf(words: readonly string[]): string {
  return words
    .map((word, index) => {
      const typed = index === words.length - 1 ? `${quote(word)}*` : quote(word);
      const sound = soundToken(word);
      return sound === undefined ? typed : `(${typed} OR ${quote(sound)})`;
    })
    .join(' AND ');
}

function anyOf(words: readonly SimilarWord[]): string {
  return `(${words.map(({ word }) => quote(word)).join(' OR ')})`;
}

function quote(word: string): string {
  return `"${word}"`;
}

function containsWords(name: string, words: readonly string[]): boolean {
  const folded = foldForSearch(name);
  const complete = new Set(folded.split(' '));
  return words.every((word, index) =>
    index === words.length - 1 ? ` ${folded}`.includes(` ${word}`) : complete.has(word),
  );
}
