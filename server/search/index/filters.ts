import type { ProductFilter } from '#contract/product-filter.ts';
import { FACETS, type FacetName } from '../search-index.ts';
import type { IndexColumns } from './columns.ts';
import { formatBit, formatBits, isInStock, type LinkKind } from './product-facts.ts';
import type { RankLists } from './rank-lists.ts';
import { KeptSets, RankSet } from './rank-sets.ts';

/** So many filters' products are kept: an eighth of a megabyte each among a million. */
const KEPT_FILTERS = 192;

/** A filter as sets of ranks. */
export type Filters = {
  isEmpty: boolean;
  chosen: ReadonlySet<FacetName>;
  /** The products that pass the filter; with a facet, regardless of what is chosen of it. */
  passing: (regardlessOf?: FacetName) => RankSet;
};

type LinkNumbers = (kind: LinkKind, slugs: readonly string[]) => ReadonlySet<number>;
type NumberedColumn = 'language' | 'publisher';

/** The products that pass a filter. */
export class FilterSets {
  readonly #columns: IndexColumns;
  readonly #linkNumbers: LinkNumbers;
  readonly #kept = new KeptSets<number>(KEPT_FILTERS);

  constructor(columns: IndexColumns, linkNumbers: LinkNumbers) {
    this.#columns = columns;
    this.#linkNumbers = linkNumbers;
  }

  /** Puts the product of a rank, which is new or changed, where it belongs. */
  update(rank: number): void {
    this.#kept.update(rank, rank);
  }

  of(filter: ProductFilter): Filters {
    const columns = this.#columns;
    const facets: Record<FacetName, RankSet | undefined> = {
      subject: this.#inLists('subject', columns.subjectLists, filter.subject && columns.subjects.find(filter.subject)),
      format: this.#inFormats(filter),
      language: this.#in('language', filter.language && columns.languages.find(filter.language)),
      author: this.#inLists('author', columns.authorLists, filter.author && this.#linkNumbers('author', filter.author)),
      price: this.#inPriceBounds(filter),
    };
    const { publisher, series, in_stock } = filter;
    const fixed = [
      this.#in('publisher', publisher && columns.publishers.find(publisher)),
      series && this.ofSeries(this.#linkNumbers('series', series)),
      in_stock === 'true' ? columns.available : undefined,
    ].filter((set) => set !== undefined);
    return combine(columns.listed, fixed, facets);
  }

  /** The products of series with these numbers. */
  ofSeries(numbers: ReadonlySet<number>): RankSet {
    return this.#inLists('series', this.#columns.seriesLists, numbers)!;
  }

  #inLists(name: string, lists: RankLists, wanted: ReadonlySet<number> | undefined): RankSet | undefined {
    const isWanted = (value: number) => wanted!.has(value);
    return wanted && this.#keep(nameOf(name, wanted), (rank) => lists.find(rank, isWanted) !== undefined);
  }

  #in(name: NumberedColumn, wanted: ReadonlySet<number> | undefined): RankSet | undefined {
    return wanted && this.#keep(nameOf(name, wanted), (rank) => wanted.has(this.#columns[name][rank]!));
  }

  #keep(name: string, isMember: (rank: number) => boolean): RankSet {
    const known = this.#kept.get(name);
    if (known) return known;
    const found = RankSet.where(this.#columns.lastRank, isMember);
    this.#kept.keep(name, found, isMember);
    return found;
  }

  /** Those with one of the formats; where it must be in stock, with one of them in stock. */
  #inFormats({ format, in_stock }: ProductFilter): RankSet | undefined {
    if (!format) return undefined;
    const [columns, wanted] = [this.#columns, formatBits(format)];
    if (in_stock !== 'true') return this.#keep(`format ${wanted}`, (rank) => (columns.formats[rank]! & wanted) !== 0);
    const hasCopies = (packed: number) => isInStock(packed) && (formatBit(packed) & wanted) !== 0;
    return this.#keep(`copies ${wanted}`, (rank) => columns.variantLists.find(rank, hasCopies) !== undefined);
  }

  #inPriceBounds({ min_price, max_price, format }: ProductFilter): RankSet | undefined {
    if (min_price === undefined && max_price === undefined) return undefined;
    const columns = this.#columns;
    const least = Math.round((min_price ?? 0) * 100);
    const most = max_price === undefined ? Infinity : Math.round(max_price * 100);
    const wanted = formatBits(format ?? []);
    const isMember = (rank: number) => {
      const price = wanted === 0 ? columns.prices[rank]! : columns.shownPrice(rank, wanted);
      return price >= least && price <= most;
    };
    return this.#keep(`price ${least} ${most} ${wanted}`, isMember);
  }
}

/** By numbers rather than texts: a text without a number may get one with a later product. */
function nameOf(kind: string, numbers: ReadonlySet<number>): string {
  return `${kind} ${[...numbers].toSorted((a, b) => a - b).join(' ')}`;
}

function combine(
  listed: RankSet,
  fixed: readonly RankSet[],
  facets: Readonly<Record<FacetName, RankSet | undefined>>,
): Filters {
  const base = fixed.reduce((all, set) => all.intersect(set), listed);
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
