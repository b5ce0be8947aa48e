import { grown } from './rank-sets.ts';

const NO_LISTS: StoredLists = [new ArrayBuffer(0), new ArrayBuffer(0), new ArrayBuffer(0)];
type Values = Uint16Array | Uint32Array;
/** Starts, lengths and values as they are stored. */
export type StoredLists = readonly [starts: ArrayBuffer, lengths: ArrayBuffer, values: ArrayBuffer];

/** A list of numbers for each rank, one after the other in one array; a list that grows is put at the end. */
export class RankLists<V extends Values = Uint32Array> {
  #starts: Uint32Array;
  #lengths: Uint16Array;
  #values: V;
  #end: number;

  constructor(kind: new (stored: ArrayBuffer) => V, [starts, lengths, values] = NO_LISTS) {
    [this.#starts, this.#lengths] = [new Uint32Array(starts), new Uint16Array(lengths)];
    this.#values = new kind(values);
    this.#end = this.#values.length;
  }

  /** As it was constructed. */
  stored(ranks: number): [starts: Uint32Array, lengths: Uint16Array, values: Values] {
    return [this.#starts.subarray(0, ranks), this.#lengths.subarray(0, ranks), this.#values.subarray(0, this.#end)];
  }

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

  get(rank: number): V {
    const start = this.#starts[rank] ?? 0;
    return this.#values.subarray(start, start + (this.#lengths[rank] ?? 0)) as V;
  }

  equals(rank: number, list: readonly number[]): boolean {
    const known = this.get(rank);
    return known.length === list.length && known.every((value, index) => value === list[index]);
  }

  /** Where a rank's list is among all values. */
  placeOf(rank: number): { values: V; start: number; end: number } {
    const start = this.#starts[rank] ?? 0;
    return { values: this.#values, start, end: start + (this.#lengths[rank] ?? 0) };
  }

  /** Where the list of each rank begins among all values. */
  get places(): { starts: Uint32Array; values: V } {
    return { starts: this.#starts, values: this.#values };
  }
}

/** Texts as small numbers, from 0 in the order in which they came. */
export class Dictionary {
  readonly #numbers = new Map<string, number>();
  readonly texts: string[];

  constructor(texts: string[] = []) {
    this.texts = texts;
    for (const [number, text] of texts.entries()) this.#numbers.set(text, number);
  }

  number(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.length;
      this.#numbers.set(text, number);
      this.texts.push(text);
    }
    return number;
  }

  has(text: string): boolean {
    return this.#numbers.has(text);
  }

  /** The numbers of those texts that are known. */
  find(texts: readonly string[]): number[] {
    const numbers = texts.map((text) => this.#numbers.get(text)).filter((number) => number !== undefined);
    return [...new Set(numbers)];
  }
}
