import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { authorPath, bookPath, localizedPath, seriesPath } from '#contract/pages.ts';
import { isSellableFormat, type BookFormat } from '#domain/catalogue/product.ts';
import { LOCALES } from '#domain/locale.ts';
import { makeSignedInCustomer, makeProduct, placeOrder, type MadeProduct } from '../../tests/factories.ts';
import { sendPendingEmails } from '../../tests/emails.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { findProduct } from '../catalogue/product-details.ts';
import { xmlErrors } from '../../tests/xml-schemas.ts';
import { makeFeeds } from '../feeds/make-feeds.ts';

const shop = await openStorefront();
const { app, deps, visit } = shop;

const TEXTS = [
  ' ',
  '-',
  '.',
  '{',
  '{x}',
  '<b>{count, plural, other {#}}</b>',
  '<script>alert(1)</script>',
  '</script><!--',
  '"><img src=x>',
  "'; DROP TABLE product; --",
  '%',
  '%zz%00',
  '../../etc/passwd',
  '//evil.example',
  'constructor',
  '__proto__',
  'toString',
  '\u202eabc',
  '\u2028\u2029',
  '\u200c\u200d',
  '\ufffd\uffff',
  '📚'.repeat(30),
  '👨‍👩‍👧‍👦',
  'دیوان حافظ ٠١٢ ۳۴۵',
  '\u0301\u0301\u0301',
  'Z̴̨͈͔̈́a̵l̶g̷o̸',
  'ﷺ'.repeat(20),
  'x'.repeat(500),
  'ن'.repeat(500),
  'word '.repeat(90).trim(),
  '=1+1',
  '0',
  '1e309',
  'NaN',
];
const LANGUAGES = [
  'tr-u-co-phonebk',
  'de-1996',
  'x-private',
  'i-klingon',
  'en-',
  'e',
  '-',
  'zz',
  'fa-Arab-IR',
  '\u202e',
];
const DATES = ['0000', '9999', '2026-13', '2026-02-31', '2026-00-00'];
const FORMATS: BookFormat[] = ['paperback', 'hardback', 'ebook', 'audiobook', 'large_print', 'board_book', 'audio_cd'];

const titles: MadeProduct[] = [];
beforeAll(async () => {
  const odd = TEXTS.map((text) => ({
    title: text,
    subtitle: text,
    description: text,
    publisher: text,
    imprint: text,
    work: `work ${text}`.slice(0, 200),
    contributors: ['author', text, 'translator'].map((role) => ({
      name: text.slice(0, 200),
      role: role.slice(0, 200),
    })),
    series: { name: text.slice(0, 200), number: text === '1e309' ? null : text.slice(0, 20) },
    subjects: [text.slice(0, 100), 'FBC', 'FBC1', 'constructor'],
  }));
  const languages = LANGUAGES.map((language) => ({ language, title: `In ${language}`, popularity: 999_999_999 }));
  const dates = DATES.map((published) => ({ published, title: `Of ${published}` }));
  const formats = FORMATS.map((format) => ({
    format,
    title: `As ${format}`,
    stock: 999_999_999,
    listPrice: 99_999_999,
  }));
  const bare = [{ title: 'Bare', contributors: [], publisher: '', series: null, stock: 0 }];
  for (const told of [...odd, ...languages, ...dates, ...formats, ...bare]) titles.push(await makeProduct(shop, told));
});

/** Logged errors and warnings fail the test too. */
const consoles = (['error', 'warn'] as const).map((name) => vi.spyOn(console, name));
afterEach(() => {
  for (const told of consoles) expect(told.mock.calls).toEqual([]);
});

async function failuresOf(paths: readonly string[]): Promise<string[]> {
  const failures: string[] = [];
  for (const path of new Set(paths)) {
    const { statusCode } = await visit(encodeURI(path));
    if (statusCode !== 200) failures.push(`${statusCode} ${path}`);
  }
  return failures;
}

test('every title has a page in every language and a cover', async () => {
  const paths: string[] = [];
  for (const { id } of titles) {
    const product = (await findProduct(deps.db, id))!;
    paths.push(...LOCALES.map((locale) => localizedPath(locale, bookPath(product))), product.cover);
  }
  expect(await failuresOf(paths)).toEqual([]);
});

test('so have its contributors and series', async () => {
  const found = await Promise.all(titles.map(({ id }) => findProduct(deps.db, id)));
  const paths = found.flatMap((product) => [
    ...product!.contributors.map(authorPath),
    ...(product!.series ? [seriesPath(product!.series)] : []),
  ]);
  expect(await failuresOf(paths)).toEqual([]);
});

test('lists, searches and feeds show all of them', async () => {
  const pages = Array.from({ length: 4 }, (_, index) => `/browse?page=${index + 1}&sort=newest`);
  const listed = [
    ...pages,
    '/browse?sort=title',
    '/browse?language=de-1996',
    '/subject/FBC',
    '/opds/bestselling',
    '/opds/series',
  ];
  const local = LOCALES.flatMap((locale) =>
    ['/', '/browse', '/browse?q=word'].map((path) => localizedPath(locale, path)),
  );
  expect(await failuresOf([...listed, ...local])).toEqual([]);
  const failures: string[] = [];
  for (const text of [...TEXTS, ...LANGUAGES]) {
    const q = encodeURIComponent(text.slice(0, 200));
    for (const url of [
      `/browse?q=${q}`,
      `/api/site/products?q=${q}`,
      `/api/site/suggest?q=${q}`,
      `/browse?author=${q}`,
    ]) {
      const { statusCode } = await visit(url);
      if (statusCode >= 500) failures.push(`${statusCode} ${url}`);
    }
  }
  expect(failures).toEqual([]);
});

test('the sitemap and the merchant feed have all of them', async () => {
  await makeFeeds(shop.connect, deps);
  const schemas = {
    '/sitemaps/books-1.xml': 'sitemap',
    '/sitemaps/authors-1.xml': 'sitemap',
    '/feeds/merchant.xml': 'merchantFeed',
  } as const;
  for (const [path, schema] of Object.entries(schemas))
    expect([path, await xmlErrors((await visit(path)).payload, schema)]).toEqual([path, []]);
});

test('they can be added to the cart, ordered, emailed and put on a receipt', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const lines: MadeProduct[] = [];
  for (const title of titles) {
    const { variants } = (await findProduct(deps.db, title.id))!;
    if (isSellableFormat(variants[0]!.format) && variants[0]!.stock > 0 && title.listPrice < 99_999_999)
      lines.push(title);
  }
  const cookie = `cart=${lines.map(({ id, vid }) => `${id}.${vid}.1`).join('_')}`;
  for (const locale of LOCALES) expect((await visit(localizedPath(locale, '/cart'), { cookie })).statusCode).toBe(200);
  const guest = await placeOrder(app, { lines, email: 'guest@mail.test' });
  const member = await placeOrder(app, { lines, token });
  expect([guest.status, member.status]).toEqual([201, 201]);
  await sendPendingEmails(deps);
  for (const locale of LOCALES) {
    expect((await visit(localizedPath(locale, guest.body.page))).statusCode).toBe(200);
    const url = `/api/orders/${member.body.id}/receipt?locale=${locale}`;
    expect((await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(200);
  }
});
