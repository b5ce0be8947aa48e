import { expect, test } from 'vitest';
import { priceBoundsOf } from '#contract/product-filter.ts';
import { get, openTestApp } from '../../tests/test-app.ts';
import { makeProduct } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app } = shop;

type Made = {
  id: number;
  subjects: string[];
  formats: string[];
  language: string;
  authors: string[];
  price: number;
  available: boolean;
  published: string;
  popularity: number;
  title: string;
};

const SUBJECTS = [['FBC'], ['FBC', 'DC'], ['YFA'], ['DC'], ['FFC', 'YFA'], ['FBAX']];
const ABOVE: Record<string, string[]> = {
  FBC: ['F', 'FB'],
  FBAX: ['F', 'FB', 'FBA'],
  FFC: ['F', 'FF'],
  DC: ['D'],
  YFA: ['Y', 'YF'],
};
const FORMATS = [['paperback'], ['hardback'], ['paperback', 'hardback'], ['audio_cd']] as const;
const LANGUAGES = ['en', 'de', 'en', 'fa', 'ms'];
const AUTHORS = [['Ann Ash'], ['Bob Birch'], ['Ann Ash', 'Bob Birch'], ['Cy Cedar']];
const PRICES = [1999, 2499, 2500, 4999, 5000, 9999, 10_000, 25_000];
const made: Made[] = [];

for (let n = 0; n < 48; n += 1) {
  const pick = <T>(list: readonly T[], step: number): T => list[Math.floor(n / step) % list.length]!;
  const [subjects, formats, authors] = [pick(SUBJECTS, 1), pick(FORMATS, 2), pick(AUTHORS, 3)];
  const facts = {
    language: pick(LANGUAGES, 1),
    published: String(1950 + ((n * 7) % 60)),
    popularity: (n * 13) % 31,
    title: `${n % 2 ? 'The ' : ''}Book ${String((n * 5) % 48).padStart(2, '0')}`,
  };
  const price = pick(PRICES, 1);
  const stock = n % 4 === 0 ? 0 : 3;
  const variants = formats.map((format, index) => ({ format, listPrice: price + index * 1000, stock }));
  const contributors = authors.map((name) => ({ name, role: 'author' }));
  const { id } = await makeProduct(shop, { ...facts, subjects, contributors, variants, work: `work ${n}` });
  const shelves = [...new Set(subjects.flatMap((code) => [code, ...ABOVE[code]!]))];
  const slugs = authors.map((name) => name.toLowerCase().replace(' ', '-'));
  made.push({ id, ...facts, subjects: shelves, formats: [...formats], authors: slugs, price, available: stock > 0 });
}

const list = async (query: string) => (await get(app, `/api/site/products?limit=100&${query}`)).body;
const idsOf = (page: { rows: { id: number }[] }) => page.rows.map((row) => row.id);

const RANGES = ['0-25', '25-50', '50-100', '100-'];
const rangeOf = (price: number) => RANGES[price < 2500 ? 0 : price < 5000 ? 1 : price < 10_000 ? 2 : 3]!;
const VALUES: Record<string, (one: Made) => string[]> = {
  subject: (one) => one.subjects,
  format: (one) => one.formats,
  language: (one) => [one.language],
  author: (one) => one.authors,
  price: (one) => [rangeOf(one.price)],
};

/** A filter as the address writes it, and as a plain question. Choices of one facet are alternatives. */
function filterOf(choices: Record<string, string[]>) {
  const matches = (one: Made, except?: string) =>
    Object.entries(choices).every(
      ([name, wanted]) => name === except || VALUES[name]!(one).some((value) => wanted.includes(value)),
    );
  const pairs = Object.entries(choices).flatMap(([name, wanted]) => wanted.map((value) => [name, value]));
  const query = new URLSearchParams(pairs.filter(([name]) => name !== 'price') as [string, string][]);
  if (choices.price)
    for (const [name, bound] of Object.entries(priceBoundsOf(choices.price[0]!)))
      if (bound !== undefined) query.set(name, String(bound));
  return { query: query.toString(), matches };
}

const FILTERS: Record<string, string[]>[] = [
  {},
  { subject: ['FBC'] },
  { subject: ['F'] },
  { subject: ['FB'] },
  { subject: ['FBAX'] },
  { subject: ['FFC', 'D'] },
  { subject: ['DC', 'Y'] },
  { format: ['hardback'] },
  { language: ['en', 'fa'] },
  { author: ['ann-ash'] },
  { author: ['ann-ash', 'cy-cedar'], language: ['en'] },
  { price: ['25-50'] },
  { price: ['100-'], format: ['paperback'] },
  { subject: ['F'], language: ['en'], format: ['paperback', 'audio_cd'], price: ['0-25'] },
  { subject: ['XQ'] },
];

test.each(FILTERS)('the filter %j finds exactly its titles', async (choices) => {
  const { query, matches } = filterOf(choices);
  const page = await list(query);
  const expected = made.filter((one) => matches(one)).map((one) => one.id);
  expect(idsOf(page).toSorted()).toEqual(expected.toSorted());
  expect(page.total).toBe(expected.length);
});

const TOP = ['D', 'F', 'Y'];
/** The subjects that a list offers, by those that it is filtered by. */
const OFFERED: Record<string, string[]> = {
  '': TOP,
  FBC: [...TOP, 'FB', 'FBC'],
  F: [...TOP, 'FB', 'FF'],
  FB: [...TOP, 'FB', 'FBA', 'FBC'],
  FBAX: [...TOP, 'FB', 'FBA', 'FBAX'],
  'FFC D': [...TOP, 'FF', 'FFC', 'DC'],
  'DC Y': [...TOP, 'DC', 'YF'],
  XQ: TOP,
};

test.each(FILTERS)('the facets of %j count the results of each choice', async (choices) => {
  const { query, matches } = filterOf(choices);
  const { facets } = await list(query);
  for (const [name, valuesOf] of Object.entries(VALUES)) {
    const isListed = (value: string) =>
      name !== 'subject' || OFFERED[choices.subject?.join(' ') ?? '']!.includes(value);
    const values = made
      .filter((one) => matches(one, name))
      .flatMap(valuesOf)
      .filter(isListed);
    const naive = Object.fromEntries(
      [...Map.groupBy(values, (value) => value)].map(([value, group]) => [value, group.length]),
    );
    const counted = facets[name].map(({ value, count }: { value: string; count: number }) => [value, count]);
    expect([name, Object.fromEntries(counted)]).toEqual([name, naive]);
  }
});

test('labels are localized and price ranges sorted', async () => {
  const { body } = await get(app, '/api/site/products', { headers: { 'accept-language': 'de' } });
  expect(body.facets.price.map((one: { value: string }) => one.value)).toEqual(RANGES);
  expect(body.facets.language).toContainEqual(expect.objectContaining({ value: 'en', label: 'Englisch' }));
  expect(body.facets.author).toContainEqual(expect.objectContaining({ value: 'ann-ash', label: 'Ann Ash' }));
  expect(body.facets.format).toContainEqual(expect.objectContaining({ value: 'hardback', label: 'Gebundenes Buch' }));
});

test('the stock filter finds only titles in stock', async () => {
  const { rows, total } = await list('in_stock=true');
  expect(total).toBe(made.filter((one) => one.available).length);
  expect(rows.every((row: { available: boolean }) => row.available)).toBe(true);
  expect((await list('in_stock=false')).total).toBe(48);
});
