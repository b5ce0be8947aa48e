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
  beginningWith(beginning: string): number[] {
    const first = this.#first((at) => this.#compare(at, beginning) >= 0);
    const end = this.#first((at) => this.#compare(at, beginning) > 0 && !this.#beginsWith(at, beginning));
    return Array.from({ length: end - first }, (_, index) => first + index);
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
