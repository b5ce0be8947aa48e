import { expect, test } from 'vitest';
import { PageCache, type RenderedPage } from './page-cache.ts';

function page(html: string, titles: number[] = []): RenderedPage {
  return { status: 200, html, titles: new Set(titles) };
}

test('readers who ask at once wait for one rendering', async () => {
  const cache = new PageCache();
  let renderings = 0;
  const render = async () => page(`rendering ${(renderings += 1)}`);
  const answers = await Promise.all([1, 2, 3].map(() => cache.get('/', render)));
  expect(answers.map((answer) => answer.html.toString())).toEqual(Array(3).fill('rendering 1'));
});

test('all of them are told where a page moved, and nothing of it is kept', async () => {
  const cache = new PageCache();
  const render = async () => ({ ...page(''), status: 308, location: '/book/1/emma' });
  const answers = await Promise.all([1, 2].map(() => cache.get('/book/1/x', render)));
  expect(answers.map((answer) => [answer.status, answer.location])).toEqual(Array(2).fill([308, '/book/1/emma']));
  expect((await cache.get('/book/1/x', async () => page('now a page'))).html.toString()).toBe('now a page');
});

test('a change of a title drops the pages that show it, and no other', async () => {
  const cache = new PageCache();
  await cache.get('/emma', async () => page('old', [1]));
  await cache.get('/ulysses', async () => page('old', [2]));
  cache.drop(1);
  const [emma, ulysses] = await Promise.all(
    ['/emma', '/ulysses'].map((key) => cache.get(key, async () => page('new'))),
  );
  expect([emma!.html.toString(), ulysses!.html.toString()]).toEqual(['new', 'old']);
});
