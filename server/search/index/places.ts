import { grown } from './rank-sets.ts';
import type { ReadColumn, StoreColumn } from './stored-parts.ts';

/** The place of every 16th part is kept; those between are found by lengths. */
const STEP = 16;
/** A number that does not fit in a byte is kept apart. */
const LARGE = 255;

/** Numbers of which nearly all are below 255, by their places from 0: in a byte each. */
export class SmallNumbers {
  readonly size: number;
  readonly #bytes: Uint8Array;
  /** The places of large numbers, in order, and these numbers. */
  readonly #largePlaces: Uint32Array;
  readonly #large: Uint32Array;

  constructor(name: string, column: ReadColumn) {
    this.#bytes = new Uint8Array(column(name));
    this.#largePlaces = new Uint32Array(column(`${name}: places of large ones`));
    this.#large = new Uint32Array(column(`${name}: large ones`));
    this.size = this.#bytes.length;
  }

  get(place: number): number {
    const number = this.#bytes[place]!;
    return number < LARGE ? number : this.#getLarge(place);
  }

  #getLarge(place: number): number {
    let [low, high] = [0, this.#largePlaces.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#largePlaces[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return this.#large[low]!;
  }
}

export class SmallNumbersWriter {
  size = 0;
  #bytes = new Uint8Array(0);
  readonly #largePlaces: number[] = [];
  readonly #large: number[] = [];

  add(number: number): void {
    const place = this.size++;
    if (place >= this.#bytes.length) this.#bytes = grown(this.#bytes, place + 1);
    this.#bytes[place] = Math.min(number, LARGE);
    if (number < LARGE) return;
    this.#largePlaces.push(place);
    this.#large.push(number);
  }

  finish(name: string, store: StoreColumn): void {
    store(name, this.#bytes.subarray(0, this.size));
    store(`${name}: places of large ones`, Uint32Array.from(this.#largePlaces));
    store(`${name}: large ones`, Uint32Array.from(this.#large));
  }
}

/** Where each of many parts is that stand one after the other, numbered from 0: in a byte and a quarter instead of four. */
export class Places {
  readonly #starts: Uint32Array;
  readonly #lengths: SmallNumbers;

  constructor(name: string, column: ReadColumn) {
    [this.#starts, this.#lengths] = [
      new Uint32Array(column(`${name}: starts`)),
      new SmallNumbers(`${name}: lengths`, column),
    ];
  }

  get size(): number {
    return this.#lengths.size;
  }

  start(number: number): number {
    let start = this.#starts[Math.floor(number / STEP)]!;
    for (let before = number - (number % STEP); before < number; before += 1) start += this.#lengths.get(before);
    return start;
  }

  length(number: number): number {
    return this.#lengths.get(number);
  }
}

/** Gathers {@link Places}, part after part. */
export class PlacesWriter {
  /** Where the next part begins. */
  end = 0;
  readonly #starts: number[] = [];
  readonly #lengths = new SmallNumbersWriter();

  /** Adds a part, and says where it begins. */
  add(length: number): number {
    const start = this.end;
    if (this.#lengths.size % STEP === 0) this.#starts.push(start);
    this.#lengths.add(length);
    this.end += length;
    return start;
  }

  finish(name: string, store: StoreColumn): void {
    store(`${name}: starts`, Uint32Array.from(this.#starts));
    this.#lengths.finish(`${name}: lengths`, store);
  }
}
