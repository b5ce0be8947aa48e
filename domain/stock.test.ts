import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCount, signedQuantity } from './stock.ts';

test('damaged copies leave the shelf, others come as they are typed', () => {
  expect([signedQuantity('received', 3), signedQuantity('damaged', 3), signedQuantity('adjusted', -3)]).toEqual([
    3, -3, -3,
  ]);
});

test.each([
  ['as expected', { counted: 10, stock: 10, reserved: 0, changedSince: 0 }, [10, 0, 10, 0]],
  ['two are gone', { counted: 8, stock: 10, reserved: 0, changedSince: 0 }, [10, -2, 8, 0]],
  ['copies of orders stand on the shelf', { counted: 10, stock: 7, reserved: 3, changedSince: 0 }, [10, 0, 7, 0]],
  ['some were sold since', { counted: 10, stock: 6, reserved: 0, changedSince: -4 }, [10, 0, 6, 0]],
  ['found, and sold since', { counted: 12, stock: 6, reserved: 0, changedSince: -4 }, [10, 2, 8, 0]],
  ['fewer than orders have', { counted: 1, stock: 0, reserved: 3, changedSince: 0 }, [3, -2, 0, 2]],
])('a count: %s', (_, count, [expected, difference, left, missing]) => {
  expect(compareCount(count)).toEqual({ expected, difference, left, missing });
});

test('what is as expected changes nothing, whatever happened since', () => {
  const copies = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(copies, copies, fc.integer({ min: -1000, max: 1000 }), (stock, reserved, changedSince) => {
      const counted = stock - changedSince + reserved;
      expect(compareCount({ counted, stock, reserved, changedSince })).toMatchObject({ difference: 0, left: stock });
    }),
  );
});
