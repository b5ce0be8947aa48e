import { expect, test } from 'vitest';
import { get } from '../../tests/test-app.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { importProducts } from './import-products.ts';
import type { ProductRecord, VariantRecord } from './product-record.ts';

const shop = await openStorefront();
const { app, deps, visit } = shop;

const PAPERBACK: VariantRecord = {
  isbn: null,
  format: 'paperback',
  listPrice: 4000,
  memberPrice: 3600,
  stock: 10,
  pages: 200,
  published: null,
};

/** Imports a title and reads it as the API has it. */
async function imported(title: string, changes: Partial<ProductRecord> = {}, variant: Partial<VariantRecord> = {}) {
  const record: ProductRecord = {
    title,
    subtitle: '',
    contributors: [{ name: 'Ann Ash', role: 'author' }],
    language: 'en',
    description: '',
    published: null,
    publisher: 'Test Press',
    imprint: '',
    subjects: [],
    series: null,
    popularity: 0,
    variants: [{ ...PAPERBACK, ...variant }],
    ...changes,
  };
  await importProducts(deps.db, [record]);
  return readTitle(title);
}

async function readTitle(title: string) {
  const { body } = await get(app, `/api/site/products?q=${encodeURIComponent(title)}`);
  const { id } = body.rows.find((row: { title: string }) => row.title === title);
  return (await get(app, `/api/site/products/${id}`)).body;
}

const pageOf = async ({ id, slug }: { id: number; slug: string }, locale = '') =>
  (await visit(`${locale}/book/${id}/${slug}`)).body.replaceAll(/[\u2066-\u2069]/g, '');

test.each<[string, Partial<VariantRecord>, string, string]>([
  ['in stock', {}, 'in_stock', 'In stock'],
  ['under embargo with copies', { embargo: '2099-10' }, 'embargoed', 'Pre-order. On sale from October 2099'],
  [
    'under embargo without',
    { embargo: '2099-10-14', stock: 0 },
    'embargoed',
    'Pre-order. On sale from 14 October 2099',
  ],
  ['pre-order', { published: '2099-01', availability: '10' }, 'preorder', 'Pre-order. Published January 2099'],
  ['to order', { stock: 0, availability: '22', orderDays: 9 }, 'to_order', 'To order, about 9 days'],
  [
    'to order from a supplier with copies',
    { stock: 0, availability: '21', orderDays: 4 },
    'out_of_stock',
    'To order, about 4 days',
  ],
  ['printed on demand', { stock: 0, availability: '23' }, 'made_to_order', 'Printed on demand'],
  [
    'expected',
    { stock: 0, availability: '31', expected: '2099-02' },
    'back_order',
    'To order. Dispatched from February 2099',
  ],
  ['expected long ago', { stock: 0, availability: '31', expected: '2020-02' }, 'back_order', 'Expected February 2020'],
  ['unavailable', { stock: 0, availability: '34' }, 'unavailable', 'Temporarily unavailable'],
  ['sold out', { stock: 0 }, 'out_of_stock', 'Out of stock'],
  ['out of print', { stock: 0, publishingStatus: '07' }, 'discontinued', 'No longer available'],
  ['unknown', { stock: 0, availability: '99' }, 'unknown', 'Contact us'],
])('a title that is %s', async (name, variant, state, text) => {
  const product = await imported(`State ${name}`, {}, variant);
  expect(product.variants[0]).toMatchObject({ state });
  const page = await pageOf(product);
  expect(page).toContain(text);
  const { awaited_from: from } = product.variants[0];
  expect(page.includes('schema.org/BackOrder')).toBe(text.startsWith('To order'));
  const isSold = (variant.stock ?? 10) > 0 || from !== null;
  expect(page.includes('Add to cart</button>')).toBe(isSold);
  expect(/With you [^<]+ in /.test(page)).toBe(isSold && state !== 'in_stock' && state !== 'preorder');
});

