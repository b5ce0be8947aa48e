import { expect, test } from 'vitest';
import { get, openTestApp } from '../../tests/test-app.ts';
import { makeProduct } from '../../tests/factories.ts';

const shop = await openTestApp();
await makeProduct(shop, {
  title: 'Emma',
  contributors: [
    { name: 'Jane Austen', role: 'author' },
    { name: 'Tara Translator', role: 'translator' },
    { name: 'Iris Illustrator', role: 'illustrator' },
  ],
});
await makeProduct(shop, { title: 'Lives', contributors: [{ name: 'Wanda With', role: 'with' }] });
const list = async (query: string) => (await get(shop.app, `/api/site/products?${query}`)).body;

test('translators and illustrators are not listed as authors, but their titles are found by their names', async () => {
  const { facets } = await list('');
  expect(facets.author.map(({ label }: { label: string }) => label)).toEqual(['Jane Austen', 'Wanda With']);
  expect((await list('author=tara-translator')).total).toBe(0);
  expect((await list('q=tara translator')).total).toBe(1);
  const { items } = (await get(shop.app, '/api/site/suggest?q=tara')).body;
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['title']);
});

test('a chosen author is among those that can be chosen, however many others have more titles', async () => {
  for (let number = 10; number < 24; number += 1)
    for (const title of ['One', 'Two'])
      await makeProduct(shop, { title, contributors: [{ name: `Busy ${number}`, role: 'author' }] });
  const authors = async (query: string) =>
    (await list(query)).facets.author.map(({ label }: { label: string }) => label) as string[];
  expect(await authors('')).not.toContain('Jane Austen');
  const beside = await authors('author=jane-austen');
  expect(beside).toHaveLength(12);
  expect(beside).toContain('Jane Austen');
});
