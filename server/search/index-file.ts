import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { foldForSearch } from '#domain/catalogue/text.ts';
import type { ProductData } from '../catalogue/products.ts';
import type { IndexedProduct, ProductFacts } from './indexed-product.ts';

/** A file of another version is built anew. */
const VERSION = '1';

/*
 * Row ids are ranks: FTS5 walks matches by row id, so that the first n matches are the n most popular. The texts are folded
 * already, and not kept: `content=''`.
 */
const SCHEMA = `
  CREATE TABLE property (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE product (
    rank INTEGER PRIMARY KEY, product_id INTEGER NOT NULL UNIQUE, title TEXT NOT NULL, title_sort TEXT NOT NULL,
    hash TEXT NOT NULL, facts TEXT NOT NULL, card TEXT NOT NULL);
  CREATE TABLE link (
    kind TEXT NOT NULL, slug TEXT NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL, PRIMARY KEY (kind, slug))
    WITHOUT ROWID;
  CREATE TABLE word (word TEXT PRIMARY KEY, products INTEGER NOT NULL) WITHOUT ROWID;
  CREATE VIRTUAL TABLE document USING fts5 (
    title, names, text, content='', contentless_delete=1, detail='column', prefix='2 3');
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab (document, 'col');`;
/** Made once all rows are there. */
const INDEXES = `
  CREATE INDEX product_title ON product (title);
  CREATE INDEX product_title_sort ON product (title_sort);
  CREATE INDEX link_folded ON link (folded, kind);
  INSERT INTO word SELECT term, sum(doc) FROM vocabulary
    WHERE col IN ('title', 'names') AND length(term) BETWEEN 3 AND 40 GROUP BY term;`;

/** Columns of the full-text index, the most telling first. */
export const TEXT_COLUMNS = ['title', 'names', 'text'] as const;

