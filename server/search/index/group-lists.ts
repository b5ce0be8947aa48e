import { RankLists, type StoredLists } from './rank-lists.ts';
import { grown } from './rank-sets.ts';

/** The numbers of a product's subjects, authors and series. */
export type Grouped = { subject: readonly number[]; author: readonly number[]; series: readonly number[] };

/**
 * The subjects, authors and series of each rank in one list, so that what is counted together is in one place: how many subjects
 * and authors, then all three. Subjects are few enough for 16 bits; of authors and series, the lower half comes before the upper one.
 */
export class GroupLists extends RankLists<Uint16Array> {
  constructor(stored?: StoredLists) {
    super(Uint16Array, stored);
  }

  /** Replaces those of a rank; says whether they are others than before. */
  setGroups(rank: number, { subject, author, series }: Grouped): boolean {
    if (subject.some((number) => number > 0xffff)) throw new RangeError('more subjects than 16 bits hold');
    const links = [...author, ...series].flatMap((number) => [number & 0xffff, number >>> 16]);
    const list = [subject.length, author.length, ...subject, ...links];
    if (this.equals(rank, list)) return false;
    this.set(rank, list);
    return true;
  }

  of(kind: keyof Grouped, rank: number): Uint16Array | number[] {
    const list = this.get(rank);
    const authors = 2 + (list[0] ?? 0);
    const series = authors + 2 * (list[1] ?? 0);
    if (kind === 'subject') return list.subarray(2, authors);
    return wholeNumbers(kind === 'author' ? list.subarray(authors, series) : list.subarray(series));
  }

  /** Counts the subjects and authors of ranks, each where it is wanted. */
  count(ranks: Uint32Array, { subject, author }: { subject?: Counter; author?: Counter }): void {
    const { starts, values } = this.places;
    for (const rank of ranks) {
      const start = starts[rank]! + 2;
      const authors = start + values[start - 2]!;
      if (subject) for (let place = start; place < authors; place += 1) subject.add(values[place]!);
      if (!author) continue;
      const series = authors + 2 * values[start - 1]!;
      for (let place = authors; place < series; place += 2) author.add(values[place]! | (values[place + 1]! << 16));
    }
  }
}

function wholeNumbers(halves: ArrayLike<number>): number[] {
  const numbers: number[] = [];
  for (let place = 0; place < halves.length; place += 2) numbers.push(halves[place]! | (halves[place + 1]! << 16));
  return numbers;
}

/** Counts numbers, again and again. */
export class Counter {
  /** All zero when a count begins. */
  #counts = new Uint32Array(0);
  #seen = new Uint32Array(0);
  #size = 0;

  add(value: number): void {
    if (value >= this.#counts.length) this.#grow(value + 1);
    if (this.#counts[value]!++ === 0) this.#seen[this.#size++] = value;
  }

  /** Tells what was counted, and forgets it. */
  finish(tell: (value: number, count: number) => void): void {
    for (let index = 0; index < this.#size; index += 1) {
      const value = this.#seen[index]!;
      tell(value, this.#counts[value]!);
      this.#counts[value] = 0;
    }
    this.#size = 0;
  }

  #grow(values: number): void {
    this.#counts = grown(this.#counts, values);
    this.#seen = grown(this.#seen, this.#counts.length);
  }
}
