import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { cardTitles, packCard, seriesNumber, unpackCard } from './card.ts';
import { IndexColumns, type RankedFacts } from './columns.ts';
import { BUILD_SETTINGS, BULK_SETTINGS, FINISH, SCHEMA, SETTINGS, USUAL_SETTINGS, VERSION } from './index-schema.ts';
import { Links, slugPlaces } from './links.ts';
import type { IndexedProduct } from './product-facts.ts';
import { Recent, type Numbers } from './rank-sets.ts';
import { isSpellable, type StoredWords } from './spelling.ts';
import { Statements } from './statements.ts';
import { Titles } from './titles.ts';

/** What the file is a copy of, and up to where every change was taken over (see `readChanges`). */
export type IndexSource = { database: string; snapshot: string; readAt: string };

const KEPT_TITLES = 20_000;

/** The stored part of the search index: one SQLite file, derived from the catalogue and built anew at will. */
export class IndexFile {
  readonly #file: Statements;
  readonly titles: Titles;
  readonly links: Links;
  readonly #recentTitles = new Recent<string>(KEPT_TITLES);

  private constructor(file: Statements, links: Links) {
    [this.#file, this.links, this.titles] = [file, links, new Titles(file)];
  }

  /** Begins an empty file; it is complete after {@link finish}. */
  static create(path: string): IndexFile {
    removeIndexFile(path);
    const file = new Statements(path);
    file.exec(BUILD_SETTINGS + SCHEMA + BULK_SETTINGS);
    return new IndexFile(file, new Links(file));
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
      if (readProperty(file, 'version') === VERSION) return new IndexFile(file, new Links(file, readSlugPlaces(file)));
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

  /** The last rank that was given when the file was built. */
  get builtWith(): number {
    return Number(readProperty(this.#file, 'built_with'));
  }

  /** Writes a new product while the file is built. */
  append(rank: number, product: IndexedProduct): void {
    this.#saveLinks(product);
    this.#saveCard(rank, product, textHash(product));
    this.#addDocument(rank, product);
    this.titles.addOther(rank, product);
    this.#file.run('INSERT INTO title_to_sort VALUES (?, ?)', product.titleSort, rank);
  }

  /** Completes the file once all products are written; from here on it can be opened. */
  finish(columns: IndexColumns, source: IndexSource): void {
    this.#file.exec(FINISH + USUAL_SETTINGS);
    for (const [rank, place] of this.titles.order()) columns.titlePlaces[rank] = place;
    this.saveColumns(columns);
    this.#store('slug places', slugPlaces(this.#file));
    this.#storeWords();
    this.source = source;
    saveProperty(this.#file, 'built_with', String(columns.lastRank));
    saveProperty(this.#file, 'version', VERSION);
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
    this.#addDocument(rank, product);
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

  #addDocument(rank: number, { document: { title, names, text } }: IndexedProduct): void {
    this.#file.run('INSERT INTO document (rowid, title, names, text) VALUES (?, ?, ?, ?)', rank, title, names, text);
  }

  #deleteTexts(rank: number, card: string): void {
    const { title, titleSort } = cardTitles(card);
    this.titles.delete(rank, { title: foldForSearch(title), titleSort });
    this.#recentTitles.delete(rank);
    this.#file.run('DELETE FROM document WHERE rowid = ?', rank);
  }

  rankOf(productId: number): number | undefined {
    return this.#file.get<{ rank: number }>('SELECT rank FROM product WHERE product_id = ?', productId)?.rank;
  }

  /** The columns as they were stored, with what changed since. */
  columns(): IndexColumns {
    const columns = IndexColumns.restore((name) => readColumn(this.#file, name).buffer);
    type Change = { rank: number; facts: string | null };
    for (const { rank, facts } of this.#file.all<Change>('SELECT rank, facts FROM change ORDER BY rank'))
      if (facts === null) columns.delete(rank);
      else columns.set(rank, JSON.parse(facts) as RankedFacts);
    return columns;
  }

  saveColumns(columns: IndexColumns): void {
    for (const [name, numbers] of columns.stored()) this.#store(name, numbers);
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

  #store(name: string, numbers: Numbers): void {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    this.#file.run('INSERT OR REPLACE INTO stored_column VALUES (?, ?)', name, bytes);
  }

  #storeWords(): void {
    const sql = "SELECT term, sum(doc) AS products FROM vocabulary WHERE col <> 'text' GROUP BY term";
    const rows = [...this.#file.iterate<{ term: string; products: number }>(sql)]
      .filter(({ term }) => isSpellable(term))
      .toSorted((a, b) => a.term.length - b.term.length || (a.term < b.term ? -1 : 1));
    const words = rows.map(({ term }) => term);
    const products = rows.map((row) => row.products);
    this.#store('words', new TextEncoder().encode(words.join(' ')));
    this.#store('word products', Uint32Array.from(products));
  }

  /** Words of titles and names, the shortest first, with their numbers of products. */
  words(): StoredWords {
    return {
      words: new TextDecoder().decode(readColumn(this.#file, 'words')),
      products: new Uint32Array(readColumn(this.#file, 'word products').buffer),
    };
  }

  /** Words that came after the file was built, one for each product that has it. */
  addedWords(): string[] {
    return this.#file.all<{ word: string }>('SELECT word FROM added_word').map(({ word }) => word);
  }

  addWords(words: Iterable<string>): void {
    for (const word of words) this.#file.run('INSERT INTO added_word VALUES (?)', word);
  }

  /** The first `limit` ranks that match an FTS5 expression, in order; all where it is negative. One text is read faster than rows. */
  match(expression: string, limit: number): Uint32Array {
    const sql = 'SELECT group_concat(rowid) AS ranks FROM (SELECT rowid FROM document WHERE document MATCH ? LIMIT ?)';
    return parseRanks(this.#file.get<{ ranks: string | null }>(sql, expression, limit)!.ranks ?? '');
  }

  /** Whether the document of a rank matches. A range, because for a contentless table `rowid = ?` ignores MATCH. */
  matches(rank: number, expression: string): boolean {
    const sql = 'SELECT 1 FROM document WHERE document MATCH ?1 AND rowid BETWEEN ?2 AND ?2';
    return this.#file.get(sql, expression, rank) !== undefined;
  }

  #card(rank: number): string {
    return this.#file.get<{ card: string }>('SELECT card FROM product WHERE rank = ?', rank)!.card;
  }

  card(rank: number) {
    return unpackCard(this.#card(rank), (number) => this.links.find(number));
  }

  /** A folded title. */
  title(rank: number): string {
    return this.#recentTitles.get(rank, () => foldForSearch(cardTitles(this.#card(rank)).title));
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

type Property = 'version' | 'source' | 'built_with';

function readProperty(file: Statements, name: Property): string | undefined {
  return file.get<{ value: string }>('SELECT value FROM property WHERE name = ?', name)?.value;
}

function saveProperty(file: Statements, name: Property, value: string): void {
  file.run('INSERT OR REPLACE INTO property VALUES (?, ?)', name, value);
}

function readColumn(file: Statements, name: string): Uint8Array<ArrayBuffer> {
  const row = file.get<{ data: Uint8Array<ArrayBuffer> }>('SELECT data FROM stored_column WHERE name = ?', name)!;
  return row.data.buffer.byteLength === row.data.byteLength ? row.data : row.data.slice();
}

function readSlugPlaces(file: Statements): Uint32Array {
  return new Uint32Array(readColumn(file, 'slug places').buffer);
}

/** By it a change of texts is known: 48 bits, which SQLite and JavaScript both keep exactly. */
function textHash({ title, titleSort, document }: IndexedProduct): number {
  const texts = [title, titleSort, document.title, document.names, document.text].join('\n');
  return createHash('sha1').update(texts).digest().readUIntBE(0, 6);
}

/** The numbers of a text such as `12,345`. */
function parseRanks(text: string): Uint32Array {
  const ranks = new Uint32Array((text.length >>> 1) + 1);
  let [found, rank] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (sign === COMMA) {
      ranks[found++] = rank;
      rank = 0;
    } else rank = rank * 10 + sign - ZERO;
  }
  if (text.length > 0) ranks[found++] = rank;
  return ranks.slice(0, found);
}

const [COMMA, ZERO] = [','.charCodeAt(0), '0'.charCodeAt(0)];

/** Deletes a file with what SQLite keeps beside it. */
function removeIndexFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}
