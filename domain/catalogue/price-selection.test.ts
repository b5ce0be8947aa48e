import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceChangeDays, selectPrices, type PriceRow } from './price-selection.ts';
import type { Territory } from './territory.ts';

const TODAY = '2026-11-22';

function price(changes: Partial<PriceRow> = {}): PriceRow {
  const where = { territory: null, from: null, until: null };
  return { type: '02', qualifier: null, amount: 3990, currency: 'MYR', minimumQuantity: 1, ...where, ...changes };
}

function territory(changes: Partial<Territory>): Territory {
  return { countriesIncluded: [], regionsIncluded: [], countriesExcluded: [], regionsExcluded: [], ...changes };
}

const MALAYSIA = territory({ countriesIncluded: ['SG', 'MY'] });
const BRITAIN = territory({ countriesIncluded: ['GB'] });
const WORLD = territory({ regionsIncluded: ['WORLD'] });
const OTHER = 5000;

/** Rows of which the first, or the one of 3990, must win, and the rule by which it does. */
const DUELS: [string, PriceRow[], string][] = [
  ['only', [price()], 'only'],
  ['ringgit', [price(), price({ amount: OTHER, currency: 'GBP' })], 'currency'],
  ['no currency', [price(), price({ amount: OTHER, currency: null })], 'currency'],
  ['Malaysia', [price({ territory: MALAYSIA }), price({ amount: OTHER, territory: BRITAIN })], 'territory'],
  ['the world', [price({ territory: WORLD }), price({ amount: OTHER, territory: BRITAIN })], 'territory'],
  [
    'the world but Malaysia',
    [price(), price({ amount: OTHER, territory: { ...WORLD, countriesExcluded: ['MY'] } })],
    'territory',
  ],
  ['a price that begins later', [price(), price({ amount: OTHER, from: '2026-11-23' })], 'date'],
  ['a price that has ended', [price(), price({ amount: OTHER, until: '2026-11-21' })], 'date'],
  ['with tax', [price({ type: '02' }), price({ amount: OTHER, type: '03' })], 'tax'],
  ['fixed with tax', [price({ type: '04' }), price({ amount: OTHER, type: '02' })], 'fixed'],
  ['agency with tax', [price({ type: '42' }), price({ amount: OTHER, type: '02' })], 'fixed'],
  ['fixed without tax', [price({ type: '03' }), price({ amount: OTHER, type: '01' })], 'fixed'],
  ['agency without tax', [price({ type: '41' }), price({ amount: OTHER, type: '01' })], 'fixed'],
  ['a single copy', [price(), price({ amount: OTHER, minimumQuantity: 10 })], 'quantity'],
  ['the newest', [price({ from: '2026-06' }), price({ amount: OTHER, from: '2026-01-01' })], 'newest'],
  ['the last of two alike', [price({ amount: OTHER }), price()], 'newest'],
];

test.each(DUELS)('%s wins, wherever it stands', (name, rows, rule) => {
  expect(selectPrices(rows, TODAY)?.list).toEqual({ amount: 3990, rule });
  const isTie = name === 'the last of two alike';
  expect(selectPrices(rows.toReversed(), TODAY)?.list).toEqual({ amount: isTie ? OTHER : 3990, rule });
});

test.each(['05', '06', '07', '08', '09', '11', '21', ''])('a price of type "%s" is never shown', (type) => {
  expect(selectPrices([price({ type })], TODAY)).toBeNull();
});

test.each([
  { currency: 'SGD' },
  { territory: BRITAIN },
  { from: '2026-12' },
  { from: '2027' },
  { until: '2026-10' },
  { amount: null },
  { amount: 0 },
  { amount: 100_000_000 },
  { qualifier: '06' },
  { qualifier: '01' },
])('with nothing but %j there is no price', (changes) => {
  expect(selectPrices([price(changes)], TODAY)).toBeNull();
});

test.each([{ from: '2026-11-22' }, { from: '2026-11' }, { until: '2026' }, { until: '2026-11-22' }])(
  '%j holds today',
  (changes) => {
    expect(selectPrices([price(changes)], TODAY)?.list.amount).toBe(3990);
  },
);

test.each([null, '00', '05'])('the qualifier %j is the price for everybody, 01 that for members', (qualifier) => {
  const member = price({ qualifier: '01', amount: 3500 });
  expect(selectPrices([price({ qualifier }), member], TODAY)).toEqual({
    list: { amount: 3990, rule: 'only' },
    member: { amount: 3500, rule: 'only' },
    uncapped: null,
  });
});

test('members pay the list price without one of their own, and never more', () => {
  expect(selectPrices([price()], TODAY)?.member.amount).toBe(3990);
  const above = selectPrices([price(), price({ qualifier: '01', amount: 4500 })], TODAY);
  expect(above).toMatchObject({ member: { amount: 3990 }, uncapped: 4500 });
});

test('whatever the rows, a chosen price is one of them in ringgit, and members pay at most it', () => {
  const row = fc.record({
    type: fc.constantFrom('01', '02', '03', '04', '05', '41', '42'),
    qualifier: fc.constantFrom(null, '00', '01', '05', '06'),
    amount: fc.option(fc.integer({ min: 0, max: 10_000 })),
    currency: fc.constantFrom('MYR', 'USD', null),
    territory: fc.constantFrom(null, MALAYSIA, BRITAIN, WORLD),
    from: fc.constantFrom(null, '2025', '2026-11-22', '2027'),
    until: fc.constantFrom(null, '2025', '2026-11', '2027'),
    minimumQuantity: fc.integer({ min: 1, max: 20 }),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 45 }), (rows) => {
      const found = selectPrices(rows, TODAY);
      if (found === null) return;
      const amounts = rows.filter(({ currency }) => currency === 'MYR').map(({ amount }) => amount);
      expect(amounts).toContain(found.list.amount);
      expect(found.member.amount).toBeLessThanOrEqual(found.list.amount);
    }),
  );
});

test('the days on which prices change are those on which they begin, and those after their last', () => {
  const rows = [
    price(),
    price({ from: '2026-12' }),
    price({ until: '2026-12' }),
    price({ until: '2026' }),
    price({ until: '2028-02-28' }),
    price({ type: '05', from: '2026-12-24' }),
    price({ currency: 'USD', from: '2026-12-25' }),
  ];
  expect(priceChangeDays(rows)).toEqual(['2026-12-01', '2027-01-01', '2027-01-01', '2028-02-29']);
});
