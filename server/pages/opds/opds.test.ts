import { expect, test } from 'vitest';
import { dayInMalaysia } from '#domain/dates.ts';
import { makeProduct } from '../../../tests/factories.ts';
import { opdsFeed, opdsPublication } from '../../../tests/opds-schema.ts';
import { openStorefront } from '../../../tests/storefront.ts';
import { xmlErrors } from '../../../tests/xml-schemas.ts';
import { refreshSearchStatistics } from '../../catalogue/search-index.ts';

const shop = await openStorefront();
const ORIGIN = 'http://shop.test';

async function read(url: string) {
  const { statusCode, headers, payload } = await shop.visit(url);
  expect([url, statusCode]).toEqual([url, 200]);
  return { headers, body: JSON.parse(payload) };
}

async function feed(url: string) {
  const { headers, body } = await read(url);
  expect(headers['content-type']).toBe('application/opds+json; charset=utf-8');
  const parsed = opdsFeed.safeParse(body);
  expect([url, parsed.error?.issues ?? []]).toEqual([url, []]);
  return parsed.data!;
}

const made = await makeProduct(shop, {
  title: 'Anne of Green Gables',
  subtitle: 'A novel',
  language: 'en',
  published: '1908-06-13',
  description: 'A talkative girl.',
  contributors: [
    { name: 'L. M. Montgomery', role: 'author' },
    { name: 'Some Body', role: 'A24' },
  ],
  series: { name: 'Anne', number: '1' },
  subjects: ['YFA'],
  popularity: 9,
  variants: [
    { isbn: '9780141439587', listPrice: 3190 },
    { format: 'hardback', listPrice: 5690, stock: 0 },
  ],
});
const recent = dayInMalaysia(new Date(Date.now() - 86_400_000).toISOString());
for (let number = 2; number <= 26; number += 1)
  await makeProduct(shop, { title: `Anne ${number}`, series: { name: 'Anne', number: String(number) } });
await makeProduct(shop, { title: 'Only digital', format: 'ebook', series: { name: 'Bytes', number: null } });
await makeProduct(shop, { title: 'Fresh', published: recent });
await refreshSearchStatistics(shop.connect);

const titlesOf = ({ publications = [] }: Awaited<ReturnType<typeof feed>>) =>
  publications.map(({ metadata }) => metadata.title);

test('everything that the catalogue leads to is a valid feed', async () => {
  const root = await feed('/opds');
  const queue = root.navigation!.filter(({ type }) => type === 'application/opds+json').map(({ href }) => href);
  expect(queue).toHaveLength(5);
  const seen = new Set<string>();
  for (let href = queue.pop(); href !== undefined; href = queue.pop()) {
    if (seen.has(href)) continue;
    seen.add(href);
    const { links, navigation = [], groups = [] } = await feed(href.replace(ORIGIN, ''));
    const next = links.filter(({ rel }) => rel === 'next');
    queue.push(...[...navigation, ...groups.flatMap((group) => group.navigation), ...next].map((link) => link.href));
  }
  expect([...seen]).toEqual(
    expect.arrayContaining([
      `${ORIGIN}/opds/new`,
      `${ORIGIN}/opds/subjects/YFA`,
      `${ORIGIN}/opds/series/anne`,
      `${ORIGIN}/opds/series/anne?page=2`,
    ]),
  );
});

test('a publication has its people, its place in the series, and an offer for each format in MYR', async () => {
  const { body, headers } = await read(`/opds/publications/${made.id}`);
  expect(headers['content-type']).toBe('application/opds-publication+json; charset=utf-8');
  expect(opdsPublication.safeParse(body).error?.issues ?? []).toEqual([]);
  expect(body.metadata).toMatchObject({
    identifier: 'urn:isbn:9780141439587',
    author: [{ name: 'L. M. Montgomery', links: [{ href: `${ORIGIN}/opds/authors/l-m-montgomery` }] }],
    contributor: [{ name: 'Some Body' }],
    published: '1908-06-13',
    belongsTo: { series: { name: 'Anne', position: 1 } },
    subject: [{ code: 'YFA', name: 'Children’s classics', scheme: 'https://ns.editeur.org/thema/' }],
  });
  const page = `${ORIGIN}/book/${made.id}/anne-of-green-gables`;
  const offers = body.links.filter(({ rel }: { rel: string }) => rel === 'http://opds-spec.org/acquisition/buy');
  expect(offers).toEqual([
    {
      rel: 'http://opds-spec.org/acquisition/buy',
      href: page,
      type: 'text/html',
      title: 'Paperback',
      properties: { price: { currency: 'MYR', value: 31.9 }, availability: { state: 'available' } },
    },
    expect.objectContaining({
      title: 'Hardback',
      properties: { price: { currency: 'MYR', value: 56.9 }, availability: { state: 'unavailable' } },
    }),
  ]);
});