test('several series, roles, languages, audience and biographies are on the page in every language', async () => {
  const product = await imported('A Rich Title', {
    contributors: [
      { name: 'Ann Ash', role: 'author', biography: { html: 'Wrote <em>two</em> books.', asOf: '2026-11-01' } },
      { name: 'Bob Birch', role: 'translator' },
      { name: 'Cy Cedar', role: 'A36' },
    ],
    originalLanguage: 'fr',
    series: { name: 'First Series', number: '3' },
    moreSeries: [{ name: 'Second Series', number: null }],
    audience: { groups: ['02'], ageFrom: 9, ageTo: 12 },
    imprint: 'An Imprint',
  });
  expect(product).toMatchObject({
    more_series: [{ name: 'Second Series' }],
    audience: { age_from: 9, age_to: 12 },
    contributors: [{ biography: 'Wrote <em>two</em> books.' }, {}, { role: 'A36' }],
  });
  const page = (await pageOf(product)).replaceAll(/<\/?(?:bdi|a)(?: [^>]*)?>/g, '');
  for (const text of [
    'Translator: Bob Birch',
    'Contributor: Cy Cedar',
    'Translated from French',
    'Book 3 of First Series',
    'Series: Second Series',
    'Children · 9 to 12 years',
    'Wrote <em>two</em> books.',
    'An Imprint',
  ])
    expect(page).toContain(text);
  const texts = { de: '9 bis 12 Jahre', fr: 'De 9 à 12 ans', pt: 'Dos 9 aos 12 anos', fa: '۹ تا ۱۲ سال' };
  for (const [locale, text] of Object.entries(texts)) expect(await pageOf(product, `/${locale}`)).toContain(text);
});

test('a newer biography stays, whatever order they come in', async () => {
  const person = (html: string, asOf: string) => ({
    contributors: [{ name: 'Di Dale', role: 'author', biography: { html, asOf } }],
  });
  await imported('One', person('Newer', '2026-11-02'));
  expect((await imported('Two', person('Older', '2026-11-01'))).contributors[0].biography).toBe('Newer');
  expect((await imported('Two', person('Newest', '2026-11-03'))).contributors[0].biography).toBe('Newest');
});

test('editions of one work in other languages name each other, by a key or an ISBN', async () => {
  const german = await imported('Das Werk', { language: 'de', works: ['11:A01'] }, { isbn: '9783161484100' });
  await imported('The Work', { works: ['11:A01'] });
  const french = await imported('L’Œuvre', { language: 'fr', works: ['15:9783161484100'] });
  await imported('Another Work', { works: ['11:A02'] });
  const titlesOf = (product: { editions: { title: string }[] }) =>
    product.editions.map(({ title }) => title).toSorted();
  expect(titlesOf(await readTitle('Das Werk'))).toEqual(['L’Œuvre', 'The Work']);
  expect(titlesOf(french)).toEqual(['Das Werk']);
  expect(await pageOf(german)).toContain('Other formats and languages of this work');
  expect(await pageOf(await readTitle('Another Work'))).not.toContain('Other formats and languages');
});

const FRIENDLY = { features: ['10', '13', '14', '85'].map((code) => ({ code, text: '' })), hazards: ['00'] };

test('accessibility is shown of electronic editions only, and can be filtered', async () => {
  const ebook = { ...PAPERBACK, format: 'ebook', stock: null } as const;
  const friendly = await imported('Readable', { variants: [{ ...ebook, accessibility: FRIENDLY }] });
  const silent = await imported('Silent', { variants: [ebook] });
  const printed = await imported('Printed');
  const page = await pageOf(friendly);
  for (const text of ['Can be read aloud or in Braille in full', 'WCAG AA', 'No hazards']) expect(page).toContain(text);
  expect(await pageOf(silent)).toContain('No information provided');
  expect(await pageOf(printed)).not.toContain('Accessibility');
  const filtered = async () => (await get(app, '/api/site/products?screen_reader=true')).body;
  expect(await filtered()).toMatchObject({ total: 1, rows: [{ title: 'Readable' }] });
  await imported('Readable', { variants: [{ ...ebook, accessibility: { ...FRIENDLY, features: [] } }] });
  expect(await filtered()).toMatchObject({ total: 0 });
});

test('structured data has editions, availability, series and accessibility', async () => {
  const product = await imported(
    'A Structured Title',
    { series: { name: 'S', number: '2' }, moreSeries: [{ name: 'T', number: null }], otherLanguages: ['fa'] },
    { embargo: '2099-10-14', details: { editionNumber: 2 } },
  );
  const [, json] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(await pageOf(product)) ?? [];
  expect(JSON.parse(json!)).toMatchObject({
    inLanguage: ['en', 'fa'],
    isPartOf: [{ name: 'S' }, { name: 'T' }],
    position: '2',
    offers: [{ availability: 'https://schema.org/PreOrder', availabilityStarts: '2099-10-14' }],
    workExample: [{ bookEdition: '2' }],
  });
});
