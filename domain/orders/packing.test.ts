import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addCopy, isPacked, scanCopy, scannedOrder, type PackedCopies, type PackLine } from './packing.ts';

const EMMA = { id: 'emma', isbn: '9780141439587', qty: 2 };
const DUNE = { id: 'dune', isbn: '9780306406157', qty: 1 };
const MAP = { id: 'map', isbn: null, qty: 1 };
const LINES: PackLine[] = [EMMA, DUNE, MAP];

describe('a scanned copy', () => {
  test.each(['9780306406157', '978-0-306-40615-7', ' 0306406152 ', '0-306-40615-2'])(
    'is counted for its line however its ISBN is written: %s',
    (scanned) => {
      expect(scanCopy(LINES, { emma: 1 }, scanned)).toEqual({
        kind: 'counted',
        lineId: 'dune',
        packed: { emma: 1, dune: 1 },
      });
    },
  );

  test('of another book, one too many, and what is no ISBN are refused', () => {
    expect(scanCopy(LINES, {}, '9783150099001')).toEqual({ kind: 'wrong_book', isbn: '9783150099001' });
    expect(scanCopy(LINES, { dune: 1 }, '9780306406157')).toEqual({ kind: 'too_many', lineId: 'dune' });
    for (const text of ['', 'x', '9780306406158', 'BK-100001']) {
      expect(scanCopy(LINES, {}, text)).toEqual({ kind: 'unreadable' });
    }
  });

  test('goes to the next line of the same ISBN once the first is full', () => {
    const twice = [DUNE, { ...DUNE, id: 'dune-2' }];
    expect(scanCopy(twice, { dune: 1 }, DUNE.isbn)).toMatchObject({ kind: 'counted', lineId: 'dune-2' });
  });
});

test('a parcel is packed with exactly the copies of the order', () => {
  const whole: PackedCopies = { emma: 2, dune: 1, map: 1 };
  expect(isPacked(LINES, whole)).toBe(true);
  expect(isPacked(LINES, { ...whole, emma: 1 })).toBe(false);
  expect(isPacked(LINES, { ...whole, emma: 3 })).toBe(false);
  expect(isPacked(LINES, { ...whole, other: 1 })).toBe(false);
  expect(isPacked(LINES, {})).toBe(false);
});

test('whatever is scanned in whatever order, a line never has more copies than were ordered', () => {
  const scans = fc.array(fc.constantFrom(EMMA.isbn, DUNE.isbn, '9783150099001', 'x'), { maxLength: 12 });
  fc.assert(
    fc.property(scans, (texts) => {
      const packed = texts.reduce<PackedCopies>((before, text) => {
        const result = scanCopy(LINES, before, text);
        return result.kind === 'counted' ? result.packed : before;
      }, {});
      return LINES.every(({ id, qty }) => (packed[id] ?? 0) <= qty);
    }),
  );
});

test('a copy of a line without an ISBN is added by hand', () => {
  expect(addCopy({ emma: 1 }, 'map').packed).toEqual({ emma: 1, map: 1 });
});

test('the number of an order is found in its code', () => {
  for (const text of ['BK-100001', 'bk100001', ' bk-100001 ']) expect(scannedOrder(text)).toBe('BK-100001');
  for (const text of ['100001', '9780306406157', 'BK-1', 'xBK-100001', '']) expect(scannedOrder(text)).toBeUndefined();
});
