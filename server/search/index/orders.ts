import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import type { ProductFilter } from '#contract/product-filter.ts';
import type { IndexColumns } from './columns.ts';
import { formatBits } from './product-facts.ts';
import { RankSet } from './rank-sets.ts';
import { MOST_LISTED } from './ranks.ts';
import type { ReadColumn, StoreColumn } from './stored-parts.ts';

export type Sort = Exclude<NonNullable<ProductFilter['sort']>, 'relevance'>;

/** What orders are kept of, the least first, beside popularity, whose order the ranks themselves are. */
const KEYS = {
  published: ({ published }: IndexColumns, rank: number) => -published[rank]!,
  title: ({ titlePlaces }: IndexColumns, rank: number) => titlePlaces[rank]!,
  price: ({ prices }: IndexColumns, rank: number) => prices[rank]!,
};
type Key = keyof typeof KEYS;

/** Stores the orders of a new file: the ranks by what they are sorted by, then by their ids; prices for each format as well. */
export function storeOrders(columns: IndexColumns, store: StoreColumn): void {
  const { ids, lastRank, formats } = columns;
  const keys = new Float64Array(lastRank + 1);
  const storeOrder = (name: string, ranks: Uint32Array, keyOf: (rank: number) => number) => {
    for (const rank of ranks) keys[rank] = keyOf(rank);
    store(
      nameOf(name),
      ranks.toSorted((a, b) => keys[a]! - keys[b]! || ids[a]! - ids[b]!),
    );
  };
  const all = Uint32Array.from({ length: lastRank }, (_, index) => index + 1);
  for (const [key, valueOf] of Object.entries(KEYS)) storeOrder(key, all, (rank) => valueOf(columns, rank));
  for (const format of ALL_FORMATS) {
    const bit = formatBits([format]);
    const inFormat = all.filter((rank) => (formats[rank]! & bit) !== 0);
    storeOrder(format, inFormat, (rank) => columns.shownPrice(rank, bit));
  }
}

/** The orders as they were when the file was built; products in `columns.resorted` stand elsewhere since. */
export class Orders {
  readonly #columns: IndexColumns;
  readonly #ranks = new Map<string, Uint32Array>();

  constructor(columns: IndexColumns, column: ReadColumn) {
    this.#columns = columns;
    for (const name of [...Object.keys(KEYS), ...ALL_FORMATS])
      this.#ranks.set(name, new Uint32Array(column(nameOf(name))));
  }

  /** Those that a sorted search walks, within its price bounds; undefined for the prices of several formats, and for popularity. */
  sorted(sort: Sort, { format = [], min_price, max_price }: ProductFilter): Uint32Array | undefined {
    if (sort === 'bestselling') return undefined;
    if (sort === 'newest') return this.#of('published');
    if (sort === 'title') return this.#of('title');
    return format.length <= 1 ? this.pricedBetween(priceBounds({ min_price, max_price }), format[0]) : undefined;
  }

  /** Those that cost so much, both bounds included; in a format, those that cost so much in it. */
  pricedBetween([least, most]: readonly [number, number], format?: string): Uint32Array {
    const ranks = (format === undefined ? this.#of('price') : this.#ranks.get(format)) ?? new Uint32Array(0);
    const bits = formatBits(format === undefined ? [] : [format]);
    const priceOf = (rank: number) => this.#columns.shownPrice(rank, bits);
    const from = this.#first(ranks, (rank) => priceOf(rank) >= least);
    return ranks.subarray(
      from,
      this.#first(ranks, (rank) => priceOf(rank) > most),
    );
  }

  /** Those that may cost so much, where they are few; with a format, by the price in it of those that have it. */
  fewPricedBetween(bounds: readonly [number, number], format?: string): Uint32Array | undefined {
    const priced = [this.pricedBetween(bounds), ...(format === undefined ? [] : [this.pricedBetween(bounds, format)])];
    if (priced.reduce((sum, { length }) => sum + length, 0) > MOST_LISTED) return undefined;
    const few = new RankSet();
    for (const ranks of [...priced, this.#columns.resorted.all()]) for (const rank of ranks) few.add(rank);
    return few.all();
  }

  /** The place of the first that passes, where all after it pass too; those that stand elsewhere now say nothing. */
  #first(ranks: Uint32Array, passes: (rank: number) => boolean): number {
    const { resorted } = this.#columns;
    let [low, high] = [0, ranks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      let place = middle;
      while (place < high && resorted.has(ranks[place]!)) place += 1;
      if (place === high || passes(ranks[place]!)) high = middle;
      else low = place + 1;
    }
    return low;
  }

  #of(key: Key): Uint32Array {
    return this.#ranks.get(key)!;
  }
}

/** The bounds of a filter in sen, both included. */
export function priceBounds({
  min_price,
  max_price,
}: Pick<ProductFilter, 'min_price' | 'max_price'>): [number, number] {
  const most = max_price === undefined ? Infinity : Math.round(max_price * 100);
  return [Math.round((min_price ?? 0) * 100), most];
}

function nameOf(order: string): string {
  return `order of ${order}`;
}
