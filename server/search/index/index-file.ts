import { hash as hashOf } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { wordsOf } from '../../catalogue/search-words.ts';
import { cardTitles, packCard, seriesNumber, unpackCard } from './card.ts';
import { IndexColumns } from './columns.ts';
import { SETTINGS, VERSION } from './index-schema.ts';
import { Links } from './links.ts';
import type { IndexedProduct, RankedFacts } from './product-facts.ts';
import { RankSet } from './rank-sets.ts';
import { Statements } from './statements.ts';
import {
  readColumn,
  readProperty,
  saveProperty,
  storeColumn,
  wordProductsIn,
  type LocateBytes,
  type ReadColumn,
} from './stored-parts.ts';
import { StoredTexts } from './stored-texts.ts';
import { Titles } from './titles.ts';

/** What the file is a copy of, and up to where every change was taken over (see `readChanges`). */
export type IndexSource = { database: string; snapshot: string; readAt: string };

/** The stored part of the search index: one SQLite file, derived from the catalogue and built anew at will. */
export class IndexFile {
  readonly #file: Statements;
  readonly titles: Titles;
  /** Where the products of words are, for {@link WordLists}. */
  readonly wordProducts: LocateBytes;
  readonly links: Links;
  readonly #foldedTitles: StoredTexts;
  /** The last rank that was given when the file was built. */
  readonly builtWith: number;
  /** The ranks whose texts are others than when the file was built, or came since. */
  readonly otherTexts = new RankSet();

  private constructor(file: Statements) {
    const column = (name: string) => readColumn(file, name);
    [this.#file, this.titles] = [file, new Titles(file)];
    this.links = new Links(file, column);
    this.wordProducts = wordProductsIn(file);
    this.#foldedTitles = new StoredTexts('folded titles', column);
    this.builtWith = Number(readProperty(file, 'built_with'));
    for (const { rank } of file.all<{ rank: number }>('SELECT rank FROM other_text')) this.otherTexts.add(rank);
  }

  /** Puts a closed file in the place of another. */
  static replace(path: string, by: string): void {
    removeIndexFile(path);
    renameSync(by, path);
  }

  /** An existing file; undefined where it is missing, damaged, unfinished or of another version. */
  static open(path: string): IndexFile | undefined {
    if (!existsSync(path)) return undefined;
    const file = new Statements(path);
    try {
      file.exec(SETTINGS);
      if (readProperty(file, 'version') === VERSION) return new IndexFile(file);
    } catch {
      // Damaged: it is only a copy of what the database has.
    }
    file.close();
    return undefined;
  }

  get source(): IndexSource {
    return JSON.parse(readProperty(this.#file, 'source')!) as IndexSource;
  }

  set source(source: IndexSource) {
    saveProperty(this.#file, 'source', JSON.stringify(source));
  }

  transaction(work: () => void): void {
    this.#file.transaction(work);
  }

  /** Adds or replaces a product; says whether its texts are others than before. */
  save(rank: number, product: IndexedProduct): { isNewText: boolean } {
    const hash = textHash(product);
    const known = this.#file.get<{ hash: number; card: string }>(
      'SELECT text_hash AS hash, card FROM product WHERE rank = ?',
      rank,
    );
    this.#saveLinks(product);
    this.#saveCard(rank, product, hash);
    if (known?.hash === hash) return { isNewText: false };
    if (known) this.#deleteTexts(rank, known.card);
    const { title, names, text } = product.document;
    this.#file.run('INSERT INTO document (rowid, title, names, text) VALUES (?, ?, ?, ?)', rank, title, names, text);
    this.#addOtherText(rank);
    this.titles.add(rank, product);
    return { isNewText: true };
  }

  remove(rank: number): void {
    this.#deleteTexts(rank, this.#card(rank));
    this.#file.run('DELETE FROM product WHERE rank = ?', rank);
  }

  #saveLinks({ links }: IndexedProduct): void {
    for (const link of links) this.links.save(link);
  }

  #saveCard(rank: number, product: IndexedProduct, hash: number): void {
    const card = packCard(product, (kind, slug) => this.links.number(kind, slug)!);
    this.#file.run('INSERT OR REPLACE INTO product VALUES (?, ?, ?, ?)', rank, product.facts.id, hash, card);
  }

  #deleteTexts(rank: number, card: string): void {
    const { title, titleSort } = cardTitles(card);
    this.titles.delete(rank, { title: wordsOf(title), titleSort });
    if (this.otherTexts.has(rank)) this.#file.run('DELETE FROM document WHERE rowid = ?', rank);
    else this.#addOtherText(rank);
  }

