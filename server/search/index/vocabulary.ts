import { grown } from './rank-sets.ts';
import type { ReadColumn, StoreColumn } from './stored-parts.ts';
import { StoredTexts, TextsWriter } from './stored-texts.ts';

/** So many letters tell that a word is too long to be looked at. */
const MOST_LETTERS = 64;

/** Words in the order of their bytes, by which they are numbered. */
export class Vocabulary {
  readonly #words: StoredTexts;
  readonly #letters = new Uint16Array(MOST_LETTERS);

  constructor(column: ReadColumn) {
    this.#words = new StoredTexts('words', column);
  }

  /** Stores words, and gives the place of each in their order. */
  static store(words: readonly string[], store: StoreColumn): Uint32Array {
    // Strings of one letter a byte are in the order of their bytes.
    const keys = words.map((word) => Buffer.from(word).toString('latin1'));
    const order = Uint32Array.from(keys.keys()).sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1));
    const [stored, places] = [new TextsWriter(), new Uint32Array(words.length)];
    for (const [place, number] of order.entries()) {
      stored.add(words[number]!);
      places[number] = place;
    }
    stored.finish('words', store);
    return places;
  }

  get size(): number {
    return this.#words.places.size;
  }

  word(number: number): string {
    return this.#words.get(number)!;
  }

  /** The letters of a word, of a very long one the first; in an array that the next call uses again. */
  letters(number: number): Uint16Array {
    const { bytes, places } = this.#words;
    const start = places.start(number);
    const length = Math.min(places.length(number), MOST_LETTERS);
    for (let index = 0; index < length; index += 1) {
      const byte = bytes[start + index]!;
      if (byte > 127) return lettersOf(this.word(number));
      this.#letters[index] = byte;
    }
    return this.#letters.subarray(0, length);
  }

  /** The number of a word, if it has one. */
  find(word: string): number[] {
    const bytes = Buffer.from(word);
    const number = this.#first((at) => this.#compare(at, bytes) >= 0);
    return number < this.size && this.#compare(number, bytes) === 0 ? [number] : [];
  }

  /** The numbers of all words with this beginning. */
  beginningWith(beginning: string): Uint32Array {
    const bytes = Buffer.from(beginning);
    const first = this.#first((at) => this.#compare(at, bytes) >= 0);
    const end = this.#first((at) => this.#compare(at, bytes) > 0 && !this.#beginsWith(at, bytes));
    const numbers = new Uint32Array(end - first);
    for (let index = 0; index < numbers.length; index += 1) numbers[index] = first + index;
    return numbers;
  }

  /** The first number that passes, where all after it pass too. */
  #first(passes: (number: number) => boolean): number {
    let low = 0;
    for (let high = this.size; low < high;) {
      const middle = (low + high) >>> 1;
      if (passes(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #compare(number: number, word: Buffer): number {
    const { bytes, places } = this.#words;
    const start = places.start(number);
    return -word.compare(bytes, start, start + places.length(number));
  }

  #beginsWith(number: number, beginning: Buffer): boolean {
    const { bytes, places } = this.#words;
    const start = places.start(number);
    const end = start + Math.min(places.length(number), beginning.length);
    return beginning.compare(bytes, start, end) === 0;
  }
}

export function lettersOf(word: string): Uint16Array {
  const letters = new Uint16Array(word.length);
  for (let index = 0; index < word.length; index += 1) letters[index] = word.charCodeAt(index);
  return letters;
}

const LEAST_PLACES = 1 << 16;

/** Numbers words as they come, from 0: a hash table of parts of texts, so that no string is made of each word. */
export class WordNumbers {
  size = 0;
  #letters = new Uint16Array(0);
  /** Where each word begins, and where the last one ends. */
  #starts = new Uint32Array(1);
  #hashes = new Uint32Array(0);
  /** The number of a word plus one, at the place of its hash or the next free one. */
  #places = new Uint32Array(LEAST_PLACES);

  /** The number of the word from `start` to `end` of a text. */
  number(text: string, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const mask = this.#places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const number = this.#places[place]! - 1;
      if (number < 0) return this.#add(text, [start, end], [hash, place]);
      if (this.#hashes[number] === hash && this.#is(number, text, start, end)) return number;
    }
  }

  word(number: number): string {
    return String.fromCharCode(...this.#letters.subarray(this.#starts[number], this.#starts[number + 1]));
  }

  #is(number: number, text: string, start: number, end: number): boolean {
    const first = this.#starts[number]!;
    if (this.#starts[number + 1]! - first !== end - start) return false;
    for (let index = start; index < end; index += 1)
      if (this.#letters[first + index - start] !== text.charCodeAt(index)) return false;
    return true;
  }

  #add(text: string, [start, end]: [number, number], [hash, place]: [number, number]): number {
    const number = this.size;
    const first = this.#starts[number]!;
    const last = first + end - start;
    if (last > this.#letters.length) this.#letters = grown(this.#letters, last);
    if (number + 1 >= this.#starts.length) this.#starts = grown(this.#starts, number + 2);
    if (number >= this.#hashes.length) this.#hashes = grown(this.#hashes, number + 1);
    for (let index = start; index < end; index += 1) this.#letters[first + index - start] = text.charCodeAt(index);
    this.#starts[number + 1] = last;
    this.#hashes[number] = hash;
    this.#places[place] = number + 1;
    this.size += 1;
    if (this.size * 2 > this.#places.length) this.#spread();
    return number;
  }

  #spread(): void {
    const places = new Uint32Array(this.#places.length * 2);
    const mask = places.length - 1;
    for (let number = 0; number < this.size; number += 1) {
      let place = this.#hashes[number]! & mask;
      while (places[place] !== 0) place = (place + 1) & mask;
      places[place] = number + 1;
    }
    this.#places = places;
  }
}
