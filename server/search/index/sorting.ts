import type { ProductFilter } from '#contract/product-filter.ts';
import type { IndexColumns } from './columns.ts';
import { formatBits } from './product-facts.ts';
import { RankSet, type Numbers } from './rank-sets.ts';
import { ranksInAll, type Ranks } from './ranks.ts';

export type Sort = Exclude<NonNullable<ProductFilter['sort']>, 'relevance'>;
export type Order = { sort: Sort; filter: ProductFilter };

type Column = Int32Array | Uint32Array | Float64Array;
/** What ranks are sorted by: the least first, the greatest where `sign` is negative; `fill` finds it where it is not known yet. */
type Keys = { column: Column; sign: 1 | -1; fill?: (ranks: Iterable<number>) => void };

/** What orders are kept of, beside that of popularity, which the ranks themselves are in. */
const ORDERED = ['published', 'titlePlaces', 'prices'] as const;
/** An order is walked so far; then too few of its products pass, and all that do are looked at. */
const MOST_WALKED = 65_536;

/** Stores the orders of a new file: the ranks by what they are sorted by, then by their ids. */
export function storeOrders(columns: IndexColumns, store: (name: string, numbers: Numbers) => void): void {
  const { ids, lastRank } = columns;
  for (const name of ORDERED) {
    const [column, sign] = [columns[name], name === 'published' ? -1 : 1];
    const order = Uint32Array.from({ length: lastRank }, (_, index) => index + 1);
    store(
      `order of ${name}`,
      order.sort((a, b) => sign * (column[a]! - column[b]!) || ids[a]! - ids[b]!),
    );
  }
}

/** Puts ranks in orders: by walking the order of all that was stored, or by looking at all that are wanted. */
export class Sorting {
  readonly #columns: IndexColumns;
  readonly #orders: Record<(typeof ORDERED)[number], Uint32Array>;

  constructor(columns: IndexColumns, column: (name: string) => ArrayBuffer) {
    const order = (name: (typeof ORDERED)[number]) => new Uint32Array(column(`order of ${name}`));
    this.#columns = columns;
    this.#orders = { published: order('published'), titlePlaces: order('titlePlaces'), prices: order('prices') };
  }

  /** The first `count` ranks that are in all of these, in an order; equal ones by their ids, descending where prices are. */
  first(all: readonly Ranks[], order: Order & { count: number }): Uint32Array {
    const columns = this.#columns;
    const { column, sign, fill } = sortKeys(columns, order);
    const { ids } = columns;
    const idSign = order.sort === '-price' ? -1 : 1;
    const compare = (a: number, b: number) => sign * (column[a]! - column[b]!) || idSign * (ids[a]! - ids[b]!);
    const first = new FirstRanks(order.count, compare);
    const displaced = fill ? columns.resorted.with(columns.several) : columns.resorted;
    const walked = this.#walk(all, order, displaced);
    if (walked) {
      fill?.(walked);
      for (const rank of walked) first.offer(rank);
    }
    let worst = Infinity;
    for (const ranks of ranksInAll(walked ? [...all, displaced] : all)) {
      fill?.(ranks);
      for (const rank of ranks) {
        if (sign * column[rank]! > worst) continue;
        const last = first.offer(rank);
        if (last !== undefined) worst = sign * column[last]!;
      }
    }
    return Uint32Array.from(first.inOrder());
  }

  /** The first of those that are not displaced in the stored order; undefined where few of the first ones pass. */
  #walk(all: readonly Ranks[], { sort, count }: Order & { count: number }, displaced: RankSet): number[] | undefined {
    if (sort === 'bestselling') return undefined;
    const sets = all.filter((ranks) => ranks instanceof RankSet);
    if (sets.length < all.length) return undefined;
    const order = this.#orders[sort === 'newest' ? 'published' : sort === 'title' ? 'titlePlaces' : 'prices'];
    const found: number[] = [];
    const end = Math.min(order.length, MOST_WALKED);
    next: for (let index = 0; index < end; index += 1) {
      const rank = order[sort === '-price' ? order.length - 1 - index : index]!;
      if (displaced.has(rank)) continue;
      for (const set of sets) if (!set.has(rank)) continue next;
      if (found.push(rank) === count) return found;
    }
    return order.length <= MOST_WALKED ? found : undefined;
  }
}

function sortKeys(columns: IndexColumns, { sort, filter }: Order): Keys {
  if (sort === 'bestselling') return { column: columns.popularity, sign: -1 };
  if (sort === 'newest') return { column: columns.published, sign: -1 };
  if (sort === 'title') return { column: columns.titlePlaces, sign: 1 };
  const sign = sort === 'price' ? 1 : -1;
  if (!filter.format) return { column: columns.prices, sign };
  const [wanted, shown] = [formatBits(filter.format), columns.scratch()];
  const fill = (ranks: Iterable<number>) => {
    for (const rank of ranks) shown[rank] = columns.shownPrice(rank, wanted);
  };
  return { column: shown, sign, fill };
}

/** Keeps the first `most` of the ranks that it is offered: a heap whose top is the last of them. */
class FirstRanks {
  readonly #heap: number[] = [];
  readonly #most: number;
  readonly #compare: (a: number, b: number) => number;

  constructor(most: number, compare: (a: number, b: number) => number) {
    [this.#most, this.#compare] = [most, compare];
  }

  /** The last of the first ranks; none as long as fewer than `most` were offered. */
  offer(rank: number): number | undefined {
    const heap = this.#heap;
    if (heap.length < this.#most) {
      heap.push(rank);
      this.#rise(heap.length - 1);
      return heap.length < this.#most ? undefined : heap[0];
    }
    if (heap.length > 0 && this.#compare(rank, heap[0]!) < 0) {
      heap[0] = rank;
      this.#sink();
    }
    return heap[0];
  }

  inOrder(): number[] {
    return this.#heap.toSorted(this.#compare);
  }

  #rise(from: number): void {
    const heap = this.#heap;
    for (let node = from; node > 0;) {
      const parent = (node - 1) >>> 1;
      if (this.#compare(heap[node]!, heap[parent]!) <= 0) return;
      [heap[node], heap[parent]] = [heap[parent]!, heap[node]!];
      node = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let node = 0; ;) {
      const [left, right] = [2 * node + 1, 2 * node + 2];
      let last = node;
      if (left < heap.length && this.#compare(heap[left]!, heap[last]!) > 0) last = left;
      if (right < heap.length && this.#compare(heap[right]!, heap[last]!) > 0) last = right;
      if (last === node) return;
      [heap[node], heap[last]] = [heap[last]!, heap[node]!];
      node = last;
    }
  }
}
