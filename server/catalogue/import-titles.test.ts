import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import { DEMO_CATALOGUE } from '../demo/seed-demo.ts';
import { importTitles } from './import-titles.ts';
import type { TitleRecord } from './import-title.ts';
import { readCsv } from './read-csv.ts';
import { writeCsv } from './write-csv.ts';

const { db } = (await testShop()).deps;
const folder = mkdtempSync(join(tmpdir(), 'halaman-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => db.execute(sql`TRUNCATE product, contributor, series, search_word RESTART IDENTITY CASCADE`));

const TABLES = [
  'product',
  'variant',
  'contributor',
  'product_contributor',
  'series',
  'product_series',
  'product_subject',
  'search_entry',
  'search_word',
];

/** Everything that the catalogue's tables hold, but when it was written. */
async function catalogue(): Promise<Record<string, unknown[]>> {
  const entries = TABLES.map(async (table) => {
    const { rows } = await db.execute(
      sql`SELECT to_jsonb(t) - 'updated_at' AS row FROM ${sql.identifier(table)} t ORDER BY to_jsonb(t)::text`,
    );
    return [table, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function exported(): Promise<string> {
  const file = join(folder, 'export.csv');
  await writeCsv(db, createWriteStream(file));
  return file;
}

function emma(changes: Partial<TitleRecord> = {}): TitleRecord {
  return {
    title: 'Emma',
    subtitle: '',
    contributors: [{ name: 'Jane Austen', role: 'author' }],
    language: 'en',
    description: '',
    published: '1815',
    publisher: '',
    imprint: '',
    subjects: ['FBC'],
    series: null,
    popularity: 0,
    editions: [
      { isbn: null, format: 'paperback', listPrice: 3990, memberPrice: 3590, stock: 7, pages: null, published: '1815' },
      {
        isbn: '9780141439587',
        format: 'paperback',
        listPrice: 4990,
        memberPrice: 4990,
        stock: 0,
        pages: 474,
        published: null,
      },
    ],
    ...changes,
  };
}

test('the demo catalogue twice, and its export once more, change nothing', async () => {
  const { titles } = await readCsv(DEMO_CATALOGUE);
  await importTitles(db, titles);
  const once = await catalogue();
  expect(once.product).toHaveLength(titles.length);
  expect(once.search_entry).toHaveLength(titles.length);
  await importTitles(db, titles);
  expect(await catalogue()).toEqual(once);
  const back = await readCsv(await exported());
  expect(back.rejected).toEqual([]);
  await importTitles(db, back.titles);
  expect(await catalogue()).toEqual(once);
});

test('an export read into another shop is the same catalogue', async () => {
  await importTitles(db, (await readCsv(DEMO_CATALOGUE)).titles);
  const first = await readCsv(await exported());
  await db.execute(sql`TRUNCATE product, contributor, series, search_word RESTART IDENTITY CASCADE`);
  await importTitles(db, first.titles);
  expect((await readCsv(await exported())).titles).toEqual(first.titles);
});

test('cells that look like formulas or hold separators come back as they were', async () => {
  const title = emma({
    title: '=HYPERLINK("http://evil.test","Emma, the book")',
    subtitle: "'=quoted",
    description: '- one\n- two; "three"\r\nfour',
    contributors: [
      { name: '@Austen; Jane \\ Ltd', role: 'author' },
      { name: 'Prince (the singer)', role: 'narrator' },
    ],
    series: { name: '+Series', number: '-1' },
  });
  await importTitles(db, [title]);
  const { titles, rejected } = await readCsv(await exported());
  expect(rejected).toEqual([]);
  expect(titles).toEqual([{ ...title, work: expect.any(String) }]);
});

test('editions of one format stay apart: with an ISBN, and without', async () => {
  await importTitles(db, [emma()]);
  const once = await catalogue();
  expect(once.variant).toHaveLength(2);
  await importTitles(db, [emma({ editions: emma().editions.toReversed() })]);
  expect(await catalogue()).toEqual(once);
});

test('an edition that goes to another title leaves the search for its old one', async () => {
  const [bare, numbered] = emma().editions;
  await importTitles(db, [emma({ editions: [numbered!] })]);
  await importTitles(db, [emma({ title: 'Emma, annotated', editions: [numbered!, bare!] })]);
  const { rows } = await db.execute(sql`SELECT words FROM search_entry`);
  expect(rows).toEqual([{ words: 'emma annotated jane austen' }]);
});

test('what is unlisted is not exported', async () => {
  await importTitles(db, [emma(), emma({ title: 'Persuasion', editions: [] })]);
  await db.execute(sql`UPDATE variant SET is_listed = false WHERE isbn IS NOT NULL`);
  const { titles } = await readCsv(await exported());
  expect(titles.map((title) => [title.title, title.editions.length])).toEqual([['Emma', 1]]);
});

test('inside a transaction that fails nothing is left', async () => {
  const failing = db.transaction(async (tx) => {
    await importTitles(tx, [emma()]);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await catalogue()).product).toEqual([]);
});

test('progress counts every title', async () => {
  const seen: number[][] = [];
  await importTitles(db, [emma(), emma({ title: 'Persuasion', editions: [] })], (done, all) => seen.push([done, all]));
  expect(seen).toEqual([
    [1, 2],
    [2, 2],
  ]);
});
