import { grown } from './rank-sets.ts';
import type { ReadColumn, StoreColumn } from './stored-parts.ts';

/** The place of every 16th part is kept; those between are found by lengths. */
const STEP = 16;
/** A length that does not fit in a byte is kept apart. */
const LONG = 255;

/** Where each of many parts is that stand one after the other, numbered from 0: in a byte and a quarter instead of four. */
export class Places {
  readonly size: number;
  readonly #starts: Uint32Array;
  readonly #lengths: Uint8Array;
  /** Numbers of long parts, in order, and how long each of them is. */
  readonly #long: Uint32Array;
  readonly #longLengths: Uint32Array;

  constructor(name: string, column: ReadColumn) {
    [this.#starts, this.#lengths] = [
      new Uint32Array(column(`${name}: starts`)),
      new Uint8Array(column(`${name}: lengths`)),
    ];
    const [long, longLengths] = [column(`${name}: long`), column(`${name}: long lengths`)];
    [this.#long, this.#longLengths] = [new Uint32Array(long), new Uint32Array(longLengths)];
    this.size = this.#lengths.length;
  }

  start(number: number): number {
    let start = this.#starts[Math.floor(number / STEP)]!;
    for (let before = number - (number % STEP); before < number; before += 1) start += this.length(before);
    return start;
  }

  length(number: number): number {
    const length = this.#lengths[number]!;
    return length < LONG ? length : this.#longLength(number);
  }

  #longLength(number: number): number {
    let [low, high] = [0, this.#long.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#long[middle]! < number) low = middle + 1;
      else high = middle;
    }
    return this.#longLengths[low]!;
  }
}

/** Gathers {@link Places}, part after part. */
export class PlacesWriter {
  /** Where the next part begins. */
  end = 0;
  #size = 0;
  #lengths = new Uint8Array(0);
  readonly #starts: number[] = [];
  readonly #long: number[] = [];
  readonly #longLengths: number[] = [];

  /** Adds a part, and says where it begins. */
  add(length: number): number {
    const [number, start] = [this.#size++, this.end];
    if (number % STEP === 0) this.#starts.push(start);
    if (number >= this.#lengths.length) this.#lengths = grown(this.#lengths, number + 1);
    this.#lengths[number] = Math.min(length, LONG);
    if (length >= LONG) {
      this.#long.push(number);
      this.#longLengths.push(length);
    }
    this.end += length;
    return start;
  }

  finish(name: string, store: StoreColumn): void {
    store(`${name}: starts`, Uint32Array.from(this.#starts));
    store(`${name}: lengths`, this.#lengths.subarray(0, this.#size));
    store(`${name}: long`, Uint32Array.from(this.#long));
    store(`${name}: long lengths`, Uint32Array.from(this.#longLengths));
  }
}
