import { lettersOf, type Vocabulary } from './vocabulary.ts';

/** At most so many words take the place of one. */
const MAX_SIMILAR = 16;
const [MIN_LENGTH, MAX_LENGTH] = [3, 40];

export type SimilarWord = { word: string; products: number; mistakes: number };
type Words = { vocabulary: Vocabulary; namedProducts: (word: number) => number };

/** The words of titles and names, by which typing mistakes are corrected. */
export class Spelling {
  readonly #words: Words;
  /** The numbers of the known words, the shortest first. */
  readonly #numbers: Uint32Array;
  /** How many known words are shorter than each length. */
  readonly #shorter = new Uint32Array(MAX_LENGTH + 2);
  /** Which letters each of them has, a bit for each; by it most words are passed over. */
  readonly #signatures: Uint32Array;
  /** Words that came later, with their numbers of products. */
  readonly #added = new Map<string, number>();

  constructor(words: Words) {
    this.#words = words;
    const { size } = words.vocabulary;
    const [lengths, signatures] = [new Uint8Array(size), new Uint32Array(size)];
    for (let number = 0; number < size; number += 1) {
      const letters = words.vocabulary.letters(number);
      if (letters.length < MIN_LENGTH || letters.length > MAX_LENGTH || words.namedProducts(number) === 0) continue;
      lengths[number] = letters.length;
      signatures[number] = signatureOf(letters);
      this.#shorter[letters.length + 1]! += 1;
    }
    for (let length = 1; length < this.#shorter.length; length += 1)
      this.#shorter[length]! += this.#shorter[length - 1]!;
    const known = this.#shorter.at(-1)!;
    [this.#numbers, this.#signatures] = [new Uint32Array(known), new Uint32Array(known)];
    const ends = this.#shorter.slice();
    for (let number = 0; number < size; number += 1) {
      if (lengths[number] === 0) continue;
      const place = ends[lengths[number]!]!++;
      this.#numbers[place] = number;
      this.#signatures[place] = signatures[number]!;
    }
  }

  /** Counts the words of a further product. */
  add(words: Iterable<string>): void {
    for (const word of words) if (isSpellable(word)) this.#added.set(word, (this.#added.get(word) ?? 0) + 1);
  }

  /** The known words with the fewest mistakes, at most one, or two from five letters on: the most frequent first. */
  nearest(word: string): SimilarWord[] {
    for (let mistakes = 0; mistakes <= mostMistakes(word); mistakes += 1) {
      const found = this.#within(word, mistakes);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** All known words with so few mistakes: the nearest first, then the most frequent. */
  similar(word: string): SimilarWord[] {
    return this.#within(word, mostMistakes(word));
  }

  #within(word: string, most: number): SimilarWord[] {
    const near = new Map<string, SimilarWord>();
    const distance = new Distance(word, most);
    const { vocabulary } = this.#words;
    for (const number of this.#candidates(word, most)) {
      const mistakes = distance.to(vocabulary.letters(number));
      if (mistakes > most) continue;
      const known = vocabulary.word(number);
      near.set(known, { word: known, products: this.#words.namedProducts(number), mistakes });
    }
    for (const [known, products] of this.#added) {
      const mistakes = distance.to(lettersOf(known));
      const before = near.get(known)?.products ?? 0;
      if (mistakes <= most) near.set(known, { word: known, products: before + products, mistakes });
    }
    return [...near.values()]
      .toSorted((a, b) => a.mistakes - b.mistakes || b.products - a.products || (a.word < b.word ? -1 : 1))
      .slice(0, MAX_SIMILAR);
  }

  /** Words of about the same length and letters: a mistake changes at most two letters of a signature. */
  #candidates(word: string, mistakes: number): number[] {
    const signature = signatureOf(lettersOf(word));
    const signatures = this.#signatures;
    const found: number[] = [];
    const end = this.#firstOf(word.length + mistakes + 1);
    for (let place = this.#firstOf(word.length - mistakes); place < end; place += 1) {
      let others = signatures[place]! ^ signature;
      for (let left = 2 * mistakes; left > 0 && others !== 0; left -= 1) others &= others - 1;
      if (others === 0) found.push(this.#numbers[place]!);
    }
    return found;
  }

  /** The place of the first word of a length. */
  #firstOf(length: number): number {
    return this.#shorter[Math.min(Math.max(length, 0), MAX_LENGTH + 1)]!;
  }
}

function mostMistakes(word: string): number {
  return word.length < 5 ? 1 : 2;
}

export function isSpellable(word: string): boolean {
  return word.length >= MIN_LENGTH && word.length <= MAX_LENGTH;
}

function signatureOf(letters: Uint16Array): number {
  let signature = 0;
  for (const letter of letters) signature |= 1 << (letter & 31);
  return signature;
}

/**
 * How many letters of other words are wrong, missing, too many or swapped with their neighbour (optimal string alignment);
 * more than `most` as soon as that is certain.
 */
class Distance {
  readonly #typed: string;
  readonly #most: number;
  #rows: [Uint8Array, Uint8Array, Uint8Array];

  constructor(typed: string, most: number) {
    [this.#typed, this.#most] = [typed, most];
    const row = () => new Uint8Array(typed.length + 1);
    this.#rows = [row(), row(), row()];
  }

  to(letters: Uint16Array): number {
    const [typed, most] = [this.#typed, this.#most];
    if (Math.abs(letters.length - typed.length) > most) return most + 1;
    let [before, last, current] = this.#rows;
    for (let column = 0; column <= typed.length; column += 1) last[column] = column;
    for (let row = 1; row <= letters.length; row += 1) {
      const letter = letters[row - 1]!;
      let least = (current[0] = row);
      for (let column = 1; column <= typed.length; column += 1) {
        const wrong = typed.charCodeAt(column - 1) === letter ? 0 : 1;
        let mistakes = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + wrong);
        const isSwapped =
          row > 1 &&
          column > 1 &&
          typed.charCodeAt(column - 2) === letter &&
          typed.charCodeAt(column - 1) === letters[row - 2];
        if (isSwapped) mistakes = Math.min(mistakes, before[column - 2]! + 1);
        current[column] = mistakes;
        least = Math.min(least, mistakes);
      }
      if (least > most) return most + 1;
      [before, last, current] = [last, current, before];
    }
    return last[typed.length]!;
  }
}
