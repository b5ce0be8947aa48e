import { expect, test } from 'vitest';
import { checkShipment, recogniseColumns, shipmentEffect, shipmentOf } from './shipment-list.ts';

test.each([
  [['Order number', 'Carrier', 'Tracking number'], { number: 0, carrier: 1, tracking: 2 }],
  [['AWB No.', 'Date', 'Customer Reference', 'Courier'], { tracking: 0, number: 2, carrier: 3 }],
  [['order', 'tracking'], { number: 0, carrier: undefined, tracking: 1 }],
])('columns are recognised by their header: %j', (header, columns) => {
  expect(recogniseColumns(header)).toEqual({ columns, hasHeader: true });
});

test('a list without a header begins with an order', () => {
  expect(recogniseColumns(['BK-100001', 'Pos Laju', 'EN1MY'])).toEqual({
    columns: { number: 0, carrier: 1, tracking: 2 },
    hasHeader: false,
  });
  expect(recogniseColumns(['bk100001', 'EN1MY'])?.columns).toEqual({ number: 0, carrier: undefined, tracking: 1 });
  for (const row of [[], [''], ['BK-100001'], ['title', 'price'], ['order', 'price'], ['EN1MY', 'BK-100001']])
    expect([row, recogniseColumns(row)]).toEqual([row, undefined]);
});

const COLUMNS = { number: 0, carrier: 1, tracking: 2 };

test('a row names its order with or without letters, and takes the carrier of all where it has none', () => {
  for (const number of ['BK-100001', 'bk100001', ' 100001 '])
    expect(shipmentOf([number, '', ' EN1MY '], COLUMNS, ' Pos Laju ')).toEqual({
      number: 'BK-100001',
      carrier: 'Pos Laju',
      tracking: 'EN1MY',
    });
  expect(shipmentOf(['100001', 'J&T'], COLUMNS, 'Pos Laju')).toMatchObject({ carrier: 'J&T', tracking: '' });
});

test.each([
  [{ number: '' }, 'number_missing'],
  [{ carrier: '' }, 'carrier_missing'],
  [{ tracking: '' }, 'tracking_missing'],
  [{ tracking: 'a\nb' }, 'invalid_text'],
  [{ carrier: 'x'.repeat(101) }, 'invalid_text'],
  [{}, undefined],
])('a row with %j: %s', (wrong, problem) => {
  expect(checkShipment({ number: 'BK-100001', carrier: 'Pos Laju', tracking: 'EN1MY', ...wrong })).toBe(problem);
});

test('a row ships a packed order once', () => {
  const row = { number: 'BK-100001', carrier: 'Pos Laju', tracking: 'EN1MY' };
  const [same, other] = [[{ carrier: 'Pos Laju', tracking: 'EN1MY' }], [{ carrier: 'Pos Laju', tracking: 'EN2MY' }]];
  expect(shipmentEffect(row, undefined)).toBe('not_found');
  expect(shipmentEffect(row, { state: 'packed', parcels: [] })).toBe('ship');
  expect(shipmentEffect(row, { state: 'shipped', parcels: same })).toBe('done');
  expect(shipmentEffect(row, { state: 'delivered', parcels: same })).toBe('done');
  expect(shipmentEffect(row, { state: 'shipped', parcels: other })).toBe('shipped_otherwise');
  expect(shipmentEffect(row, { state: 'shipped', parcels: [] })).toBe('shipped_otherwise');
  for (const state of ['placed', 'paid'] as const)
    expect(shipmentEffect(row, { state, parcels: [] })).toBe('not_packed');
  expect(shipmentEffect(row, { state: 'cancelled', parcels: [] })).toBe('cancelled');
});
