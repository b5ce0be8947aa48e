import type { Numbers } from './rank-sets.ts';
import { grown } from './rank-sets.ts';

/** Texts by number, from 1, in UTF-8 one after the other. */
export class StoredTexts {
  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;

  constructor(name: string, column: (name: string) => ArrayBuffer) {
    [this.#bytes, this.#ends] = [Buffer.from(column(name)), new Uint32Array(column(`${name}: ends`))];
  }

  /** None for a number that came later. */
  get(number: number): string | undefined {
    const end = this.#ends[number];
    return end === undefined ? undefined : this.#bytes.toString('utf8', this.#ends[number - 1]!, end);
  }
}

/** Gathers {@link StoredTexts}, the texts of the numbers from 1 on. */
export class TextsWriter {
  #bytes = new Uint8Array(0);
  readonly #ends = [0];

  add(text: string): void {
    const start = this.#ends.at(-1)!;
    if (start + 3 * text.length > this.#bytes.length) this.#bytes = grown(this.#bytes, start + 3 * text.length);
    const { written } = new TextEncoder().encodeInto(text, this.#bytes.subarray(start));
    this.#ends.push(start + written);
  }

  finish(name: string, store: (name: string, numbers: Numbers) => void): void {
    store(name, this.#bytes.subarray(0, this.#ends.at(-1)));
    store(`${name}: ends`, Uint32Array.from(this.#ends));
  }
}