  #addOtherText(rank: number): void {
    this.#file.run('INSERT OR IGNORE INTO other_text VALUES (?)', rank);
    this.otherTexts.add(rank);
  }

  rankOf(productId: number): number | undefined {
    return this.#file.get<{ rank: number }>('SELECT rank FROM product WHERE product_id = ?', productId)?.rank;
  }

  /** The columns as they were stored, with what changed since. */
  columns(): IndexColumns {
    const columns = IndexColumns.restore((name) => readColumn(this.#file, name));
    type Change = { rank: number; facts: string | null };
    for (const { rank, facts } of this.#file.all<Change>('SELECT rank, facts FROM change ORDER BY rank'))
      if (facts === null) columns.delete(rank);
      else columns.set(rank, JSON.parse(facts) as RankedFacts);
    return columns;
  }

  saveColumns(columns: IndexColumns): void {
    for (const [name, numbers] of columns.stored()) storeColumn(this.#file, name, numbers);
    this.#file.run('DELETE FROM change');
  }

  /** Keeps what a rank's columns are now beside those that are stored; nothing where it is no longer listed. */
  saveChange(rank: number, facts: RankedFacts | undefined): void {
    this.#file.run('INSERT OR REPLACE INTO change VALUES (?, ?)', rank, facts ? JSON.stringify(facts) : null);
  }

  /** How many changes are kept beside the stored columns. */
  get changes(): number {
    return this.#file.get<{ count: number }>('SELECT count(*) AS count FROM change')!.count;
  }

  /** Words that came after the file was built, one for each product that has it. */
  addedWords(): string[] {
    return this.#file.all<{ word: string }>('SELECT word FROM added_word').map(({ word }) => word);
  }

  addWords(words: Iterable<string>): void {
    for (const word of words) this.#file.run('INSERT INTO added_word VALUES (?)', word);
  }

  /** What {@link WordLists} and the groups of filters were when the file was built. */
  readonly column: ReadColumn = (name) => readColumn(this.#file, name);

  /** The ranks among {@link otherTexts} that match an FTS5 expression, in order. */
  match(expression: string): Uint32Array {
    const rows = this.#file.all<{ rank: number }>(
      'SELECT rowid AS rank FROM document WHERE document MATCH ?',
      expression,
    );
    return Uint32Array.from(rows, ({ rank }) => rank);
  }

  #card(rank: number): string {
    return this.#file.get<{ card: string }>('SELECT card FROM product WHERE rank = ?', rank)!.card;
  }

  card(rank: number) {
    return unpackCard(this.#card(rank), (number) => this.links.find(number));
  }

  /** A title's words. */
  title(rank: number): string {
    const stored = this.otherTexts.has(rank) ? undefined : this.#foldedTitles.get(rank);
    return stored ?? wordsOf(cardTitles(this.#card(rank)).title);
  }

  titleSort(rank: number): string {
    return cardTitles(this.#card(rank)).titleSort;
  }

  /** A product's place in its series as a number; the last of all where it has none. */
  placeInSeries(rank: number): number {
    return Number.parseFloat(seriesNumber(this.#card(rank)) ?? '') || Infinity;
  }

  close(): void {
    this.#file.close();
  }
}

/** By it a change of texts is known: 48 bits, which SQLite and JavaScript both keep exactly. */
export function textHash({ title, titleSort, document }: IndexedProduct): number {
  const texts = [title, titleSort, document.title, document.names, document.text].join('\n');
  return hashOf('sha1', texts, 'buffer').readUIntBE(0, 6);
}

/** Deletes a file with what SQLite keeps beside it. */
export function removeIndexFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}
