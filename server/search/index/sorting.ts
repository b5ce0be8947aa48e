import type { ProductFilter } from '#contract/product-filter.ts';
import type { IndexColumns } from './columns.ts';
import type { Orders, Sort } from './orders.ts';
import { formatBits } from './product-facts.ts';
import { RankSet } from './rank-sets.ts';
import { ranksInAll, type Ranks } from './ranks.ts';

export type Order = { sort: Sort; filter: ProductFilter };

type Column = Int32Array | Uint32Array | Float64Array;
/** What ranks are sorted by: the least first, the greatest where `sign` is negative; `fill` finds it where it is not known yet. */
type Keys = { column: Column; sign: 1 | -1; fill?: (ranks: Iterable<number>) => void };

/** An order is walked so far; then too few of its products pass, and all that do are looked at. */
const MOST_WALKED = 65_536;

/** Puts ranks in orders: by walking the order of all that was stored, or by looking at all that are wanted. */
export class Sorting {
  readonly #columns: IndexColumns;
  readonly #orders: Orders;

  constructor(columns: IndexColumns, orders: Orders) {
    [this.#columns, this.#orders] = [columns, orders];
  }

  /** The first `count` ranks that are in all of these, in an order; equal ones by their ids, descending where prices are. */
  first(all: readonly Ranks[], order: Order & { count: number }): Uint32Array {
    const columns = this.#columns;
    const { column, sign, fill } = sortKeys(columns, order);
    const { ids, resorted } = columns;
    const idSign = order.sort === '-price' ? -1 : 1;
    const compare = (a: number, b: number) => sign * (column[a]! - column[b]!) || idSign * (ids[a]! - ids[b]!);
    const first = new FirstRanks(order.count, compare);
    let worst = Infinity;
    const offer = (ranks: Iterable<number>) => {
      fill?.(ranks);
      for (const rank of ranks) {
        if (sign * column[rank]! > worst) continue;
        const last = first.offer(rank);
        if (last !== undefined) worst = sign * column[last]!;
      }
    };
    const walked = this.#walk(all, order);
    if (walked) offer(walked);
    const changed = walked && resorted.all();
    if (changed) fill?.(changed);
    const others = changed ? [...all, changed.filter((rank) => sign * column[rank]! <= worst)] : all;
    for (const ranks of ranksInAll(others)) offer(ranks);
    return Uint32Array.from(first.inOrder());
  }

  /** The first in the stored order of those that still stand there; undefined where few of the first ones pass. */
  #walk(all: readonly Ranks[], { sort, filter, count }: Order & { count: number }): number[] | undefined {
    if (sort === 'bestselling') return this.#walkRanks(all, count);
    const order = this.#orders.sorted(sort, filter);
    const sets = all.filter((ranks) => ranks instanceof RankSet);
    if (!order || sets.length < all.length) return undefined;
    const { resorted } = this.#columns;
    const found: number[] = [];
    const end = Math.min(order.length, MOST_WALKED);
    next: for (let index = 0; index < end; index += 1) {
      const rank = order[sort === '-price' ? order.length - 1 - index : index]!;
      if (resorted.has(rank)) continue;
      for (const set of sets) if (!set.has(rank)) continue next;
      if (found.push(rank) === count) return found;
    }
    return order.length <= MOST_WALKED ? found : undefined;
  }

  #walkRanks(all: readonly Ranks[], count: number): number[] {
    const { resorted } = this.#columns;
    const found: number[] = [];
    for (const ranks of ranksInAll(all))
      for (const rank of ranks) if (!resorted.has(rank) && found.push(rank) === count) return found;
    return found;
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
