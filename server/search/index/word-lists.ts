import { SmallNumbers, SmallNumbersWriter } from './places.ts';
import { Postings, PostingsWriter } from './postings.ts';
import type { IndexedProduct } from './product-facts.ts';
import type { Ranks } from './ranks.ts';
import { grown, Recent } from './rank-sets.ts';
import type { LocateBytes, ReadColumn, StoreColumn } from './stored-parts.ts';
import { Vocabulary, WordNumbers } from './vocabulary.ts';

/** Where words are searched: in titles, in titles and names, or in all texts. */
export const TEXT_COLUMNS = ['title', 'names', 'text'] as const;
export type TextColumns = (typeof TEXT_COLUMNS)[number];

export const PRODUCTS_OF_WORDS = 'products of words';
/** The lists of one word stand together, in the order of the columns. */
const LISTS = TEXT_COLUMNS.length;
/** The products of so many single letters in one of the columns are kept, an eighth of a megabyte each among a million: everybody types them. */
const KEPT_LETTERS = 64;
/** A longer beginning of more words than this is kept, too, but of these only so many. */
const MANY_WORDS = 250;
const KEPT_BEGINNINGS = 32;

type WantedWord = { isUnfinished: boolean; columns: TextColumns; sound?: string | undefined };
/** Columns, and where the bytes of the words' lists are. */
type Stored = { column: ReadColumn; wordProducts: LocateBytes };

/** The products of every word when the index was built; what changed since is in the file's table `document`. */
export class WordLists {
  readonly vocabulary: Vocabulary;
  readonly #postings: Postings;
  readonly #named: SmallNumbers;
  readonly #letters = new Recent<Ranks>(KEPT_LETTERS);
  readonly #beginnings = new Recent<Ranks>(KEPT_BEGINNINGS);

  constructor({ column, wordProducts }: Stored, lastRank: number) {
    this.vocabulary = new Vocabulary(column);
    this.#named = new SmallNumbers('numbers of named products', column);
    this.#postings = new Postings(PRODUCTS_OF_WORDS, { column, locate: wordProducts, lastRank });
  }

  /** The products with a word, or with any word that begins so, or with a token for its sound. */
  ranks(word: string, { isUnfinished, columns, sound }: WantedWord): Ranks {
    const typed = isUnfinished ? this.vocabulary.beginningWith(word) : this.vocabulary.find(word);
    const find = () => {
      const numbers = sound === undefined ? typed : [...typed, ...this.vocabulary.find(sound)];
      return this.#postings.union(Array.from(numbers, (number) => this.#list(number, columns)));
    };
    if (typed.length <= MANY_WORDS) return find();
    return (word.length === 1 ? this.#letters : this.#beginnings).get(`${columns} ${word}`, find);
  }

  /** How many products have a word in titles and names, by its number. */
  namedProducts(word: number): number {
    return this.#named.get(word);
  }

  /** A list that is the same as that of fewer columns is stored once. */
  #list(word: number, columns: TextColumns): number {
    const first = word * LISTS;
    let list = first + TEXT_COLUMNS.indexOf(columns);
    while (list > first && this.#postings.isEmpty(list)) list -= 1;
    return list;
  }
}

/** Gathers {@link WordLists}, the products by rank. */
export class WordListsWriter {
  readonly #numbers = new WordNumbers();
  readonly #entries = new PostingsWriter();
  /** The last product that had each word. */
  #lastProducts = new Uint32Array(0);
  /** How many products have each word in each column, and in none before it. */
  #counts = new Uint32Array(0);
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
      const entry = number * LISTS + place;
      if (entry >= this.#counts.length) this.#counts = grown(this.#counts, entry + 1);
      this.#counts[entry]! += 1;
      this.#entries.add(entry);
    }
  }

  finish(store: StoreColumn): void {
    const words = Array.from({ length: this.#numbers.size }, (_, number) => this.#numbers.word(number));
    const places = Vocabulary.store(words, store);
    const counts = this.#counts;
    const listsOf = (entry: number, tell: (list: number) => void) => {
      const word = Math.floor(entry / LISTS);
      for (let place = entry % LISTS; place < LISTS; place += 1)
        if (counts[word * LISTS + place]! > 0) tell(places[word]! * LISTS + place);
    };
    this.#entries.finish(PRODUCTS_OF_WORDS, { lists: words.length * LISTS, listsOf }, store);
    const [named, numbers] = [new SmallNumbersWriter(), new Uint32Array(words.length)];
    for (const [number, place] of places.entries()) numbers[place] = number * LISTS;
    for (const first of numbers) named.add(counts[first]! + counts[first + 1]!);
    named.finish('numbers of named products', store);
  }
}
