import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeProduct } from '../../tests/factories.ts';
import { openTestApp } from '../../tests/test-app.ts';
import { productFilter } from '#contract/products.ts';
import { indexProducts } from '../catalogue/search-index.ts';
import { postgresSearch } from './postgres-search.ts';
import { queryWords, type SearchIndex } from './search-index.ts';
import { openSearchThread } from './search-thread.ts';

const shop = await openTestApp();
const { db } = shop.deps;
const by = (name: string) => ({ name, role: 'author' });
const chinese = (title: string, rest: Parameters<typeof makeProduct>[1] = {}) =>
  makeProduct(shop, { title, language: 'zh', ...rest });
const dream = await chinese('紅樓夢', { contributors: [by('曹雪芹')], popularity: 50 });
const dreamToo = await chinese('红楼梦（上）', { contributors: [by('曹雪芹')] });
const journey = await chinese('大話西遊', { description: '孫悟空與紫霞仙子。' });
const three = await chinese('三体', { contributors: [by('刘慈欣')], series: { name: '地球往事', number: '1' } });
const problem = await chinese('三体问题', { popularity: 90 });
const wood = await makeProduct(shop, { title: 'ノルウェイの森', language: 'ja', contributors: [by('村上春樹')] });

const onError = (error: Error) => {
  throw error;
};
const folder = mkdtempSync(join(tmpdir(), 'halaman-chinese-'));
const thread = openSearchThread({ connect: shop.connect, folder, fallback: postgresSearch(db), onError });
afterAll(async () => {
  await thread.stop();
  rmSync(folder, { recursive: true, force: true });
});
await thread.sync();

describe.each<[string, SearchIndex]>([
  ['the index', thread],
  ['the database', postgresSearch(db)],
])('%s finds Chinese and Japanese', (_, search) => {
  test.each([
    ['紅樓夢', [dream, dreamToo]],
    ['红楼梦', [dream, dreamToo]],
    ['楼梦', [dream, dreamToo]],
    ['樓', [dream, dreamToo]],
    ['西遊', [journey]],
    ['西游', [journey]],
    ['悟空', [journey]],
    ['紫 仙子', [journey]],
    ['游西', []],
    ['楼红', []],
    ['三体', [three, problem]],
    ['三体 刘慈欣', [three]],
    ['慈欣', [three]],
    ['刘', [three]],
    ['往事', [three]],
    ['森', [wood]],
    ['ノルウェイ', [wood]],
    ['村上', [wood]],
  ])('%s', async (q, found) => {
    const { products } = await search.search({ filter: productFilter.parse({ q }), words: queryWords(q) });
    expect(products.map(({ title }) => title).toSorted()).toEqual(titlesOf(found).toSorted());
  });
});

test('the exact title comes first, whatever is more popular', async () => {
  for (const q of ['三体', '三體']) {
    const { products } = await thread.search({ filter: productFilter.parse({ q }), words: queryWords(q) });
    expect(products.map(({ title }) => title)).toEqual(['三体', '三体问题']);
  }
});

test('a title that is written in other characters stays the exact one', async () => {
  const find = async () => {
    await thread.sync();
    const words = queryWords('三体');
    const { products } = await thread.search({ filter: productFilter.parse({ q: '三体' }), words });
    return products.map(({ title }) => title);
  };
  const rename = async (title: string) => {
    await shop.pool.query('UPDATE product SET title = $2, title_sort = $2 WHERE id = $1', [three.id, title]);
    await indexProducts(db, [three.id]);
  };
  await rename('三體');
  expect(await find()).toEqual(['三體', '三体问题']);
  await rename('球状闪电');
  expect(await find()).toEqual(['三体问题']);
  await rename('三体');
  expect(await find()).toEqual(['三体', '三体问题']);
});

test('authors and series are suggested by a part of their names', async () => {
  const suggest = async (q: string) => {
    const limits = { titles: 5, authors: 3, series: 2, subjects: 2 };
    const { products, links } = await thread.suggest({ words: queryWords(q), subjects: [], limits });
    return [...products.map(({ title }) => title), ...links.map(({ name }) => name)];
  };
  expect(await suggest('曹雪')).toEqual(['紅樓夢', '红楼梦（上）', '曹雪芹']);
  expect(await suggest('往事')).toEqual(['三体', '地球往事']);
});

function titlesOf(found: readonly { id: number }[]): string[] {
  const titles = new Map([
    [dream.id, '紅樓夢'],
    [dreamToo.id, '红楼梦（上）'],
    [journey.id, '大話西遊'],
    [three.id, '三体'],
    [problem.id, '三体问题'],
    [wood.id, 'ノルウェイの森'],
  ]);
  return found.map(({ id }) => titles.get(id)!);
}
