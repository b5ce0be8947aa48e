import { expect, test } from 'vitest';
import { dayInMalaysia } from '#domain/dates.ts';
import { makeProduct } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { indexProducts, refreshSearchStatistics } from '../catalogue/search-index.ts';

const shop = await openStorefront();
const { visit, pool } = shop;

const daysFromNow = (days: number) => dayInMalaysia(new Date(Date.now() + days * 86_400_000).toISOString());

/** The titles of the grid in their order, each with what stands above it. */
function listed(html: string): string[] {
  const items = [
    ...html.matchAll(/<li>(?:<p class="title-note">(.*?)<\/p>)?<article class="card">.*?<bdi[^>]*>(.*?)<\/bdi>/gs),
  ];
  return items.map(([, note, title]) => (note ? `${title} (${note})` : title!));
}

async function list(path: string): Promise<string[]> {
  const { statusCode, payload } = await visit(path);
  expect([path, statusCode]).toEqual([path, 200]);
  return listed(payload);
}

test('a series is listed by its numbers, volumes without one last', async () => {
  for (const number of ['10', null, '9', '2.5', '1', '2', '3'])
    await makeProduct(shop, { title: `Volume ${number ?? 'extra'}`, series: { name: 'Tides', number } });
  const expected = ['1', '2', '2.5', '3', '9', '10'].map((number) => `Volume ${number} (Book ${number})`);
  expect(await list('/series/tides')).toEqual([...expected, 'Volume extra']);
  expect((await list('/fa/series/tides'))[2]).toBe('Volume 2.5 (کتاب ۲٫۵)');
  expect((await visit('/series/unknown')).statusCode).toBe(404);
});

test('an unlisted volume is left out', async () => {
  const { id } = await makeProduct(shop, { title: 'Withdrawn', series: { name: 'Shores', number: '1' } });
  await makeProduct(shop, { title: 'Kept', series: { name: 'Shores', number: '2' } });
  await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [id]);
  await indexProducts(shop.deps.db, [id]);
  expect(await list('/series/shores')).toEqual(['Kept (Book 2)']);
});

test('a person’s titles are listed by role, as an author first', async () => {
  const person = (role: string) => [{ name: 'Rosa Roles', role }];
  await makeProduct(shop, { title: 'Written', contributors: person('author') });
  await makeProduct(shop, { title: 'Rendered', contributors: person('translator'), popularity: 1 });
  await makeProduct(shop, { title: 'Rendered well', contributors: person('translator'), popularity: 9 });
  const { payload } = await visit('/author/rosa-roles');
  expect(listed(payload)).toEqual(['Written']);
  expect(payload).toMatch(/href="\/author\/rosa-roles\?role=translator">Translator/);
  const translated = await visit('/author/rosa-roles?role=translator');
  expect(listed(translated.payload)).toEqual(['Rendered well', 'Rendered']);
  expect(translated.payload).toContain('<h1>Translated by Rosa Roles</h1>');
  expect(translated.payload).toContain('rel="canonical" href="http://shop.test/author/rosa-roles?role=translator"');
  expect((await visit('/author/rosa-roles?role=editor')).statusCode).toBe(404);
});

test('titles written with others are among a person’s own', async () => {
  const person = (...roles: string[]) => roles.map((role) => ({ name: 'Cora Coauthor', role }));
  await makeProduct(shop, { title: 'Alone', contributors: person('author'), popularity: 2 });
  await makeProduct(shop, { title: 'Together', contributors: person('with'), popularity: 1 });
  await makeProduct(shop, { title: 'Both', contributors: person('author', 'with') });
  const { payload } = await visit('/author/cora-coauthor');
  expect(listed(payload)).toEqual(['Alone', 'Together', 'Both']);
  expect(payload).not.toContain('?role=');
  expect(await list('/author/cora-coauthor?role=with')).toEqual(['Alone', 'Together', 'Both']);
});

test('who only translated has a page too, and whoever has no title is searched for', async () => {
  await makeProduct(shop, { title: 'Moved', contributors: [{ name: 'Only Translator', role: 'translator' }] });
  expect(await list('/author/only-translator')).toEqual(['Moved']);
  await pool.query("INSERT INTO contributor (slug, name, name_sort) VALUES ('no-title', 'No Title', 'title no')");
  const { statusCode, headers } = await visit('/author/no-title');
  expect([statusCode, headers.location]).toEqual([303, '/browse?q=No%20Title']);
});

