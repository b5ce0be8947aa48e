import { RankLists } from './rank-lists.ts';
import { grown } from './rank-sets.ts';

/** The numbers of a product's subjects, authors and series. */
export type Grouped = { subject: readonly number[]; author: readonly number[]; series: readonly number[] };

/**
 * The subjects, authors and series of each rank in one list, so that what is counted together is in one place: how many subjects
 * and authors, then all three.
 */
export class GroupLists extends RankLists {
  /** Replaces those of a rank; says whether they are others than before. */
  setGroups(rank: number, { subject, author, series }: Grouped): boolean {
    const list = [subject.length, author.length, ...subject, ...author, ...series];
    if (this.equals(rank, list)) return false;
    this.set(rank, list);
    return true;
  }

  of(kind: keyof Grouped, rank: number): Uint32Array {
    const list = this.get(rank);
    const authors = 2 + (list[0] ?? 0);
    const series = authors + (list[1] ?? 0);
    if (kind === 'subject') return list.subarray(2, authors);
    return kind === 'author' ? list.subarray(authors, series) : list.subarray(series);
  }

  /** Counts the subjects and authors of ranks, each where it is wanted. */
  count(ranks: Uint32Array, { subject, author }: { subject?: Counter; author?: Counter }): void {
    const { starts, values } = this.places;
    for (const rank of ranks) {
      const start = starts[rank]! + 2;
      const authors = start + values[start - 2]!;
      const series = authors + values[start - 1]!;
      if (subject) subject.add(values, start, authors);
      if (author) author.add(values, authors, series);
    }
  }
}

/** Counts numbers, again and again. */
export class Counter {
  /** All zero when a count begins. */
  #counts = new Uint32Array(0);
  #seen = new Uint32Array(0);
  #size = 0;

  /** Counts the values from one place to before another. */
  add(values: Uint32Array, from: number, to: number): void {
    for (let place = from; place < to; place += 1) {
      const value = values[place]!;
      if (value >= this.#counts.length) this.#grow(value + 1);
      if (this.#counts[value]!++ === 0) this.#seen[this.#size++] = value;
    }
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
