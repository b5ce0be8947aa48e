/** Sets of ranks: a product's place when all are ordered by popularity, from 1. */

/** Looks at some ranks, 32 in each number, from one number to before another, and sets the bits of those that belong. */
export type FillWords = (words: Uint32Array, from: number, end: number) => void;

/** So many numbers are filled at first: 32,768 ranks. */
export const WINDOW = 1024;
/** More than any set has. */
const ALL = 2 ** 30;

/** How a set is found: by one fill after the other, and for one rank by itself where that is known. */
type Found = { fills: readonly FillWords[]; isMember?: ((rank: number) => boolean) | undefined };

/** A set of ranks, one bit each. */
export class RankSet {
  #words: Uint32Array;
  #found: Found | undefined;
  /** The ranks of so many numbers are known. */
  #filled: number;

  /** One that is found is filled from the most popular products on, and only as far as it is asked for. */
  constructor(words: Uint32Array = new Uint32Array(0), found?: Found) {
    [this.#words, this.#found, this.#filled] = [words, found, found ? 0 : ALL];
  }

  get isEmpty(): boolean {
    return this.words.every((word) => word === 0);
  }

  has(rank: number): boolean {
    const index = rank >>> 5;
    if (index >= this.#filled) {
      if (this.#found?.isMember) return this.#found.isMember(rank);
      this.#fillTo(index + 1);
    }
    return ((this.#words[index] ?? 0) & (1 << (rank & 31))) !== 0;
  }

  add(rank: number): void {
    const words = this.wordsTo((rank >>> 5) + 1);
    if (rank >>> 5 >= words.length) this.#words = grown(words, (rank >>> 5) + 1);
    this.#words[rank >>> 5]! |= 1 << (rank & 31);
  }

  delete(rank: number): void {
    const words = this.wordsTo((rank >>> 5) + 1);
    if (rank >>> 5 < words.length) words[rank >>> 5]! &= ~(1 << (rank & 31));
  }

  /** Says whether a rank belongs from now on; a part that is not filled yet will be as things are then. */
  put(rank: number, isMember: boolean): void {
    const index = rank >>> 5;
    if (index >= this.#words.length) this.#words = grown(this.#words, index + 1);
    if (index >= this.#filled) return;
    if (isMember) this.#words[index]! |= 1 << (rank & 31);
    else this.#words[index]! &= ~(1 << (rank & 31));
  }

  clear(): void {
    this.words.fill(0);
  }

  /** Adds all of another set. */
  addAll({ words: others }: RankSet): void {
    let { words } = this;
    if (others.length > words.length) words = this.#words = grown(words, others.length);
    for (let index = 0; index < others.length; index += 1) words[index]! |= others[index]!;
  }

  /** The first `limit` ranks, in order. */
  first(limit: number): Uint32Array {
    const [{ words }, ranks] = [this, roomFor(limit)];
    let found = 0;
    for (let index = 0; index < words.length && found < limit; index += 1)
      for (let word = words[index]!; word !== 0 && found < limit; word &= word - 1)
        ranks[found++] = (index << 5) | (31 - Math.clz32(word & -word));
    return ranks.slice(0, found);
  }

  /** All ranks, in order; for sets of few. */
  all(): Uint32Array {
    const [{ words }, ranks] = [this, [] as number[]];
    for (let index = 0; index < words.length; index += 1)
      for (let word = words[index]!; word !== 0; word &= word - 1)
        ranks.push((index << 5) | (31 - Math.clz32(word & -word)));
    return Uint32Array.from(ranks);
  }

  /** How many numbers of 32 ranks it has. */
  get length(): number {
    return this.#words.length;
  }

  /** As stored: the bits of 32 ranks in each number. */
  get words(): Uint32Array {
    return this.wordsTo(this.#words.length);
  }

  /** Before ranks up to a number of 32 are asked for: fills the set so far at once, where they are not looked at one by one. */
  prepare(end: number): void {
    if (!this.#found?.isMember) this.wordsTo(end);
  }

  /** The same, of which those before `end` are known. */
  wordsTo(end: number): Uint32Array {
    if (end > this.#filled) this.#fillTo(end);
    return this.#words;
  }

  /** Fills at least twice as much as before, since every step costs something. */
  #fillTo(wanted: number): void {
    const [words, from] = [this.#words, this.#filled];
    if (from >= words.length) return;
    const end = Math.min(Math.max(wanted, 2 * from, WINDOW), words.length);
    for (const fill of this.#found?.fills ?? []) fill(words, from, end);
    this.#filled = end;
    if (end === words.length) [this.#found, this.#filled] = [undefined, ALL];
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