test('new titles come newest first, forthcoming ones soonest first, each with its date', async () => {
  const dates = { Yesterday: daysFromNow(-1), 'Last month': daysFromNow(-40), 'Long ago': daysFromNow(-200) };
  for (const [title, published] of Object.entries(dates)) await makeProduct(shop, { title, published });
  const nextYear = String(Number(daysFromNow(0).slice(0, 4)) + 1);
  for (const [title, published] of Object.entries({ Sometime: `${nextYear}-12`, 'In a week': daysFromNow(7) }))
    await makeProduct(shop, { title, published });
  const titles = (await list('/new')).map((one) => one.replace(/ \(.*/, ''));
  expect(titles).toEqual(['Yesterday', 'Last month']);
  const forthcoming = await list('/forthcoming');
  expect(forthcoming.map((one) => one.replace(/ \(.*/, ''))).toEqual(['In a week', 'Sometime']);
  expect(forthcoming[1]).toBe(`Sometime (December ${nextYear})`);
});

test('a publisher has a page with its imprints, and each of these one', async () => {
  const publisher = 'Pen & Ink / Kuala';
  await makeProduct(shop, { title: 'Own', publisher });
  await makeProduct(shop, { title: 'Of the quill', publisher, imprint: 'Quill' });
  await makeProduct(shop, { title: 'Of the nib', publisher, imprint: 'A Nib' });
  const path = `/publisher/${encodeURIComponent(publisher)}`;
  const { payload } = await visit(path);
  expect(listed(payload).toSorted()).toEqual(['Of the nib', 'Of the quill', 'Own']);
  const imprints = [...payload.matchAll(/class="chip" href="([^"]*)"><bdi>(.*?)<\/bdi>/g)];
  expect(imprints.map(([, href, name]) => [href, name])).toEqual([
    [`${path}/A%20Nib`, 'A Nib'],
    [`${path}/Quill`, 'Quill'],
  ]);
  expect(await list(`${path}/Quill`)).toEqual(['Of the quill']);
  for (const missing of ['/publisher/Nobody', `${path}/Nothing`, '/publisher/%00'])
    expect([missing, (await visit(missing)).statusCode]).toEqual([missing, 404]);
});

test('languages lead to their titles', async () => {
  await makeProduct(shop, { title: 'Buku', language: 'ms' });
  expect((await visit('/language')).payload).toMatch(/href="\/language\/ms"><bdi>Malay<\/bdi>/);
  expect(await list('/language/ms')).toEqual(['Buku']);
  expect((await visit('/language/xx')).statusCode).toBe(404);
});

test('a subject shows where it stands, what is below it and what is new in it', async () => {
  await makeProduct(shop, { title: 'Old crime', subjects: ['FF'], published: '1930', popularity: 5 });
  await makeProduct(shop, { title: 'New crime', subjects: ['FF'], published: daysFromNow(-3) });
  await makeProduct(shop, { title: 'Coming crime', subjects: ['FF'], published: daysFromNow(30) });
  await refreshSearchStatistics(shop.connect);
  const { payload } = await visit('/subject/FF');
  expect(payload).toMatch(/<nav class="breadcrumb".*?href="\/subject".*?href="\/subject\/F"/s);
  const [, newest] = /<ul class="carousel-track">(.*?)<\/ul>/s.exec(payload)!;
  expect(newest).toContain('New crime');
  expect(newest).not.toMatch(/Old crime|Coming crime/);
  expect((await visit('/subject/F')).payload).toMatch(/<nav class="list-links".*?href="\/subject\/FF"/s);
  expect((await visit('/subject')).payload).toMatch(/<h2><a href="\/subject\/F">.*?href="\/subject\/FF"/s);
  expect((await visit('/subject/XX9')).statusCode).toBe(404);
});

test('a long list has pages that know each other; those far back are not for search engines', async () => {
  for (let number = 1; number <= 25; number += 1)
    await makeProduct(shop, { title: `Part ${number}`, series: { name: 'Endless', number: String(number) } });
  const second = await visit('/series/endless?page=2');
  expect(listed(second.payload)).toEqual(['Part 25 (Book 25)']);
  expect(second.payload).toContain('<link rel="canonical" href="http://shop.test/series/endless?page=2">');
  expect(second.payload).toContain('<link rel="prev" href="http://shop.test/series/endless">');
  expect(second.payload).not.toMatch(/<link rel="next"|noindex/);
  expect((await visit('/series/endless')).payload).toContain(
    '<link rel="next" href="http://shop.test/series/endless?page=2">',
  );
  for (const beyond of ['/series/endless?page=3', '/series/endless?page=999', '/subject/FF?page=9'])
    expect([beyond, (await visit(beyond)).statusCode]).toEqual([beyond, 404]);
});

test('a list’s page shows a title’s change at once', async () => {
  const { id } = await makeProduct(shop, { title: 'Before', series: { name: 'Changing', number: '1' } });
  expect(await list('/series/changing')).toEqual(['Before (Book 1)']);
  await pool.query("UPDATE product SET title = 'After' WHERE id = $1", [id]);
  shop.channels.product_changed!.onMessage(String(id));
  expect(await list('/series/changing')).toEqual(['After (Book 1)']);
});
