import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { importProducts } from '../../server/catalogue/import-products.ts';
import { readCsv } from '../../server/catalogue/read-csv.ts';
import { refreshSearchStatistics } from '../../server/catalogue/search-index.ts';
import { DEMO_CATALOGUE } from '../../server/demo/seed-demo.ts';
import { buildApp } from '../../server/app.ts';
import { openSearchThread } from '../../server/search/search-thread.ts';
import { testShop } from '../../tests/database.ts';
import { measureRelevance, type Figures } from './measure.ts';
import { parseQueries } from './queries.ts';

const { deps, connect } = await testShop();
const { products } = await readCsv(DEMO_CATALOGUE);
await importProducts(deps.db, products);
await refreshSearchStatistics(connect);
const folder = mkdtempSync(join(tmpdir(), 'halaman-relevance-'));
const errors: Error[] = [];
const onError = (error: Error) => errors.push(error);
const search = openSearchThread({ connect, folder, fallback: deps.search, onError });
const { app } = await buildApp({ ...deps, search });
afterAll(async () => {
  await app.close();
  await search.stop();
  rmSync(folder, { recursive: true });
});
await search.sync();

const queries = parseQueries(readStored('queries.tsv'));
const least = JSON.parse(readStored('figures.json')) as Record<string, Figures>;
const measured = await measureRelevance(app, queries);

test('every query is for a title of the demo', () => {
  const known = new Set(products.map(({ title }) => title));
  expect(queries.length).toBeGreaterThanOrEqual(300);
  expect(queries.filter(({ title }) => !known.has(title))).toEqual([]);
  expect(Object.keys(measured)).toEqual(Object.keys(least));
  expect(errors).toEqual([]);
});

test.each(Object.entries(least))('%s: as many products are found first and among three as before', (kind, before) => {
  const { queries: asked, first, firstThree } = measured[kind]!;
  expect(asked).toBe(before.queries);
  expect(first).toBeGreaterThanOrEqual(before.first);
  expect(firstThree).toBeGreaterThanOrEqual(before.firstThree);
});

function readStored(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8');
}
