import type { FillWords, RankSet } from './rank-sets.ts';

/* How sets of ranks are found, part by part: by columns, and from other sets. */

/** Those whose number is within bounds, both included. */
export function between(numbers: () => Uint16Array | Uint32Array, [least, most]: readonly [number, number]): FillWords {
  const span = Math.min(most, 0xffff_ffff) - least;
  return (words, from, end) => {
    const all = numbers();
    for (let index = from; index < end; index += 1) {
      let word = 0;
      // Of a smaller number the difference is beyond every span.
      for (let bit = 0, rank = index << 5; bit < 32 && rank < all.length; bit += 1, rank += 1)
        word |= Number((all[rank]! - least) >>> 0 <= span) << bit;
      words[index] = word;
    }
  };
}

/** Those whose number has one of some bits. */
export function withBits(numbers: () => Uint16Array, bits: number): FillWords {
  return (words, from, end) => {
    const all = numbers();
    for (let index = from; index < end; index += 1) {
      let word = 0;
      for (let bit = 0, rank = index << 5; bit < 32 && rank < all.length; bit += 1, rank += 1)
        word |= Number((all[rank]! & bits) !== 0) << bit;
      words[index] = word;
    }
  };
}

/** All of another set. */
export function copyOf(other: RankSet): FillWords {
  return (words, from, end) => words.set(other.wordsTo(end).subarray(from, end), from);
}

/** Keeps only those that are in another set too. */
export function onlyIn(other: RankSet): FillWords {
  return (words, from, end) => {
    const others = other.wordsTo(end);
    for (let index = from; index < end; index += 1) words[index]! &= others[index] ?? 0;
  };
}

/** Of another set those that belong, and no others of it. */
export function lookingAt(other: RankSet, isMember: (rank: number) => boolean): FillWords {
  return (words, from, end) => {
    const others = other.wordsTo(end);
    for (let index = from; index < end; index += 1)
      for (let left = others[index] ?? 0; left !== 0; left &= left - 1) {
        const bit = left & -left;
        if (isMember((index << 5) | (31 - Math.clz32(bit)))) words[index]! |= bit;
        else words[index]! &= ~bit;
      }
  };
}
