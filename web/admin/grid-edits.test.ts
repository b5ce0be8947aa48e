import { expect, test } from 'vitest';
import { cellText, pastedCells, readEdit, withCells, type GridRow } from './grid-edits.ts';

const row = (id: number, changes: Partial<GridRow> = {}): GridRow => ({
  id: String(id),
  titleId: id,
  title: `Title ${id}`,
  language: 'en',
  isbn: `978000000000${id}`,
  format: 'paperback',
  list_price: 40,
  member_price: 36,
  stock: 3,
  is_listed: true,
  ...changes,
});
const [first, second] = [row(1), row(2)];
const read = (cells: Partial<Record<'list_price' | 'member_price' | 'stock', string>>) => {
  const changes = Object.entries(cells).map(([column, text]) => ({ row: first!, column: column as 'stock', text }));
  return readEdit(Object.values(withCells({}, changes))[0]!);
};

test('a cell shows what was typed, and is no edit once it is as it was', () => {
  const typed = withCells({}, [{ row: first!, column: 'list_price', text: '45' }]);
  expect(cellText(typed, first!, 'list_price')).toBe('45');
  expect(cellText(typed, first!, 'stock')).toBe('3');
  expect(withCells(typed, [{ row: first!, column: 'list_price', text: '40.00' }])).toEqual({});
});

test('an edit stays over what was shown when it was begun', () => {
  const typed = withCells({}, [{ row: first!, column: 'list_price', text: '45' }]);
  const later = withCells(typed, [{ row: { ...first!, list_price: 99 }, column: 'stock', text: '9' }]);
  expect(readEdit(later['1']!).change).toMatchObject({
    before: { list_price: 40, member_price: 36, stock: 3 },
    after: { list_price: 45, member_price: 36, stock: 9 },
  });
});

test.each([
  [{ list_price: '45,50' }, { list_price: 45.5, member_price: 36, stock: null }],
  [{ list_price: '۳۰' }, { list_price: 30, member_price: 30, stock: null }],
  [
    { member_price: '35.5', stock: '0' },
    { list_price: 40, member_price: 35.5, stock: 0 },
  ],
] as const)('%j is read', (cells, after) => {
  expect(read(cells)).toMatchObject({ faults: {}, change: { isbn: '9780000000001', after } });
});

test.each([
  [{ list_price: 'forty' }, { list_price: 'price' }],
  [
    { list_price: '0', stock: '-1' },
    { list_price: 'price', stock: 'stock' },
  ],
  [{ member_price: '41' }, { member_price: 'member' }],
] as const)('%j cannot be taken, and says where', (cells, faults) => {
  expect(read(cells)).toEqual({ faults });
});

test('an amount in another spelling changes nothing; one that moves far is marked', () => {
  expect(read({ list_price: '40' })).toEqual({ faults: {} });
  expect([read({ list_price: '48' }), read({ list_price: '48.01' })].map(({ change }) => change?.is_big)).toEqual([
    false,
    true,
  ]);
});

test('rows of a spreadsheet go into cells from one on, past formats that cannot be changed; what is beyond is counted', () => {
  const rows = [first!, row(3, { isbn: null }), second!];
  const { changes, left } = pastedCells(
    rows,
    { index: 0, column: 'member_price' },
    '35\t1\t9\r\n34\t2\n33\t3\n32\t4\n',
  );
  expect(changes.map(({ row: { id }, column, text }) => `${id} ${column} ${text}`)).toEqual([
    '1 member_price 35',
    '1 stock 1',
    '2 member_price 33',
    '2 stock 3',
  ]);
  expect(left).toBe(2);
});
