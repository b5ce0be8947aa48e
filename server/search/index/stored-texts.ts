import { Places, PlacesWriter } from './places.ts';
import { grown } from './rank-sets.ts';
import type { ReadColumn, StoreColumn } from './stored-parts.ts';

/** Texts by number, from 0, in UTF-8 one after the other. */
export class StoredTexts {
  readonly bytes: Buffer;
  readonly places: Places;

  constructor(name: string, column: ReadColumn) {
    [this.bytes, this.places] = [Buffer.from(column(name)), new Places(name, column)];
  }

  /** None for a number that came later. */
  get(number: number): string | undefined {
    if (number >= this.places.size) return undefined;
    const start = this.places.start(number);
    return this.bytes.toString('utf8', start, start + this.places.length(number));
  }
}

/** Gathers {@link StoredTexts}. */
export class TextsWriter {
  #bytes = new Uint8Array(0);
  readonly #places = new PlacesWriter();

  add(text: string): void {
    const start = this.#places.end;
    if (start + 3 * text.length > this.#bytes.length) this.#bytes = grown(this.#bytes, start + 3 * text.length);
    const { written } = new TextEncoder().encodeInto(text, this.#bytes.subarray(start));
    this.#places.add(written);
  }

  finish(name: string, store: StoreColumn): void {
    store(name, this.#bytes.subarray(0, this.#places.end));
    this.#places.finish(name, store);
  }
}
