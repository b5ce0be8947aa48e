import { grown } from './rank-sets.ts';

/** Words in the order of their letters' numbers, by which they are numbered; one after the other in one array. */
export class Vocabulary {
  readonly #letters: Uint16Array;
  readonly #starts: Uint32Array;

  constructor({ letters, starts }: { letters: Uint16Array; starts: Uint32Array }) {
    [this.#letters, this.#starts] = [letters, starts];
  }

  /** What the constructor takes, of words in order. */
  static stored(words: readonly string[]): { letters: Uint16Array; starts: Uint32Array } {
    const starts = new Uint32Array(words.length + 1);
    for (const [number, word] of words.entries()) starts[number + 1] = starts[number]! + word.length;
    const letters = new Uint16Array(starts[words.length]!);
    for (const [number, word] of words.entries())
      for (let index = 0; index < word.length; index += 1) letters[starts[number]! + index] = word.charCodeAt(index);
    return { letters, starts };
  }

  /** The number of a word, if it has one. */
  find(word: string): number[] {
    const number = this.#first((at) => this.#compare(at, word) >= 0);
    return number < this.#size && this.#compare(number, word) === 0 ? [number] : [];
  }

  /** The numbers of all words with this beginning. */
  beginningWith(beginning: string): Uint32Array {
    const first = this.#first((at) => this.#compare(at, beginning) >= 0);
    const end = this.#first((at) => this.#compare(at, beginning) > 0 && !this.#beginsWith(at, beginning));
    const numbers = new Uint32Array(end - first);
    for (let index = 0; index < numbers.length; index += 1) numbers[index] = first + index;
    return numbers;
  }

  get #size(): number {
    return this.#starts.length - 1;
  }

  /** The first number that passes, where all after it pass too. */
  #first(passes: (number: number) => boolean): number {
    let low = 0;
    for (let high = this.#size; low < high;) {
      const middle = (low + high) >>> 1;
      if (passes(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #compare(number: number, word: string): number {
    const start = this.#starts[number]!;
    const length = this.#starts[number + 1]! - start;
    for (let index = 0; index < length && index < word.length; index += 1) {
      const difference = this.#letters[start + index]! - word.charCodeAt(index);
      if (difference !== 0) return difference;
    }
    return length - word.length;
  }

  #beginsWith(number: number, beginning: string): boolean {
    const start = this.#starts[number]!;
    if (this.#starts[number + 1]! - start < beginning.length) return false;
    for (let index = 0; index < beginning.length; index += 1)
      if (this.#letters[start + index] !== beginning.charCodeAt(index)) return false;
    return true;
  }
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
