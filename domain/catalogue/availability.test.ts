import { expect, test } from 'vitest';
import {
  awaitedFrom,
  isBuyable,
  isKnownAvailability,
  mayBecomeBuyable,
  SALE_STATES,
  saleStateOf,
  type SaleFacts,
} from './availability.ts';
import { isForSaleIn, type SalesRights, type Territory } from './territory.ts';

const TODAY = '2026-11-22';

function facts(changes: Partial<SaleFacts> = {}): SaleFacts {
  const dates = { embargo: null, published: null, expected: null };
  return {
    rights: [],
    rightsElsewhere: null,
    publishingStatus: '04',
    availability: '21',
    stock: null,
    ...dates,
    ...changes,
  };
}

const stateOf = (changes: Partial<SaleFacts>) => saleStateOf(facts(changes), TODAY);

function rights(type: string, territory: Partial<Territory>): SalesRights {
  const none = { countriesIncluded: [], regionsIncluded: [], countriesExcluded: [], regionsExcluded: [] };
  return { type, territory: { ...none, ...territory } };
}

const NOT_HERE = [rights('01', { countriesIncluded: ['GB'] })];

test.each([
  ['20', 'in_stock'],
  ['21', 'in_stock'],
  ['22', 'to_order'],
  ['23', 'made_to_order'],
  ['09', 'announced'],
  ['30', 'unavailable'],
  ['34', 'unavailable'],
  ['43', 'discontinued'],
  ['45', 'discontinued'],
  ['46', 'discontinued'],
  ['49', 'discontinued'],
  ['51', 'discontinued'],
  ['01', 'not_sold'],
  ['40', 'not_sold'],
  ['41', 'not_sold'],
  ['42', 'not_sold'],
  ['44', 'not_sold'],
  ['47', 'not_sold'],
  ['48', 'not_sold'],
  ['50', 'not_sold'],
  ['52', 'not_sold'],
  ['97', 'unknown'],
  ['98', 'unknown'],
  ['99', 'unknown'],
])('availability %s is %s', (availability, state) => {
  expect(stateOf({ availability })).toBe(state);
  expect(isKnownAvailability(availability)).toBe(true);
});

test('a code that the list does not have is unknown', () => {
  expect(isKnownAvailability('77')).toBe(false);
  expect(stateOf({ availability: '77' })).toBe('unknown');
  expect(stateOf({ availability: null })).toBe('unknown');
  expect(stateOf({ availability: null, published: '2027' })).toBe('preorder');
});

test.each(['10', '12'])('%s is a pre-order with a date, else announced', (availability) => {
  expect(stateOf({ availability, published: '2027-01' })).toBe('preorder');
  expect(stateOf({ availability, expected: '2027-01-04' })).toBe('preorder');
  expect(stateOf({ availability })).toBe('announced');
});

test.each(['11', '31', '32', '33'])('%s is a back-order with an expected date, else an alert', (availability) => {
  expect(stateOf({ availability, expected: '2026-12' })).toBe('back_order');
  expect(stateOf({ availability })).toBe('unavailable');
});

test('the shop’s own count wins over the supplier’s word', () => {
  for (const availability of ['20', '22', '30', '31', '43', '99'])
    expect(stateOf({ availability, stock: 2 })).toBe('in_stock');
  expect(stateOf({ availability: '21', stock: 0 })).toBe('out_of_stock');
  expect(stateOf({ availability: null, stock: 0 })).toBe('out_of_stock');
  expect(stateOf({ availability: '09', stock: 2, published: '2027' })).toBe('preorder');
  expect(stateOf({ availability: '22', stock: 0 })).toBe('to_order');
  expect(stateOf({ availability: '01', stock: 2 })).toBe('not_sold');
  expect(stateOf({ availability: '10', stock: 2, published: '2027' })).toBe('preorder');
});

test.each(['01', '11', '15'])('publishing status %s takes it out of the shop, stock or not', (publishingStatus) => {
  expect(stateOf({ publishingStatus, stock: 5 })).toBe('withdrawn');
});

test('what is out of print is sold from stock', () => {
  expect(stateOf({ publishingStatus: '07' })).toBe('discontinued');
  expect(stateOf({ publishingStatus: '07', stock: 1 })).toBe('in_stock');
  expect(stateOf({ publishingStatus: '02', availability: '10', published: '2027' })).toBe('preorder');
});

test('rights come before the embargo, that before the status, that before availability and stock', () => {
  const all = { rights: NOT_HERE, embargo: '2026-12-01', publishingStatus: '11', availability: '43', stock: 3 };
  expect(stateOf(all)).toBe('no_rights');
  expect(stateOf({ ...all, rights: [] })).toBe('embargoed');
  expect(stateOf({ ...all, rights: [], embargo: '2026-11-22' })).toBe('withdrawn');
  expect(stateOf({ ...all, rights: [], embargo: null, publishingStatus: '04' })).toBe('in_stock');
  expect(stateOf({ ...all, rights: [], embargo: null, publishingStatus: '04', stock: null })).toBe('discontinued');
});

