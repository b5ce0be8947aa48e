import { Postings, PostingsWriter, type StoredPostings } from './postings.ts';
import type { IndexedProduct } from './product-facts.ts';
import type { Ranks } from './ranks.ts';
import type { Numbers } from './rank-sets.ts';
import { isSpellable, type StoredWords } from './spelling.ts';
import { Vocabulary } from './vocabulary.ts';

/** Where words are searched: in titles, in titles and names, or in all texts. */
export const TEXT_COLUMNS = ['title', 'names', 'text'] as const;
export type TextColumns = (typeof TEXT_COLUMNS)[number];

type Column = (name: string) => ArrayBuffer;

/** The products of every word when the index was built; what changed since is in the file's table `document`. */
export class WordLists {
  readonly #vocabulary: Vocabulary;
  readonly #postings: Record<TextColumns, Postings>;

  constructor(column: Column, lastRank: number) {
    const [letters, starts] = [new Uint16Array(column('word letters')), new Uint32Array(column('word starts'))];
    this.#vocabulary = new Vocabulary({ letters, starts });
    const postings = (name: TextColumns) => readPostings(`words in ${name}`, column, lastRank);
    this.#postings = { title: postings('title'), names: postings('names'), text: postings('text') };
  }

  /** The products with a word, or with any word that begins so. */
  ranks(word: string, { isUnfinished, columns }: { isUnfinished: boolean; columns: TextColumns }): Ranks {
    const numbers = isUnfinished ? this.#vocabulary.beginningWith(word) : this.#vocabulary.find(word);
    return this.#postings[columns].union(numbers);
  }
}

/** Gathers {@link WordLists}, the products by rank. */
export class WordListsWriter {
  readonly #numbers = new Map<string, number>();
  readonly #entries = new PostingsWriter();

  add({ title, names, text }: IndexedProduct['document']): void {
    const known = new Set<string>();
    for (const [place, words] of [title, names, text].entries())
      for (const word of words.split(' ')) {
        if (word === '' || known.has(word)) continue;
        known.add(word);
        this.#entries.add(this.#number(word) * TEXT_COLUMNS.length + place);
      }
    this.#entries.endRank();
  }

  #number(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** Stores everything under names, and gives the words that spelling knows. */
  finish(store: (name: string, numbers: Numbers) => void): StoredWords {
    const words = [...this.#numbers.keys()].toSorted((a, b) => (a < b ? -1 : 1));
    const places = new Uint32Array(words.length);
    for (const [place, word] of words.entries()) places[this.#numbers.get(word)!] = place;
    const { letters, starts } = Vocabulary.stored(words);
    store('word letters', letters);
    store('word starts', starts);
    const size = TEXT_COLUMNS.length;
    const lists = TEXT_COLUMNS.map((columns, most) => {
      const listOf = (entry: number) => (entry % size > most ? -1 : places[Math.floor(entry / size)]!);
      const postings = this.#entries.finish(words.length, listOf);
      storePostings(`words in ${columns}`, postings, store);
      return postings;
    });
    return spellable(words, lists[1]!.counts);
  }
}

function spellable(words: readonly string[], products: Uint32Array): StoredWords {
  const known = words
    .map((word, number) => ({ word, products: products[number]! }))
    .filter((one) => one.products > 0 && isSpellable(one.word))
    .toSorted((a, b) => a.word.length - b.word.length);
  return {
    words: known.map(({ word }) => word).join(' '),
    products: Uint32Array.from(known, (one) => one.products),
  };
}

export function storePostings(
  name: string,
  { starts, counts, bytes }: StoredPostings,
  store: (name: string, numbers: Numbers) => void,
): void {
  store(`${name}: starts`, starts);
  store(`${name}: counts`, counts);
  store(name, bytes);
}

export function readPostings(name: string, column: Column, lastRank: number): Postings {
  const [starts, counts] = [column(`${name}: starts`), column(`${name}: counts`)];
  const bytes = new Uint8Array(column(name));
  return new Postings({ starts: new Uint32Array(starts), counts: new Uint32Array(counts), bytes }, lastRank);
}
