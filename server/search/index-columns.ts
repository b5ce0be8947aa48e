import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { PRICE_RANGES, type ProductFilter } from '#contract/product-filter.ts';
import { isInStock, packVariant, variantFormat, variantPrice, type ProductFacts } from './indexed-product.ts';
import { Dictionary, grown, RankLists, RankSet } from './rank-sets.ts';
import { FACETS, type FacetCount, type FacetCounts, type FacetName } from './search-index.ts';

/** Only the most frequent authors are counted out. */
const MAX_AUTHORS = 12;
export type Sort = Exclude<NonNullable<ProductFilter['sort']>, 'relevance'>;

/** A filter as sets of ranks. */
export type Filters = {
  isEmpty: boolean;
  chosen: ReadonlySet<FacetName>;
  /** The products that pass the filter; with a facet, regardless of what is chosen of it. */
  passing: (regardlessOf?: FacetName) => RankSet;
};

/** What filters, facets and sorting look at, by rank, in memory. Prices in sen. */
export class IndexColumns {
  /** The highest rank that was ever given. */
  lastRank = 0;
  /** Whether ranks are in order of popularity: no longer once a product was added or became more or less popular. */
  isRankedByPopularity = true;
  #ids = new Int32Array(0);
  #prices = new Uint32Array(0);
  #published = new Int32Array(0);
  #popularity = new Int32Array(0);
  #titleOrder = new Float64Array(0);
  #language = new Uint16Array(0);
  #publisher = new Uint32Array(0);
  #formats = new Uint16Array(0);
  readonly #listed = new RankSet();
  readonly #available = new RankSet();
  readonly #languages = new Dictionary();
  readonly #publishers = new Dictionary();
  readonly #subjects = new Dictionary();
  readonly #slugs = { author: new Dictionary(), series: new Dictionary() };
  readonly #byLanguage: RankSet[] = [];
  readonly #bySubject: RankSet[] = [];
  readonly #byFormat = ALL_FORMATS.map(() => new RankSet());
  readonly #byPriceRange = PRICE_RANGES.map(() => new RankSet());
  readonly #subjectLists = new RankLists();
  readonly #slugLists = { author: new RankLists(), series: new RankLists() };
  readonly #variantLists = new RankLists();

  /** Adds or replaces the product of a rank. */
  set(rank: number, facts: ProductFacts): void {
    if (rank >= this.#ids.length) this.#grow(rank + 1);
    const isReplaced = this.#listed.has(rank);
    if (isReplaced) this.#leaveSets(rank);
    const previous = this.#listed.has(rank - 1) ? this.#popularity[rank - 1]! : Infinity;
    const isInOrder = isReplaced ? this.#popularity[rank] === facts.popularity : facts.popularity <= previous;
    if (!isInOrder) this.isRankedByPopularity = false;
    this.lastRank = Math.max(this.lastRank, rank);
    this.#ids[rank] = facts.id;
    this.#prices[rank] = facts.price;
    this.#published[rank] = facts.published;
    this.#popularity[rank] = facts.popularity;
    this.#language[rank] = this.#languages.number(facts.language);
    this.#publisher[rank] = this.#publishers.number(facts.publisher);
    this.#formats[rank] = facts.variants.reduce((bits, { format }) => bits | (1 << ALL_FORMATS.indexOf(format)), 0);
    this.#subjectLists.set(rank, numbersOf(this.#subjects, facts.subjects));
    this.#slugLists.author.set(rank, numbersOf(this.#slugs.author, facts.authors));
    this.#slugLists.series.set(rank, numbersOf(this.#slugs.series, facts.series));
    this.#variantLists.set(rank, facts.variants.map(packVariant));
    this.#joinSets(
      rank,
      facts.variants.some(({ inStock }) => inStock),
    );
  }

  /** Where the title of a rank stands among all when they are sorted; equal titles have equal places. */
  setTitleOrder(rank: number, place: number): void {
    this.#titleOrder[rank] = place;
  }

  titleOrder(rank: number): number {
    return this.#titleOrder[rank]!;
  }

  delete(rank: number): void {
    this.#leaveSets(rank);
  }

