/** At most so many words take the place of one. */
const MAX_SIMILAR = 16;

export type SimilarWord = { word: string; products: number; mistakes: number };

/** The words of titles and names, by which typing mistakes are corrected. */
export class Spelling {
  readonly #words: string[] = [];
  readonly #products: number[] = [];
  readonly #numbers = new Map<string, number>();
  /** The words that contain a pair of letters; the edges of a word count as letters. */
  readonly #byPair = new Map<string, number[]>();

  constructor(words: Iterable<{ word: string; products: number }>) {
    for (const { word, products } of words) this.#add(word, products);
  }

  /** Counts the words of a further product. */
  add(words: readonly string[]): void {
    for (const word of new Set(words)) {
      const known = this.#numbers.get(word);
      if (known !== undefined) this.#products[known]! += 1;
      else if (word.length >= 3) this.#add(word, 1);
    }
  }

  #add(word: string, products: number): void {
    const number = this.#words.length;
    this.#words.push(word);
    this.#products.push(products);
    this.#numbers.set(word, number);
    for (const pair of pairsOf(word)) {
      const list = this.#byPair.get(pair);
      if (list) list.push(number);
      else this.#byPair.set(pair, [number]);
    }
  }

  /** Known words within one mistake, or two from five letters on: the nearest first, then the most frequent. */
  similar(word: string): SimilarWord[] {
    const mistakes = word.length < 5 ? 1 : 2;
    const pairs = pairsOf(word);
    // A mistake destroys at most three pairs: two letters that changed places.
    const leastShared = Math.max(1, pairs.size - 3 * mistakes);
    const near: SimilarWord[] = [];
    for (const [number, shared] of this.#countShared(pairs)) {
      const known = this.#words[number]!;
      if (shared < leastShared || Math.abs(known.length - word.length) > mistakes) continue;
      const found = countMistakes(word, known, mistakes);
      if (found <= mistakes) near.push({ word: known, products: this.#products[number]!, mistakes: found });
    }
    return near
      .toSorted((a, b) => a.mistakes - b.mistakes || b.products - a.products || (a.word < b.word ? -1 : 1))
      .slice(0, MAX_SIMILAR);
  }

  #countShared(pairs: ReadonlySet<string>): Map<number, number> {
    const counts = new Map<number, number>();
    for (const pair of pairs)
      for (const number of this.#byPair.get(pair) ?? []) counts.set(number, (counts.get(number) ?? 0) + 1);
    return counts;
  }
}

function pairsOf(word: string): Set<string> {
  const edged = ` ${word} `;
  return new Set(Array.from({ length: edged.length - 1 }, (_, index) => edged.slice(index, index + 2)));
}

/**
 * How many letters are wrong, missing, too many or swapped with their neighbour (optimal string alignment); more than `most`
 * as soon as that is certain.
 */
export function countMistakes(typed: string, word: string, most: number): number {
  let [before, last] = [[] as number[], Array.from({ length: word.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      let mistakes = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + Number(!isSame));
      if (row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1])
        mistakes = Math.min(mistakes, before[column - 2]! + 1);
      current.push(mistakes);
    }
    if (Math.min(...current) > most) return most + 1;
    [before, last] = [last, current];
  }
  return last[word.length]!;
}
