import { describe, expect, test } from 'vitest';
import { refreshSearchStatistics } from '../catalogue/search-index.ts';
import { get, openTestApp } from '../../tests/test-app.ts';
import { makeProduct } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app, pool } = shop;

const by = (name: string, role = 'author') => ({ name, role });
const emile = await makeProduct(shop, {
  title: 'Émile et les Détectives',
  contributors: [by('Erich Kästner')],
  language: 'fr',
  variants: [{ isbn: '9783791530123' }, { isbn: '9783791530000', format: 'hardback' }],
});
const moby = await makeProduct(shop, {
  title: 'Moby-Dick; or, The Whale',
  contributors: [by('Herman Melville')],
  isbn: '9780142437247',
  popularity: 50,
  subjects: ['FBC'],
  keywords: ['cetology', 'men at sea'],
  series: { name: 'Sea Tales', number: '1' },
});
const whales = await makeProduct(shop, {
  title: 'Whales of the World',
  contributors: [by('Ann Marie Olsen')],
  description: 'Where Moby lives.',
  popularity: 1,
});
const ghazals = await makeProduct(shop, { title: 'غزل‌های حافظ', contributors: [by('حافظ')], language: 'fa' });
const street = await makeProduct(shop, { title: 'Die Straße', contributors: [by('Günter Große')], language: 'de' });
const orwell = await makeProduct(shop, { title: '1984', contributors: [by("Flann O'Brien")] });
const hidden = await makeProduct(shop, { title: 'Hidden Whale', isbn: '9780306406157' });
await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [hidden.id]);
await pool.query('DELETE FROM search_entry WHERE product_id = $1', [hidden.id]);
await refreshSearchStatistics(shop.connect);

const list = async (query: Record<string, string>) =>
  (await get(app, `/api/site/products?${new URLSearchParams(query)}`)).body;
const find = async (q: string): Promise<number[]> => (await list({ q })).rows.map((row: { id: number }) => row.id);

describe('words are found regardless of case, accents and marks', () => {
  test.each([
    ['emile', [emile.id]],
    ['ÉMILE DÉTECTIVES', [emile.id]],
    ['kastner', [emile.id]],
    ['Kästner emile', [emile.id]],
    ['moby dick', [moby.id]],
    ['moby-dick', [moby.id]],
    ['dick whale herman', [moby.id]],
    ['sea tales', [moby.id]],
    ['CETOLOGY', [moby.id]],
    ['herman men', [moby.id]],
    ['غزل های', [ghazals.id]],
    ['حافظ', [ghazals.id]],
    ['strasse', [street.id]],
    ['STRASSE grosse', [street.id]],
    ['١٩٨٤', [orwell.id]],
    ['۱۹۸۴', [orwell.id]],
    ["o'brien", [orwell.id]],
    ['o’brien', [orwell.id]],
    ['whal', [moby.id, whales.id]],
    ['world olsen', [whales.id]],
  ])('%s', async (q, ids) => {
    expect((await find(q)).toSorted()).toEqual(ids.toSorted());
  });
});

test('only the last word matches as a prefix', async () => {
  expect(await find('whales wor')).toEqual([whales.id]);
  expect((await list({ q: 'mob whales' })).correction).toBeDefined();
});

test('an exact title comes first', async () => {
  const exact = await makeProduct(shop, { title: 'Moby' });
  expect((await find('moby'))[0]).toBe(exact.id);
});

describe('a typing error is corrected and reported', () => {
  test.each([
    ['mobi dick', [moby.id]],
    ['mellvile', [moby.id]],
    ['detektives', [emile.id]],
    ['kaestner', [emile.id]],
  ])('%s', async (q, ids) => {
    const { rows, correction } = await list({ q });
    expect(rows.map((row: { id: number }) => row.id)).toEqual(ids);
    expect(correction).toMatch(/\w+/);
    expect(await find(correction)).toEqual(ids);
  });

  test('but not if nothing is similar', async () => {
    expect(await list({ q: 'zzzzqqqq' })).toMatchObject({ rows: [], total: 0 });
    expect(await list({ q: 'whale' })).not.toHaveProperty('correction');
  });
});

describe('an ISBN in any notation finds only its title', () => {
  test.each([
    '9780142437247',
    '978-0-14-243724-7',
    '978 0 14 243724 7',
    '0142437247',
    '0-14-243724-7',
    'ISBN: 9780142437247',
    'ISBN-10 0142437247 please',
    '٩٧٨٠١٤٢٤٣٧٢٤٧',
  ])('%s', async (q) => {
    expect(await list({ q })).toMatchObject({ rows: [{ id: moby.id }], total: 1, page: 1 });
  });

  test('there is no second page', async () => {
    expect(await list({ q: '9780142437247', page: '2' })).toMatchObject({ rows: [], total: 1, page: 2 });
  });

  test('unless its title is unlisted', async () => {
    expect(await list({ q: '9780306406157' })).toMatchObject({ rows: [], total: 0 });
    expect(await list({ q: '9780000000019' })).toMatchObject({ rows: [], total: 0 });
  });
});

describe('an ISBN with a mistake in it', () => {
  test('finds the title that is meant, and says so', async () => {
    expect(await list({ q: '9780142437248' })).toMatchObject({ rows: [{ id: moby.id }], correction: '9780142437247' });
    expect(await list({ q: '9780142437248' })).not.toHaveProperty('similar_isbns');
  });

  test('finds the three most popular titles that may be meant, and names their ISBNs', async () => {
    const isbns = ['9781224567890', '9781231567890', '9781234467890', '9781234537890'];
    for (const [popularity, isbn] of isbns.entries())
      await makeProduct(shop, { title: `Copy ${popularity}`, isbn, popularity });
    const found = await list({ q: '9781234567890' });
    expect(found).toMatchObject({ total: 3, similar_isbns: isbns.toReversed().slice(0, 3) });
    expect(found.rows.map((row: { title: string }) => row.title)).toEqual(['Copy 3', 'Copy 2', 'Copy 1']);
    expect(found).not.toHaveProperty('correction');
  });
});

describe('suggestions', () => {
  const suggest = async (q: string) => (await get(app, `/api/site/suggest?q=${encodeURIComponent(q)}`)).body.items;

  test('name titles, authors and series', async () => {
    expect(await suggest('mob')).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'title',
          href: `/book/${moby.id}/moby-dick-or-the-whale`,
          detail: 'Herman Melville',
        }),
      ]),
    );
    expect(await suggest('melv')).toContainEqual({
      kind: 'author',
      text: 'Herman Melville',
      href: '/author/herman-melville',
    });
    expect(await suggest('sea t')).toContainEqual({ kind: 'series', text: 'Sea Tales', href: '/series/sea-tales' });
  });

  test('name subjects in the reader’s language', async () => {
    const { body } = await get(app, '/api/site/suggest?q=klass', { headers: { 'accept-language': 'de' } });
    expect(body.items).toContainEqual(expect.objectContaining({ kind: 'subject', href: '/subject/FBC' }));
  });

  test('name no subject without titles', async () => {
    const { body } = await get(app, '/api/site/suggest?q=lyr', { headers: { 'accept-language': 'de' } });
    expect(body.items).toEqual([]);
  });

  test('are at most eight, and none for an empty query', async () => {
    expect((await suggest('a')).length).toBeLessThanOrEqual(8);
    expect(await suggest('  ')).toEqual([]);
  });

  test('find an ISBN', async () => {
    expect(await suggest('978-0-14-243724-7')).toMatchObject([{ kind: 'title', text: 'Moby-Dick; or, The Whale' }]);
  });
});