  /** The slugs of a rank's authors or series. */
  slugsOf(kind: 'author' | 'series', rank: number): string[] {
    return Array.from(this.#slugLists[kind].get(rank), (number) => this.#slugs[kind].text(number));
  }

  ofSeries(slugs: readonly string[]): RankSet {
    return this.#withSlugs('series', slugs).intersect(this.#listed);
  }

  filters(filter: ProductFilter): Filters {
    const facets: Record<FacetName, RankSet | undefined> = {
      subject: filter.subject && unionOf(filter.subject, this.#subjects, this.#bySubject),
      format: filter.format && this.#inFormats(filter.format, filter.in_stock === 'true'),
      language: filter.language && unionOf(filter.language, this.#languages, this.#byLanguage),
      author: filter.author && this.#withSlugs('author', filter.author),
      price: this.#inPriceBounds(filter),
    };
    const fixed = [
      filter.publisher && this.#ofPublishers(filter.publisher),
      filter.series && this.#withSlugs('series', filter.series),
      filter.in_stock === 'true' ? this.#available : undefined,
    ].filter((set) => set instanceof RankSet);
    const base = fixed.reduce((all, set) => all.intersect(set), this.#listed);
    const chosen = new Set(FACETS.filter((facet) => facets[facet]));
    return {
      isEmpty: fixed.length === 0 && chosen.size === 0,
      chosen,
      passing: (regardlessOf) =>
        FACETS.filter((facet) => facet !== regardlessOf).reduce((all, facet) => {
          const set = facets[facet];
          return set ? all.intersect(set) : all;
        }, base),
    };
  }

  /** How many of the ranks have each value of each facet; the ranks of a facet are those that `ranksOf` gives. */
  countFacets(ranksOf: (facet: FacetName) => Uint32Array): FacetCounts {
    const counts = {} as Record<FacetName, FacetCount[]>;
    for (const facet of FACETS) counts[facet] = this.#count(facet, ranksOf(facet));
    return counts;
  }

  comparator(sort: Sort, filter: ProductFilter): (a: number, b: number) => number {
    const byId = (a: number, b: number) => this.#ids[a]! - this.#ids[b]!;
    const priceOf = (rank: number) => (filter.format ? this.#shownPrice(rank, filter.format) : this.#prices[rank]!);
    const comparators: Record<Sort, (a: number, b: number) => number> = {
      bestselling: (a, b) => this.#popularity[b]! - this.#popularity[a]! || byId(a, b),
      newest: (a, b) => this.#published[b]! - this.#published[a]! || byId(a, b),
      title: (a, b) => this.#titleOrder[a]! - this.#titleOrder[b]! || byId(a, b),
      price: (a, b) => priceOf(a) - priceOf(b) || byId(a, b),
      '-price': (a, b) => priceOf(b) - priceOf(a) || byId(b, a),
    };
    return comparators[sort];
  }

  #grow(length: number): void {
    this.#ids = grown(this.#ids, length);
    this.#prices = grown(this.#prices, length);
    this.#published = grown(this.#published, length);
    this.#popularity = grown(this.#popularity, length);
    this.#titleOrder = grown(this.#titleOrder, length);
    this.#language = grown(this.#language, length);
    this.#publisher = grown(this.#publisher, length);
    this.#formats = grown(this.#formats, length);
  }

  #joinSets(rank: number, isAvailable: boolean): void {
    this.#listed.add(rank);
    if (isAvailable) this.#available.add(rank);
    setOf(this.#byLanguage, this.#language[rank]!).add(rank);
    for (const subject of this.#subjectLists.get(rank)) setOf(this.#bySubject, subject).add(rank);
    for (const [format, set] of this.#byFormat.entries()) if (this.#formats[rank]! & (1 << format)) set.add(rank);
    this.#byPriceRange[priceRange(this.#prices[rank]!)]!.add(rank);
  }

  #leaveSets(rank: number): void {
    this.#listed.delete(rank);
    this.#available.delete(rank);
    this.#byLanguage[this.#language[rank]!]!.delete(rank);
    for (const subject of this.#subjectLists.get(rank)) this.#bySubject[subject]!.delete(rank);
    for (const set of this.#byFormat) set.delete(rank);
    for (const set of this.#byPriceRange) set.delete(rank);
  }

  #withSlugs(kind: 'author' | 'series', slugs: readonly string[]): RankSet {
    const numbers = new Set(slugs.map((slug) => this.#slugs[kind].find(slug)).filter((number) => number !== undefined));
    return numbers.size > 0 ? this.#slugLists[kind].find(numbers, this.lastRank) : new RankSet();
  }

  #ofPublishers(publishers: readonly string[]): RankSet {
    const numbers = new Set(publishers.map((name) => this.#publishers.find(name)));
    return this.#where(this.#listed, (rank) => numbers.has(this.#publisher[rank]!));
  }

  /** Those with one of the formats; where it must be in stock, with one of them in stock. */
  #inFormats(formats: readonly string[], mustBeInStock: boolean): RankSet {
    const wanted = formatNumbers(formats);
    const made = wanted.reduce((all, format) => all.union(this.#byFormat[format]!), new RankSet());
    if (!mustBeInStock) return made;
    const hasCopies = (packed: number) => wanted.includes(variantFormat(packed)) && isInStock(packed);
    return this.#where(made, (rank) => this.#variantLists.get(rank).some(hasCopies));
  }

  #inPriceBounds(filter: ProductFilter): RankSet | undefined {
    const { min_price, max_price, format } = filter;
    if (min_price === undefined && max_price === undefined) return undefined;
    const least = Math.round((min_price ?? 0) * 100);
    const most = max_price === undefined ? Infinity : Math.round(max_price * 100);
    const priceOf = format ? (rank: number) => this.#shownPrice(rank, format) : (rank: number) => this.#prices[rank]!;
    return this.#where(this.#listed, (rank) => priceOf(rank) >= least && priceOf(rank) <= most);
  }

  /** The list price of the variant that a filter by format shows: the cheapest in stock, else the cheapest. */
  #shownPrice(rank: number, formats: readonly string[]): number {
    const wanted = formatNumbers(formats);
    const matching = this.#variantLists.get(rank).filter((packed) => wanted.includes(variantFormat(packed)));
    const shown = matching.find(isInStock) ?? matching[0];
    return shown === undefined ? this.#prices[rank]! : variantPrice(shown);
  }

  #where(set: RankSet, isWanted: (rank: number) => boolean): RankSet {
    const found = new RankSet(new Uint32Array((this.lastRank >>> 5) + 1));
    for (const rank of set.first(Infinity)) if (isWanted(rank)) found.add(rank);
    return found;
  }

  #countFormats(ranks: Uint32Array): FacetCount[] {
    const counts = new Uint32Array(1 << ALL_FORMATS.length);
    for (const rank of ranks) counts[this.#formats[rank]!]! += 1;
    const sum = (format: number) => counts.reduce((all, count, bits) => (bits & (1 << format) ? all + count : all), 0);
    return byCount(ALL_FORMATS.map((value, format) => ({ value, count: sum(format) })));
  }

  #count(facet: FacetName, ranks: Uint32Array): FacetCount[] {
    switch (facet) {
      case 'subject':
        return countLists(this.#subjectLists, this.#subjects, ranks);
      case 'author':
        return countLists(this.#slugLists.author, this.#slugs.author, ranks).slice(0, MAX_AUTHORS);
      case 'language':
        return tally(
          ranks,
          this.#languages.size,
          (rank) => this.#language[rank]!,
          (number) => this.#languages.text(number),
        );
      case 'price':
        return tally(
          ranks,
          PRICE_RANGES.length,
          (rank) => priceRange(this.#prices[rank]!),
          (range) => PRICE_RANGES[range]!,
        );
      case 'format':
        return this.#countFormats(ranks);
    }
  }
}

function numbersOf(dictionary: Dictionary, texts: readonly string[]): number[] {
  return texts.map((text) => dictionary.number(text));
}

function setOf(sets: RankSet[], number: number): RankSet {
  return (sets[number] ??= new RankSet());
}

function unionOf(texts: readonly string[], dictionary: Dictionary, sets: readonly RankSet[]): RankSet {
  const found = texts.map((text) => dictionary.find(text)).filter((number) => number !== undefined);
  return found.reduce((all, number) => all.union(sets[number] ?? new RankSet()), new RankSet());
}

const LEAST_OF_RANGE = PRICE_RANGES.map((range) => Number.parseInt(range, 10) * 100);

function priceRange(price: number): number {
  return LEAST_OF_RANGE.findLastIndex((least) => price >= least);
}

function formatNumbers(formats: readonly string[]): number[] {
  return formats.map((format) => (ALL_FORMATS as readonly string[]).indexOf(format)).filter((number) => number >= 0);
}

function countLists(lists: RankLists, dictionary: Dictionary, ranks: Uint32Array): FacetCount[] {
  return byCount(lists.count(ranks).map(([number, count]) => ({ value: dictionary.text(number), count })));
}

function tally(
  ranks: Uint32Array,
  size: number,
  valueOf: (rank: number) => number,
  textOf: (value: number) => string,
): FacetCount[] {
  const counts = new Uint32Array(size);
  for (const rank of ranks) counts[valueOf(rank)]! += 1;
  return byCount(Array.from(counts, (count, value) => ({ value: textOf(value), count })));
}

/** The values that occur, the most frequent first. */
function byCount(counts: readonly FacetCount[]): FacetCount[] {
  return counts.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
