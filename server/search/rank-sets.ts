/**
 * Sets and lists by rank: a product's place when all are ordered by popularity, from 1. What the search index keeps in
 * memory is made of them: about 60 MB for a million products.
 */

/** A set of ranks, one bit each. */
export class RankSet {
  #words: Uint32Array;

  constructor(words = new Uint32Array(0)) {
    this.#words = words;
  }

  static of(ranks: Uint32Array): RankSet {
    const set = new RankSet();
    for (const rank of ranks) set.add(rank);
    return set;
  }

  has(rank: number): boolean {
    return ((this.#words[rank >>> 5] ?? 0) & (1 << (rank & 31))) !== 0;
  }

  add(rank: number): void {
    if (rank >>> 5 >= this.#words.length) this.#words = grown(this.#words, (rank >>> 5) + 1);
    this.#words[rank >>> 5]! |= 1 << (rank & 31);
  }

  delete(rank: number): void {
    if (rank >>> 5 < this.#words.length) this.#words[rank >>> 5]! &= ~(1 << (rank & 31));
  }

  intersect(other: RankSet): RankSet {
    const length = Math.min(this.#words.length, other.#words.length);
    const words = new Uint32Array(length);
    for (let index = 0; index < length; index += 1) words[index] = this.#words[index]! & other.#words[index]!;
    return new RankSet(words);
  }

  union(other: RankSet): RankSet {
    const [longer, shorter] = this.#words.length < other.#words.length ? [other, this] : [this, other];
    const words = longer.#words.slice();
    for (let index = 0; index < shorter.#words.length; index += 1) words[index]! |= shorter.#words[index]!;
    return new RankSet(words);
  }

  get size(): number {
    let count = 0;
    for (const word of this.#words) count += bitCount(word);
    return count;
  }

  /** The first `limit` ranks, in order. */
  first(limit: number): Uint32Array {
    const ranks = new Uint32Array(Math.min(limit, this.#words.length * 32));
    let found = 0;
    for (let index = 0; index < this.#words.length && found < ranks.length; index += 1)
      for (let word = this.#words[index]!; word !== 0 && found < ranks.length; word &= word - 1)
        ranks[found++] = (index << 5) | (31 - Math.clz32(word & -word));
    return ranks.subarray(0, found);
  }
}

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** A copy with room for at least `length` numbers, an eighth more so that growing is rare. */
export function grown<T extends Numbers>(numbers: T, length: number): T {
  const larger = new (numbers.constructor as new (length: number) => T)(Math.ceil(length * 1.125) + 16);
  larger.set(numbers);
  return larger;
}

/** A list of numbers for each rank, one after the other in one array; a list that changes is put at the end. */
export class RankLists {
  #starts = new Uint32Array(0);
  #lengths = new Uint16Array(0);
  #values = new Uint32Array(0);
  #end = 0;
  /** All zero between two counts. */
  #counts = new Uint32Array(0);

  set(rank: number, list: readonly number[]): void {
    if (rank >= this.#starts.length) {
      this.#starts = grown(this.#starts, rank + 1);
      this.#lengths = grown(this.#lengths, rank + 1);
    }
    if (list.length > this.#lengths[rank]!) {
      if (this.#end + list.length > this.#values.length) this.#values = grown(this.#values, this.#end + list.length);
      this.#starts[rank] = this.#end;
      this.#end += list.length;
    }
    this.#lengths[rank] = list.length;
    this.#values.set(list, this.#starts[rank]);
  }

  get(rank: number): Uint32Array {
    const start = this.#starts[rank] ?? 0;
    return this.#values.subarray(start, start + (this.#lengths[rank] ?? 0));
  }

  /** How many of these ranks have each value. */
  count(ranks: Uint32Array): [value: number, count: number][] {
    const seen: number[] = [];
    for (const rank of ranks) {
      const start = this.#starts[rank]!;
      const end = start + this.#lengths[rank]!;
      for (let index = start; index < end; index += 1) {
        const value = this.#values[index]!;
        if (value >= this.#counts.length) this.#counts = grown(this.#counts, value + 1);
        if (this.#counts[value]!++ === 0) seen.push(value);
      }
    }
    const counted = seen.map((value): [number, number] => [value, this.#counts[value]!]);
    for (const value of seen) this.#counts[value] = 0;
    return counted;
  }

  /** The ranks up to `size` whose lists have one of the values. */
  find(values: ReadonlySet<number>, size: number): RankSet {
    const found = new RankSet(new Uint32Array((size >>> 5) + 1));
    for (let rank = 1; rank <= size; rank += 1) {
      const start = this.#starts[rank]!;
      const end = start + this.#lengths[rank]!;
      for (let index = start; index < end; index += 1) if (values.has(this.#values[index]!)) found.add(rank);
    }
    return found;
  }
}

/** Texts as small numbers, from 0 in the order in which they came. */
export class Dictionary {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  get size(): number {
    return this.#texts.length;
  }

  number(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.length;
      this.#numbers.set(text, number);
      this.#texts.push(text);
    }
    return number;
  }

  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  text(number: number): string {
    return this.#texts[number]!;
  }
}

/** The first `count` of these ranks in the order of `compare`. */
export function firstInOrder(
  ranks: Uint32Array,
  compare: (a: number, b: number) => number,
  count: number,
): Uint32Array {
  const first: number[] = [];
  for (const rank of ranks) {
    if (first.length === count && compare(rank, first[count - 1]!) >= 0) continue;
    let low = 0;
    for (let high = first.length; low < high;) {
      const middle = (low + high) >>> 1;
      if (compare(rank, first[middle]!) < 0) high = middle;
      else low = middle + 1;
    }
    first.splice(low, 0, rank);
    if (first.length > count) first.pop();
  }
  return Uint32Array.from(first);
}
