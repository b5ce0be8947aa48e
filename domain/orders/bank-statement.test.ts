import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DATE_ORDERS,
  DECIMAL_SIGNS,
  findHeader,
  parseAmount,
  parseDay,
  proposeMapping,
  readStatementRow,
  type StatementMapping,
} from './bank-statement.ts';

test('amounts of every bank are read to the sen', () => {
  const read = (decimal: '.' | ',', ...texts: string[]) => texts.map((text) => parseAmount(text, decimal));
  expect(read('.', '1,234.50', 'RM 1,234.5', '1234.50', "1'234.50", '+12', '0.05', '1,234.50 CR')).toEqual([
    123450, 123450, 123450, 123450, 1200, 5, 123450,
  ]);
  expect(read(',', '1.234,50', '1 234,50', '1234,5', 'MYR 12,00', '12,00 H')).toEqual([
    123450, 123450, 123450, 1200, 1200,
  ]);
  expect(read('.', '-12.00', '(12.00)', '12.00-', '12.00 DR', '12.00D', '−12.00', 'RM -12.00')).toEqual(
    Array(7).fill(-1200),
  );
  expect(read('.', '', 'n/a', '1.234,50', '1,23.50', '1.2.3', '12.345', '1e5', '999999999999.00')).toEqual(
    Array(8).fill(undefined),
  );
});

test('every amount is read as it is written, with either sign before sen', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999, max: 99_999_999 }),
      fc.constantFrom(...DECIMAL_SIGNS),
      (sen, decimal) => {
        const group = decimal === '.' ? ',' : '.';
        const whole = String(Math.trunc(Math.abs(sen) / 100)).replace(/\B(?=(\d{3})+$)/g, group);
        const written = `${sen < 0 ? '-' : ''}${whole}${decimal}${String(Math.abs(sen) % 100).padStart(2, '0')}`;
        expect(parseAmount(written, decimal)).toBe(sen);
      },
    ),
  );
});

test('days are read in every order, with month names, two digits of a year and a time', () => {
  for (const text of [
    '24/11/2026',
    '24-11-26',
    '24.11.2026',
    '24 Nov 2026',
    '24-NOV-26',
    '24112026',
    '24/11/2026 09:15',
  ])
    expect([text, parseDay(text, 'dmy')]).toEqual([text, '2026-11-24']);
  expect(parseDay('11/24/2026', 'mdy')).toBe('2026-11-24');
  for (const text of ['2026-11-24', '20261124', '2026/11/24', '26-11-24'])
    expect([text, parseDay(text, 'ymd')]).toEqual([text, '2026-11-24']);
  expect(['3 Mac 2026', '5 Ogos 2026', '9 Dis 2026', '1. März 2026'].map((text) => parseDay(text, 'dmy'))).toEqual([
    '2026-03-03',
    '2026-08-05',
    '2026-12-09',
    undefined,
  ]);
  for (const text of ['', '31/02/2026', '11/24/2026', 'Total', '24/11', '24/11/126', 'BK-100001'])
    expect([text, parseDay(text, 'dmy')]).toEqual([text, undefined]);
});

test('every day is read in every order', () => {
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, fc.constantFrom(...DATE_ORDERS), fc.constantFrom('/', '-', '.'), (date, order, sign) => {
      const day = date.toISOString().slice(0, 10);
      const [y, m, d] = day.split('-');
      const parts = { dmy: [d, m, y], mdy: [m, d, y], ymd: [y, m, d] };
      expect(parseDay(parts[order].join(sign), order)).toBe(day);
    }),
  );
});

const MAYBANK = [
  ['Account', '514012345678'],
  ['Date', 'Description', 'Sender', 'Debit', 'Credit', 'Balance'],
  ['24/11/2026', 'FPX BK-100001', 'TAN MEI LING', '', '1,250.00', '9,999.00'],
  ['25/11/2026', 'SERVICE CHARGE', '', '2.00', '', '9,997.00'],
];
const SPARKASSE = [
  ['Buchungstag', 'Auftraggeber', 'Verwendungszweck', 'Betrag'],
  ['24.11.26', 'Mei Ling Tan', 'bk 100001', '1.250,00'],
  ['25.11.26', 'Stadtwerke', 'Strom', '-80,10'],
];

test.each([
  ['a column of credits', MAYBANK, { date: 0, amount: 4, texts: [1], payer: 2, decimal: '.', dates: 'dmy' }],
  ['signed amounts', SPARKASSE, { date: 0, amount: 3, texts: [2], payer: 1, decimal: ',', dates: 'dmy' }],
])('a mapping is proposed for a statement with %s, and reads it', (_, rows, wanted) => {
  const place = findHeader(rows);
  const mapping = proposeMapping(rows[place]!, rows.slice(place + 1));
  expect(mapping).toMatchObject(wanted);
  const [first, second] = rows.slice(place + 1).map((row) => readStatementRow(row, mapping as StatementMapping));
  expect(first).toMatchObject({ day: '2026-11-24', amount: 125000, text: expect.stringMatching(/bk.100001/i) });
  expect(second).toEqual({ problem: 'outgoing' });
});

test('a column of CR and DR says which amounts came in', () => {
  const header = ['Posting date', 'Type', 'Amount', 'Reference'];
  const rows = [
    ['11/24/2026', 'CR', '10.00', 'BK-100001'],
    ['11/25/2026', 'DR', '10.00', 'Rent'],
  ];
  const mapping = proposeMapping(header, rows) as StatementMapping;
  expect(mapping).toMatchObject({ date: 0, direction: 1, amount: 2, texts: [3], dates: 'mdy' });
  expect(rows.map((row) => readStatementRow(row, mapping))).toMatchObject([{ amount: 1000 }, { problem: 'outgoing' }]);
});

test('what cannot be read says why, and unknown words leave the columns to a person', () => {
  const mapping = proposeMapping(['Date', 'Details', 'Amount'], []) as StatementMapping;
  expect(readStatementRow(['24/11/2026', 'x', 'twelve'], mapping)).toEqual({ problem: 'amount' });
  expect(readStatementRow(['Total', '', '12.00'], mapping)).toEqual({ problem: 'date' });
  expect(readStatementRow(['24/11/2026'], mapping)).toEqual({ problem: 'outgoing' });
  expect(proposeMapping(['Foo', 'Bar', 'Baz'], [['a', 'b', 'c']])).toMatchObject({ date: null, amount: null });
  expect(proposeMapping(['Foo', 'Bar', 'Baz'], [['a', '24.11.2026', '9,50']])).toMatchObject({
    date: 1,
    amount: 2,
    decimal: ',',
  });
  expect(findHeader([['1', '2', '3']])).toBe(-1);
});
