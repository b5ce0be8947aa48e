/** At most so many words take the place of one. */
const MAX_SIMILAR = 16;
const [MIN_LENGTH, MAX_LENGTH] = [3, 40];

export type SimilarWord = { word: string; products: number; mistakes: number };
/** Words of titles and names, the shortest first, separated by spaces, and the number of products that have each of them. */
export type StoredWords = { words: string; products: Uint32Array };

/** The words of titles and names, by which typing mistakes are corrected. */
export class Spelling {
  /** The letters of all words, one after the other. */
  readonly #letters: Uint16Array;
  readonly #starts: Uint32Array;
  /** Which letters a word has, a bit for each; by it most words are passed over. */
  readonly #signatures: Uint32Array;
  readonly #products: Uint32Array;
  /** Words that came later, with their numbers of products. */
  readonly #added = new Map<string, number>();

  constructor({ words, products }: StoredWords) {
    const count = products.length;
    this.#products = products;
    this.#letters = new Uint16Array(words.length - Math.max(0, count - 1));
    this.#starts = new Uint32Array(count + 1);
    this.#signatures = new Uint32Array(count);
    let [word, end] = [0, 0];
    for (let index = 0; index < words.length; index += 1) {
      const letter = words.charCodeAt(index);
      if (letter === SPACE) this.#starts[(word += 1)] = end;
      else {
        this.#letters[end++] = letter;
        this.#signatures[word]! |= letterBit(letter);
      }
    }
    this.#starts[count] = end;
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
    for (const number of this.#candidates(word, most)) {
      const [start, end] = [this.#starts[number]!, this.#starts[number + 1]!];
      const mistakes = distance.to(this.#letters, start, end);
      if (mistakes > most) continue;
      const known = String.fromCharCode(...this.#letters.subarray(start, end));
      near.set(known, { word: known, products: this.#products[number]!, mistakes });
    }
    for (const [known, products] of this.#added) {
      const mistakes = distance.to(lettersOf(known), 0, known.length);
      const before = near.get(known)?.products ?? 0;
      if (mistakes <= most) near.set(known, { word: known, products: before + products, mistakes });
    }
    return [...near.values()]
      .toSorted((a, b) => a.mistakes - b.mistakes || b.products - a.products || (a.word < b.word ? -1 : 1))
      .slice(0, MAX_SIMILAR);
  }

  /** Words of about the same length and letters: a mistake changes at most two letters of a signature. */
  #candidates(word: string, mistakes: number): number[] {
    const signature = signatureOf(word);
    const signatures = this.#signatures;
    const end = this.#firstLongerThan(word.length + mistakes);
    const found: number[] = [];
    for (let number = this.#firstLongerThan(word.length - mistakes - 1); number < end; number += 1) {
      let others = signatures[number]! ^ signature;
      for (let left = 2 * mistakes; left > 0 && others !== 0; left -= 1) others &= others - 1;
      if (others === 0) found.push(number);
    }
    return found;
  }

  /** The words are sorted by their length. */
  #firstLongerThan(length: number): number {
    let low = 0;
    for (let high = this.#products.length; low < high;) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle + 1]! - this.#starts[middle]! > length) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function mostMistakes(word: string): number {
  return word.length < 5 ? 1 : 2;
}

const SPACE = 32;

export function isSpellable(word: string): boolean {
  return word.length >= MIN_LENGTH && word.length <= MAX_LENGTH;
}

function letterBit(letter: number): number {
  return 1 << (letter & 31);
}

function signatureOf(word: string): number {
  let signature = 0;
  for (let index = 0; index < word.length; index += 1) signature |= letterBit(word.charCodeAt(index));
  return signature;
}

function lettersOf(word: string): Uint16Array {
  const letters = new Uint16Array(word.length);
  for (let index = 0; index < word.length; index += 1) letters[index] = word.charCodeAt(index);
  return letters;
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

  to(letters: Uint16Array, start: number, end: number): number {
    const [typed, most] = [this.#typed, this.#most];
    if (Math.abs(end - start - typed.length) > most) return most + 1;
    let [before, last, current] = this.#rows;
    for (let column = 0; column <= typed.length; column += 1) last[column] = column;
    for (let row = 1; row <= end - start; row += 1) {
      const letter = letters[start + row - 1]!;
      let least = (current[0] = row);
      for (let column = 1; column <= typed.length; column += 1) {
        const wrong = typed.charCodeAt(column - 1) === letter ? 0 : 1;
        let mistakes = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + wrong);
        const isSwapped =
          row > 1 &&
          column > 1 &&
          typed.charCodeAt(column - 2) === letter &&
          typed.charCodeAt(column - 1) === letters[start + row - 2];
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
