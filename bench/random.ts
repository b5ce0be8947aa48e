/** Draws that are the same for the same seed: a made catalogue, its queries and their mistakes are made again at will. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both bounds included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  isLikely(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: ArrayLike<T>): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  shuffle<T>(list: readonly T[]): T[] {
    const shuffled = [...list];
    for (let index = shuffled.length - 1; index > 0; index -= 1) {
      const other = this.integer(0, index);
      [shuffled[index], shuffled[other]] = [shuffled[other]!, shuffled[index]!];
    }
    return shuffled;
  }
}

/** Draws the index of one of `count` things, the n-th of which is 1/n^exponent times as frequent as the first. */
export function zipf(count: number, exponent: number): (random: Random) => number {
  const sums = new Float64Array(count);
  let total = 0;
  for (let index = 0; index < count; index += 1) sums[index] = total += (index + 1) ** -exponent;
  return (random) => {
    const wanted = random.next() * total;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const ONSETS = ['b', 'br', 'd', 'f', 'g', 'gr', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'tr', 'v', 'w', 'z'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'];
const ENDINGS = ['', '', '', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'rk'];

/** A word that is in no language, of two to four syllables. */
export function makeWord(random: Random): string {
  const syllable = () => random.pick(ONSETS) + random.pick(VOWELS);
  return Array.from({ length: random.integer(2, 4) }, syllable).join('') + random.pick(ENDINGS);
}

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const PERSIAN = 'ابپتجچخدرزسشعفقکگلمنوهی';

/** A word with one typing mistake: two letters exchanged, one left out, one too many, or a wrong one. */
export function misspell(random: Random, word: string): string {
  const letters = [...word];
  const at = random.integer(0, letters.length - 2);
  const wrong = random.pick(/\p{Script=Arabic}/u.test(word) ? PERSIAN : LATIN);
  const mistakes = [
    [letters[at + 1]!, letters[at]!],
    [letters[at + 1]!],
    [letters[at]!, wrong, letters[at + 1]!],
    [wrong, letters[at + 1]!],
  ];
  const written = letters.toSpliced(at, 2, ...random.pick(mistakes)).join('');
  return written === word ? misspell(random, word) : written;
}
