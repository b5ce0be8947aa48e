import { RankLists, type StoredLists } from './rank-lists.ts';
import { grown } from './rank-sets.ts';

/** The lists of so many ranks are looked at together. */
const GATHERED_TOGETHER = 256;

/** The numbers of a product's subjects, authors and series. */
export type Grouped = { subject: readonly number[]; author: readonly number[]; series: readonly number[] };

/**
 * The subjects, authors and series of each rank in one list, so that what is counted together is in one place: how many subjects
 * and authors, then all three. Subjects are few enough for 16 bits; of authors and series, the lower half comes before the upper one.
 */
export class GroupLists extends RankLists<Uint16Array> {
  #gathered = new Uint32Array(0);

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

  /** The subjects or authors of all these ranks, one after the other; in an array that the next call uses again. */
  gather(kind: 'subject' | 'author', ranks: Uint32Array): Uint32Array {
    const { starts, values } = this.places;
    const [isSubject, lengthAt] = [kind === 'subject', kind === 'subject' ? 0 : 1];
    let found = 0;
    for (let from = 0; from < ranks.length; from += GATHERED_TOGETHER) {
      const end = Math.min(from + GATHERED_TOGETHER, ranks.length);
      let wanted = found;
      // All lengths first: the processor fetches lists that lie far apart side by side then.
      for (let index = from; index < end; index += 1) wanted += values[starts[ranks[index]!]! + lengthAt]!;
      if (wanted > this.#gathered.length) this.#gathered = grown(this.#gathered, wanted);
      const gathered = this.#gathered;
      for (let index = from; index < end; index += 1) {
        const start = starts[ranks[index]!]! + 2;
        const authors = start + values[start - 2]!;
        if (isSubject) for (let place = start; place < authors; place += 1) gathered[found++] = values[place]!;
        else
          for (let place = authors, last = authors + 2 * values[start - 1]!; place < last; place += 2)
            gathered[found++] = values[place]! | (values[place + 1]! << 16);
      }
    }
    return this.#gathered.subarray(0, found);
  }
}

function wholeNumbers(halves: ArrayLike<number>): number[] {
  const numbers: number[] = [];
  for (let place = 0; place < halves.length; place += 2) numbers.push(halves[place]! | (halves[place + 1]! << 16));
  return numbers;
}

/** Counts at most 65,535 numbers, again and again. */
export class Counter {
  /** All zero when a count begins; no longer than what a processor has near at hand. */
  #counts = new Uint16Array(0);
  #seen = new Uint32Array(0);

  /** Tells how often each of the numbers is among them. */
  count(numbers: Uint32Array, tell: (value: number, count: number) => void): void {
    let most = -1;
    for (const value of numbers) if (value > most) most = value;
    if (most >= this.#counts.length) this.#counts = grown(this.#counts, most + 1);
    if (numbers.length > this.#seen.length) this.#seen = grown(this.#seen, numbers.length);
    const [counts, seen] = [this.#counts, this.#seen];
    let size = 0;
    for (const value of numbers) if (counts[value]!++ === 0) seen[size++] = value;
    for (let index = 0; index < size; index += 1) {
      const value = seen[index]!;
      const count = counts[value]!;
      counts[value] = 0;
      tell(value, count);
    }
  }
}