/** The stored part of the search index: one SQLite file, derived from the catalogue and built anew at will. */
export class IndexFile {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  private constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000;');
  }

  /** Begins an empty file; it is complete after {@link finish}. */
  static create(file: string): IndexFile {
    removeIndexFile(file);
    const created = new IndexFile(file);
    created.#db.exec(SCHEMA);
    return created;
  }

  /** Puts a closed file in the place of another. */
  static replace(file: string, by: string): void {
    removeIndexFile(file);
    renameSync(by, file);
  }

  /** An existing file; undefined where it is missing, damaged, unfinished or of another version. */
  static open(file: string): IndexFile | undefined {
    if (!existsSync(file)) return undefined;
    try {
      const opened = new IndexFile(file);
      if (opened.property('version') === VERSION) return opened;
      opened.close();
    } catch {
      // Damaged: it is only a copy of what the database has.
    }
    return undefined;
  }

  /** `database`, `snapshot`, `read_at`: what the file is a copy of, and how far. */
  property(name: 'version' | 'database' | 'snapshot' | 'read_at'): string | undefined {
    return this.#get<{ value: string }>('SELECT value FROM property WHERE name = ?', name)?.value;
  }

  /** Says up to which snapshot, and when by the database's clock, every change was taken over. */
  setRead({ snapshot, readAt }: { snapshot: string; readAt: string }): void {
    this.#setProperty('snapshot', snapshot);
    this.#setProperty('read_at', readAt);
  }

  /** Makes the indexes once all products are saved; from here on the file can be opened. */
  finish(database: string): void {
    this.#db.exec(INDEXES);
    this.#setProperty('database', database);
    this.#setProperty('version', VERSION);
  }

  #setProperty(name: string, value: string): void {
    this.#run('INSERT OR REPLACE INTO property VALUES (?, ?)', name, value);
  }

  /** Runs `work` in one transaction. */
  transaction(work: () => void): void {
    this.#db.exec('BEGIN');
    try {
      work();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Adds or replaces a product. Its document is written only where its texts changed. */
  save(rank: number, product: IndexedProduct, { isNew }: { isNew: boolean }): void {
    const { facts, card, title, document, links } = product;
    const hash = createHash('sha1').update(Object.values(document).join('\n')).digest('base64');
    const known = isNew ? undefined : this.#get<{ hash: string }>('SELECT hash FROM product WHERE rank = ?', rank);
    const row = [rank, facts.id, title, facts.titleSort, hash, JSON.stringify(facts), JSON.stringify(card)];
    this.#run('INSERT OR REPLACE INTO product VALUES (?, ?, ?, ?, ?, ?, ?)', ...row);
    for (const { kind, slug, name } of links)
      this.#run('INSERT OR REPLACE INTO link VALUES (?, ?, ?, ?)', kind, slug, name, foldForSearch(name));
    if (known?.hash === hash) return;
    if (known) this.#run('DELETE FROM document WHERE rowid = ?', rank);
    this.#run(
      'INSERT INTO document (rowid, title, names, text) VALUES (?, ?, ?, ?)',
      rank,
      document.title,
      document.names,
      document.text,
    );
  }

  /** Counts the words of a product that came after the file was built. */
  addWords({ document }: IndexedProduct): void {
    for (const word of new Set(`${document.title} ${document.names}`.split(' ')))
      if (word.length >= 3 && word.length <= 40)
        this.#run('INSERT INTO word VALUES (?, 1) ON CONFLICT DO UPDATE SET products = products + 1', word);
  }

  remove(rank: number): void {
    this.#run('DELETE FROM product WHERE rank = ?', rank);
    this.#run('DELETE FROM document WHERE rowid = ?', rank);
  }

  /** Every product's facts, by rank. */
  *facts(): Iterable<[rank: number, facts: ProductFacts]> {
    const statement = this.#db.prepare('SELECT rank, facts FROM product ORDER BY rank');
    for (const row of statement.iterate() as Iterable<{ rank: number; facts: string }>)
      yield [row.rank, JSON.parse(row.facts) as ProductFacts];
  }

  /** Words of titles and names with the number of products. */
  words(): { word: string; products: number }[] {
    return this.#db.prepare('SELECT word, products FROM word').all() as { word: string; products: number }[];
  }

  /** The first `limit` ranks that match an FTS5 expression, in order. */
  match(expression: string, limit: number): Uint32Array {
    const sql = 'SELECT rowid FROM document WHERE document MATCH ? LIMIT ?';
    const statement = this.#prepare(sql);
    statement.setReturnArrays(true);
    const rows = statement.all(expression, limit) as unknown as [number][];
    return Uint32Array.from(rows, ([rank]) => rank);
  }

  /** Whether the document of a rank matches. A range, because for a contentless table `rowid = ?` ignores MATCH. */
  matches(rank: number, expression: string): boolean {
    return (
      this.#get('SELECT 1 FROM document WHERE document MATCH ?1 AND rowid BETWEEN ?2 AND ?2', expression, rank) !==
      undefined
    );
  }

  /** The ranks of products with just this title, with or without its article. */
  titled(title: string): number[] {
    const rows = this.#all<{ rank: number }>(
      'SELECT rank FROM product WHERE title = ?1 UNION SELECT rank FROM product WHERE title_sort = ?1 LIMIT 1000',
      title,
    );
    return rows.map((row) => row.rank);
  }

  /** Each rank with the place of its title among all; equal titles have equal places. */
  *titleOrder(): Iterable<[rank: number, place: number]> {
    const statement = this.#db.prepare('SELECT rank, dense_rank() OVER (ORDER BY title_sort) AS place FROM product');
    for (const row of statement.iterate() as Iterable<{ rank: number; place: number }>) yield [row.rank, row.place];
  }

  /** The ranks of another product with this title, and of the titles before and after it in sorting. */
  neighbours(rank: number, titleSort: string): { same?: number; before?: number; after?: number } {
    const find = (condition: string) =>
      this.#get<{ rank: number }>(
        `SELECT rank FROM product WHERE rank <> ? AND title_sort ${condition} LIMIT 1`,
        rank,
        titleSort,
      )?.rank;
    const same = find('= ?');
    if (same !== undefined) return { same };
    const [before, after] = [find('< ? ORDER BY title_sort DESC'), find('> ? ORDER BY title_sort')];
    return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  }

  title(rank: number): string {
    return this.#get<{ title: string }>('SELECT title FROM product WHERE rank = ?', rank)!.title;
  }

  card(rank: number): ProductData {
    return JSON.parse(
      this.#get<{ card: string }>('SELECT card FROM product WHERE rank = ?', rank)!.card,
    ) as ProductData;
  }

  linkName(kind: 'author' | 'series', slug: string): string | undefined {
    return this.#get<{ name: string }>('SELECT name FROM link WHERE kind = ? AND slug = ?', kind, slug)?.name;
  }

  /** The slugs of series with this folded name, with or without "the". */
  seriesNamed(name: string): string[] {
    const rows = this.#all<{ slug: string }>(
      "SELECT slug FROM link WHERE folded IN (?1, 'the ' || ?1) AND kind = 'series' LIMIT 10",
      name,
    );
    return rows.map(({ slug }) => slug);
  }

  close(): void {
    this.#db.close();
  }

  #prepare(sql: string) {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    return statement;
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values);
  }

  #get<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#prepare(sql).get(...values) as T | undefined;
  }

  #all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#prepare(sql).all(...values) as T[];
  }
}

/** Deletes a file with what SQLite keeps beside it. */
function removeIndexFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

const SQLITE_BUSY = 5;
const locks: DatabaseSync[] = [];

/** Locks a file until this thread ends; false where another process or thread has it. */
export function lockFile(file: string): boolean {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
  locks.push(lock);
  return true;
}
