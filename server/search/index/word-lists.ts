import { Postings, PostingsWriter, type StoredPostings } from './postings.ts';
import type { IndexedProduct } from './product-facts.ts';
import type { Ranks } from './ranks.ts';
import { grown, Recent, type Numbers } from './rank-sets.ts';
import { isSpellable, type StoredWords } from './spelling.ts';
import { Vocabulary, WordNumbers } from './vocabulary.ts';

/** Where words are searched: in titles, in titles and names, or in all texts. */
export const TEXT_COLUMNS = ['title', 'names', 'text'] as const;
export type TextColumns = (typeof TEXT_COLUMNS)[number];

type Column = (name: string) => ArrayBuffer;

/** A beginning of more words than this is one of a letter or two, which everybody types. */
const MANY_WORDS = 250;
/** The products of so many of them are kept: an eighth of a megabyte each among a million. */
const KEPT_BEGINNINGS = 64;

/** The products of every word when the index was built; what changed since is in the file's table `document`. */
export class WordLists {
  readonly #vocabulary: Vocabulary;
  readonly #postings: Record<TextColumns, Postings>;
  readonly #beginnings = new Recent<Ranks>(KEPT_BEGINNINGS);

  constructor(column: Column, lastRank: number) {
    const [letters, starts] = [new Uint16Array(column('word letters')), new Uint32Array(column('word starts'))];
    this.#vocabulary = new Vocabulary({ letters, starts });
    const postings = (name: TextColumns) => readPostings(`words in ${name}`, column, lastRank);
    this.#postings = { title: postings('title'), names: postings('names'), text: postings('text') };
  }

  /** The products with a word, or with any word that begins so. */
  ranks(word: string, { isUnfinished, columns }: { isUnfinished: boolean; columns: TextColumns }): Ranks {
    const numbers = isUnfinished ? this.#vocabulary.beginningWith(word) : this.#vocabulary.find(word);
    const find = () => this.#postings[columns].union(numbers);
    return numbers.length > MANY_WORDS ? this.#beginnings.get(`${columns} ${word}`, find) : find();
  }
}

/** Gathers {@link WordLists}, the products by rank. */
export class WordListsWriter {
  readonly #numbers = new WordNumbers();
  readonly #entries = new PostingsWriter();
  /** The last product that had each word. */
  #lastProducts = new Uint32Array(0);
  #products = 0;

  add({ title, names, text }: IndexedProduct['document']): void {
    this.#products += 1;
    this.#addWords(title, 0);
    this.#addWords(names, 1);
    this.#addWords(text, 2);
    this.#entries.endRank();
  }

  /** Words of an earlier column are not counted again. */
  #addWords(words: string, place: number): void {
    for (let start = 0, end = 0; start < words.length; start = end + 1) {
      end = words.indexOf(' ', start);
      if (end < 0) end = words.length;
      if (end === start) continue;
      const number = this.#numbers.number(words, start, end);
      if (number >= this.#lastProducts.length) this.#lastProducts = grown(this.#lastProducts, number + 1);
      if (this.#lastProducts[number] === this.#products) continue;
      this.#lastProducts[number] = this.#products;
      this.#entries.add(number * TEXT_COLUMNS.length + place);
    }
  }

  /** Stores everything under names, and gives the words that spelling knows. */
  finish(store: (name: string, numbers: Numbers) => void): StoredWords {
    const numbered = Array.from({ length: this.#numbers.size }, (_, number) => this.#numbers.word(number));
    const order = Uint32Array.from(numbered.keys()).sort((a, b) => (numbered[a]! < numbered[b]! ? -1 : 1));
    const words = Array.from(order, (number) => numbered[number]!);
    const places = new Uint32Array(words.length);
    for (const [place, number] of order.entries()) places[number] = place;
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
