/** Sets of ranks: a product's place when all are ordered by popularity, from 1. */

/** A set of ranks, one bit each. */
export class RankSet {
  #words: Uint32Array;

  constructor(words: Uint32Array = new Uint32Array(0)) {
    this.#words = words;
  }

  /** Those from 1 to `last` whose number is within bounds, both included. */
  static between(numbers: Numbers, last: number, [least, most]: readonly [number, number]): RankSet {
    const words = new Uint32Array((last >>> 5) + 1);
    for (let rank = 1; rank <= last; rank += 1)
      if (numbers[rank]! >= least && numbers[rank]! <= most) words[rank >>> 5]! |= 1 << (rank & 31);
    return new RankSet(words);
  }

  /** Those from 1 to `last` whose number has one of some bits. */
  static withBits(numbers: Uint16Array, last: number, bits: number): RankSet {
    const words = new Uint32Array((last >>> 5) + 1);
    for (let rank = 1; rank <= last; rank += 1)
      if ((numbers[rank]! & bits) !== 0) words[rank >>> 5]! |= 1 << (rank & 31);
    return new RankSet(words);
  }

  get isEmpty(): boolean {
    return this.#words.every((word) => word === 0);
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

  put(rank: number, isMember: boolean): void {
    if (isMember) this.add(rank);
    else this.delete(rank);
  }

  clear(): this {
    this.#words.fill(0);
    return this;
  }

  /** Adds all of another set. */
  addAll(other: RankSet): void {
    if (other.#words.length > this.#words.length) this.#words = grown(this.#words, other.#words.length);
    for (let index = 0; index < other.#words.length; index += 1) this.#words[index]! |= other.#words[index]!;
  }

  /** A copy with all of another set. */
  with(other: RankSet): RankSet {
    const both = new RankSet(this.#words.slice());
    both.addAll(other);
    return both;
  }

  /** Keeps only those that are in another set too. */
  and(other: RankSet): this {
    for (let index = 0; index < this.#words.length; index += 1) this.#words[index]! &= other.#words[index] ?? 0;
    return this;
  }

  /** A copy without the ranks of another set and with those of a list. */
  replace(without: RankSet, others: Uint32Array): RankSet {
    const replaced = new RankSet(this.#words.slice());
    const [mine, theirs] = [replaced.#words, without.#words];
    for (let index = Math.min(mine.length, theirs.length) - 1; index >= 0; index -= 1) mine[index]! &= ~theirs[index]!;
    for (const rank of others) replaced.add(rank);
    return replaced;
  }

  /** The first `limit` ranks, in order. */
  first(limit: number): Uint32Array {
    const [words, ranks] = [this.#words, roomFor(limit)];
    let found = 0;
    for (let index = 0; index < words.length && found < limit; index += 1)
      for (let word = words[index]!; word !== 0 && found < limit; word &= word - 1)
        ranks[found++] = (index << 5) | (31 - Math.clz32(word & -word));
    return ranks.slice(0, found);
  }

  /** All ranks, in order; for sets of few. */
  all(): Uint32Array {
    const ranks: number[] = [];
    for (const [index, found] of this.#words.entries())
      for (let word = found; word !== 0; word &= word - 1) ranks.push((index << 5) | (31 - Math.clz32(word & -word)));
    return Uint32Array.from(ranks);
  }

  /** As stored: the bits of 32 ranks in each number. */
  get words(): Uint32Array {
    return this.#words;
  }
}

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** A copy with room for at least `length` numbers, an eighth more so that growing is rare. */
export function grown<T extends Numbers>(numbers: T, length: number): T {
  const larger = new (numbers.constructor as new (length: number) => T)(Math.ceil(length * 1.125) + 16);
  larger.set(numbers);
  return larger;
}

let room = new Uint32Array(0);

/** Room for so many numbers, the same each time: for as long as nothing else may ask for it. */
export function roomFor(length: number): Uint32Array {
  if (room.length < length) room = new Uint32Array(length);
  return room;
}

type Kept = { set: RankSet; isMember: (rank: number) => boolean };

/** Sets that are asked for again and again, kept as products change; those that were not asked for longest go first. */
export class KeptSets {
  readonly #sets = new Map<string, Kept>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): RankSet | undefined {
    const kept = this.#sets.get(name);
    if (!kept) return undefined;
    this.#sets.delete(name);
    this.#sets.set(name, kept);
    return kept.set;
  }

  keep(name: string, set: RankSet, isMember: (rank: number) => boolean): void {
    if (this.#sets.size >= this.#most) this.#sets.delete(this.#sets.keys().next().value!);
    this.#sets.set(name, { set, isMember });
  }

  /** Puts a product where it belongs now. */
  update(rank: number): void {
    for (const { set, isMember } of this.#sets.values()) set.put(rank, isMember(rank));
  }
}

/** Answers that are asked for again and again; those that were not asked for longest go first. */
export class Recent<Value> {
  readonly #values = new Map<string | number, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** What is kept, or else is found; nothing found is not kept. */
  get(key: string | number, find: () => Value): Value {
    const known = this.#values.get(key);
    const value = known ?? find();
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string | number, value: Value): void {
    if (!this.#values.delete(key) && this.#values.size >= this.#most)
      this.#values.delete(this.#values.keys().next().value!);
    this.#values.set(key, value);
  }

  delete(key: string | number): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}
