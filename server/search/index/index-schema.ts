/** A file of another version is built anew. */
export const VERSION = '15';

/*
 * The products of each word when the file is built are in stored columns (`word-lists.ts`). `document` has only the texts of
 * products that changed since, row ids being ranks; folded already, and not kept: `content=''`.
 */
export const SCHEMA = `
  CREATE TABLE property (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE product (
    rank INTEGER PRIMARY KEY, product_id INTEGER NOT NULL, text_hash INTEGER NOT NULL, card TEXT NOT NULL);
  CREATE TABLE title (sort TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (sort, rank)) WITHOUT ROWID;
  CREATE TABLE other_title (title TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (title, rank)) WITHOUT ROWID;
  CREATE TABLE link (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, slug TEXT NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL,
    is_changed INTEGER NOT NULL);
  CREATE TABLE stored_column (name TEXT PRIMARY KEY, data BLOB NOT NULL);
  CREATE TABLE word_products (part INTEGER PRIMARY KEY, data BLOB NOT NULL);
  CREATE TABLE change (rank INTEGER PRIMARY KEY, facts TEXT);
  CREATE TABLE added_word (word TEXT NOT NULL);
  CREATE TABLE other_text (rank INTEGER PRIMARY KEY);
  CREATE VIRTUAL TABLE document USING fts5 (
    title, names, text, content='', contentless_delete=1, detail='column', prefix='1 2 3',
    tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'");
  CREATE TEMP TABLE title_to_sort (sort TEXT NOT NULL, rank INTEGER NOT NULL);`;

/** What is built faster at once than row by row. */
export const FINISH = `
  INSERT INTO title SELECT sort, rank FROM title_to_sort ORDER BY sort, rank;
  DROP TABLE title_to_sort;
  CREATE UNIQUE INDEX link_slug ON link (slug, kind);
  CREATE UNIQUE INDEX product_of_id ON product (product_id);
  CREATE INDEX series_name ON link (folded) WHERE kind = 'series';
  CREATE INDEX changed_link ON link (number) WHERE is_changed = 1;`;

/** Nothing of an unfinished file is ever used. */
export const BUILD_SETTINGS = `
  PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000; PRAGMA locking_mode = EXCLUSIVE;`;
export const SETTINGS = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000;';
