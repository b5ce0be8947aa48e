import type { ProductFilter } from '#contract/product-filter.ts';
import type { IndexColumns } from './columns.ts';
import { formatBits } from './product-facts.ts';

export type Sort = Exclude<NonNullable<ProductFilter['sort']>, 'relevance'>;
export type Order = { sort: Sort; filter: ProductFilter };

/** The first `count` of these ranks in an order; equal ones by their ids, descending where prices are. */
export function firstInOrder(columns: IndexColumns, ranks: Uint32Array, order: Order & { count: number }): Uint32Array {
  const keys = sortKeys(columns, ranks, order);
  const { ids } = columns;
  const idSign = order.sort === '-price' ? -1 : 1;
  const compare = (a: number, b: number) => keys[a]! - keys[b]! || idSign * (ids[ranks[a]!]! - ids[ranks[b]!]!);
  const first = new FirstPlaces(order.count, compare);
  let worst = Infinity;
  for (let place = 0; place < keys.length; place += 1)
    if (keys[place]! <= worst) worst = keys[first.offer(place)] ?? Infinity;
  return Uint32Array.from(first.inOrder(), (place) => ranks[place]!);
}

/** A number for each of the ranks, the least for the first. */
function sortKeys(columns: IndexColumns, ranks: Uint32Array, { sort, filter }: Order): Float64Array {
  const keys = new Float64Array(ranks.length);
  const fill = (column: Int32Array | Uint32Array | Float64Array, sign: 1 | -1) => {
    for (let place = 0; place < ranks.length; place += 1) keys[place] = sign * column[ranks[place]!]!;
    return keys;
  };
  if (sort === 'bestselling') return fill(columns.popularity, -1);
  if (sort === 'newest') return fill(columns.published, -1);
  if (sort === 'title') return fill(columns.titlePlaces, 1);
  const sign = sort === 'price' ? 1 : -1;
  if (!filter.format) return fill(columns.prices, sign);
  const wanted = formatBits(filter.format);
  for (const [place, rank] of ranks.entries()) keys[place] = sign * columns.shownPrice(rank, wanted);
  return keys;
}

/** Keeps the first `most` of the places that it is offered: a heap whose top is the last of them. */
class FirstPlaces {
  readonly #heap: number[] = [];
  readonly #most: number;
  readonly #compare: (a: number, b: number) => number;

  constructor(most: number, compare: (a: number, b: number) => number) {
    [this.#most, this.#compare] = [most, compare];
  }

  /** The last of the first places; none as long as fewer than `most` were offered. */
  offer(place: number): number {
    const heap = this.#heap;
    if (heap.length < this.#most) {
      heap.push(place);
      this.#rise(heap.length - 1);
      return heap.length < this.#most ? -1 : heap[0]!;
    }
    if (heap.length > 0 && this.#compare(place, heap[0]!) < 0) {
      heap[0] = place;
      this.#sink();
    }
    return heap[0] ?? -1;
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