test('series come in order, page by page', async () => {
  const first = await feed('/opds/series/anne');
  expect(titlesOf(first).slice(0, 3)).toEqual(['Anne of Green Gables', 'Anne 2', 'Anne 3']);
  expect(first.metadata).toMatchObject({ numberOfItems: 26, itemsPerPage: 24, currentPage: 1 });
  const second = await feed('/opds/series/anne?page=2');
  expect(titlesOf(second)).toEqual(['Anne 25', 'Anne 26']);
  const relations = second.links.flatMap(({ rel, href }) => (rel === 'previous' ? href : []));
  expect(relations).toEqual([`${ORIGIN}/opds/series/anne`]);
  expect((await shop.visit('/opds/series/anne?page=3')).statusCode).toBe(404);
});

test('the search is a template, and finds', async () => {
  const { links } = await feed('/fa/opds');
  const search = links.find(({ rel }) => rel === 'search')!;
  expect(search).toMatchObject({ href: `${ORIGIN}/fa/opds/search{?query}`, templated: true });
  const found = await feed(search.href.replace(ORIGIN, '').replace('{?query}', '?query=green%20gables'));
  expect(titlesOf(found)).toEqual(['Anne of Green Gables']);
  expect(titlesOf(await feed('/opds/search?query=no-such-thing'))).toEqual([]);
});

test('what cannot be bought is no publication, and what is new is among the new', async () => {
  expect(titlesOf(await feed('/opds/series/bytes'))).toEqual([]);
  expect(titlesOf(await feed('/opds/new'))).toEqual(['Fresh']);
});

test.each(['/opds/subjects/QQ9', '/opds/series/none', '/opds/authors/none', '/opds/publications/x', '/opds/nothing'])(
  '%s does not exist',
  async (url) => {
    expect((await shop.visit(url)).statusCode).toBe(404);
  },
);

test('a feed is revalidated by its tag, and changes with its products', async () => {
  const { headers } = await read('/opds/series/anne');
  const again = await shop.visit('/opds/series/anne', { 'if-none-match': String(headers.etag) });
  expect(again.statusCode).toBe(304);
  await shop.pool.query("UPDATE product SET title = 'Anne of Avonlea' WHERE title = 'Anne 2'");
  const { rows } = await shop.pool.query("SELECT id FROM product WHERE title = 'Anne of Avonlea'");
  shop.channels.product_changed!.onMessage(String(rows[0].id));
  expect(titlesOf(await feed('/opds/series/anne'))[1]).toBe('Anne of Avonlea');
});

test('every page leads to the catalogue and to the search, which is described by OpenSearch', async () => {
  const { payload } = await shop.visit('/de/delivery');
  expect(payload).toContain('<link rel="alternate" type="application/opds+json" href="/de/opds" title="Halaman">');
  const [, path] = /<link rel="search" type="application\/opensearchdescription\+xml" href="([^"]*)"/.exec(payload)!;
  const description = await shop.visit(path!);
  expect(description.headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8');
  expect(await xmlErrors(description.payload, 'openSearch')).toEqual([]);
  expect(description.payload).toContain(`template="${ORIGIN}/de/browse?q={searchTerms}&amp;page={startPage?}"`);
  const [, template] = /type="text\/html" template="([^"]*)"/.exec(description.payload)!;
  const url = template!
    .replace(ORIGIN, '')
    .replace('&amp;', '&')
    .replace('{searchTerms}', 'anne')
    .replace('{startPage?}', '1');
  const found = await shop.visit(url);
  expect(found.statusCode === 303 ? found.headers.location : found.statusCode).toBe(200);
});