test('an embargo that is known to the month or year holds until that is over', () => {
  expect(stateOf({ embargo: '2026-12' })).toBe('embargoed');
  expect(stateOf({ embargo: '2026-11' })).toBe('embargoed');
  expect(stateOf({ embargo: '2026' })).toBe('embargoed');
  expect(stateOf({ embargo: '2026-10' })).toBe('in_stock');
  expect(stateOf({ embargo: '2026-11-22' })).toBe('in_stock');
  expect(stateOf({ embargo: '2026-11-23' })).toBe('embargoed');
});

test.each(['01', '02', '07', '08'])('rights of type %s allow sales where they include Malaysia', (type) => {
  expect(isForSaleIn([rights(type, { countriesIncluded: ['SG', 'MY'] })])).toBe(true);
  expect(isForSaleIn([rights(type, { regionsIncluded: ['WORLD'] })])).toBe(true);
  expect(isForSaleIn([rights(type, { regionsIncluded: ['WORLD'], countriesExcluded: ['MY', 'SG'] })])).toBe(false);
  expect(isForSaleIn([rights(type, { countriesIncluded: ['GB'] })])).toBe(false);
  expect(isForSaleIn([rights(type, { regionsIncluded: ['ECZ'] })])).toBe(false);
});

test.each(['03', '04', '05', '06'])('rights of type %s forbid sales', (type) => {
  expect(isForSaleIn([rights(type, { countriesIncluded: ['MY'] })])).toBe(false);
  const world = rights('01', { regionsIncluded: ['WORLD'] });
  expect(isForSaleIn([world, rights(type, { countriesIncluded: ['MY'] })])).toBe(false);
  expect(isForSaleIn([world, rights(type, { countriesIncluded: ['US'] })])).toBe(true);
});

test('the rest of the world is where no other statement is about', () => {
  expect(isForSaleIn([])).toBe(true);
  expect(isForSaleIn(NOT_HERE, '02')).toBe(true);
  expect(isForSaleIn(NOT_HERE, '03')).toBe(false);
  expect(isForSaleIn([...NOT_HERE, rights('02', { regionsIncluded: ['ROW'] })])).toBe(true);
  const elsewhere = rights('03', { regionsIncluded: ['ROW'] });
  expect(isForSaleIn([rights('01', { countriesIncluded: ['MY'] }), elsewhere])).toBe(true);
  expect(isForSaleIn([...NOT_HERE, elsewhere])).toBe(false);
});

test('what can be bought needs no alert, and what never comes back has none', () => {
  const format = { is_sold: true, stock: 0, awaited_from: null };
  const awaited = SALE_STATES.filter((state) => mayBecomeBuyable({ ...format, state }));
  expect(SALE_STATES.filter((state) => !awaited.includes(state))).toEqual([
    'no_rights',
    'withdrawn',
    'not_sold',
    'discontinued',
  ]);
  for (const state of SALE_STATES) {
    const stocked = { ...format, stock: 1, state };
    expect(isBuyable(stocked) && mayBecomeBuyable(stocked)).toBe(false);
    expect(isBuyable({ ...format, state })).toBe(false);
  }
  expect(mayBecomeBuyable({ ...format, is_sold: false, stock: 3, state: 'in_stock' })).toBe(true);
  expect(isBuyable({ ...format, state: 'to_order', awaited_from: '2026-12-01' })).toBe(true);
  expect(isBuyable({ ...format, is_sold: false, state: 'to_order', awaited_from: '2026-12-01' })).toBe(false);
});

test.each<[string, Partial<SaleFacts> & { orderDays?: number }, string | undefined]>([
  ['a pre-order is dispatched when it is published', { availability: '10', published: '2027-03' }, '2027-03'],
  ['or when its copies are expected', { availability: '10', expected: '2027-04-01' }, '2027-04-01'],
  ['without a date ahead it cannot be ordered', { availability: '10', published: '2026-01-01' }, undefined],
  ['an embargo holds', { availability: '10', embargo: '2027-07-15', published: '2027-07-01' }, '2027-07-15'],
  ['and longer where copies come later', { availability: '10', embargo: '2027-07-15', expected: '2027-08' }, '2027-08'],
  ['an embargo is a date also of what the supplier has', { availability: '20', embargo: '2027-07-15' }, '2027-07-15'],
  ['what is withdrawn has no date', { publishingStatus: '15', embargo: '2027-07-15' }, undefined],
  ['nor what the supplier does not sell', { availability: '45', embargo: '2027-07-15', orderDays: 3 }, undefined],
  ['the supplier takes days', { availability: '22', orderDays: 10 }, '2026-12-02'],
  ['or prints', { availability: '23', orderDays: 0 }, TODAY],
  ['or has it', { availability: '21', orderDays: 2 }, '2026-11-24'],
  ['without days nothing is promised', { availability: '22' }, undefined],
  [
    'a back-order comes when it is expected',
    { availability: '32', expected: '2026-12-24', orderDays: 3 },
    '2026-12-24',
  ],
  ['once that has passed, in so many days', { availability: '32', expected: '2026-11-01', orderDays: 3 }, '2026-11-25'],
  ['or nobody knows', { availability: '32', expected: '2026-11-01' }, undefined],
  ['what is temporarily unavailable is not ordered', { availability: '30', orderDays: 3 }, undefined],
])('copies beyond the stock: %s', (_, { orderDays = null, ...changes }, from) => {
  for (const stock of [null, 0, 5])
    expect(awaitedFrom({ ...facts({ ...changes, stock }), orderDays }, TODAY)).toBe(from);
});
