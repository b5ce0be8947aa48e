import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNamed, matchTransfers, orderNumbersIn, type Transfer, type TransferOrder } from './match-transfers.ts';

const ORDER: TransferOrder = {
  number: 'BK-100001',
  total: 5000,
  standing: 'awaiting',
  method: 'bank_transfer',
  names: ['Tan Mei Ling'],
};
const order = (changes: Partial<TransferOrder> = {}) => ({ ...ORDER, ...changes });
const transfer = (changes: Partial<Transfer> = {}): Transfer => ({
  id: 'a',
  amount: 5000,
  text: 'BK-100001',
  payer: '',
  ...changes,
});
const matchOne = (line: Partial<Transfer>, ...orders: TransferOrder[]) =>
  matchTransfers([transfer(line)], orders.length > 0 ? orders : [ORDER]).get('a');

test('a number with its amount is certain, however the number is spoilt', () => {
  for (const text of ['BK-100001', 'bk100001', 'Ref: BK 100001 books', 'B K 1000 01', 'bk-1OOOO1', 'IBG/BK_100001/MY'])
    expect([text, matchOne({ text })]).toEqual([text, { kind: 'certain', order: 'BK-100001' }]);
});

test('a number that waits for no bank transfer of this amount is proposed with the reason', () => {
  const reasonOf = (line: Partial<Transfer>, changes: Partial<TransferOrder> = {}) => matchOne(line, order(changes));
  expect(reasonOf({ amount: 5500 })).toMatchObject({ kind: 'likely', reason: 'overpaid', difference: 500 });
  expect(reasonOf({ amount: 4999 })).toMatchObject({ kind: 'likely', reason: 'underpaid', difference: -1 });
  expect(reasonOf({}, { method: 'card' })).toMatchObject({ kind: 'likely', reason: 'other_method' });
  expect(reasonOf({}, { standing: 'cancelled' })).toMatchObject({ kind: 'likely', reason: 'cancelled' });
  expect(reasonOf({}, { standing: 'unlinked' })).toMatchObject({ kind: 'likely', reason: 'marked_paid' });
  expect(reasonOf({}, { standing: 'settled' })).toMatchObject({ kind: 'likely', reason: 'paid_twice' });
});

test('a second transfer for an order is a payment too many, and two halves are parts of one', () => {
  const match = (...amounts: number[]) => [
    ...matchTransfers(
      amounts.map((amount, place) => transfer({ id: String(place), amount })),
      [ORDER],
    ).values(),
  ];
  expect(match(5000, 5000)).toMatchObject([{ kind: 'certain' }, { kind: 'likely', reason: 'paid_twice' }]);
  expect(match(2000, 3000)).toMatchObject([{ reason: 'parts' }, { reason: 'parts' }]);
  expect(match(2000, 5000)).toMatchObject([{ reason: 'paid_twice' }, { kind: 'certain' }]);
});

test('without a number the amount and the name propose an order, and what is doubtful says why', () => {
  const text = 'books';
  const other = order({ number: 'BK-100002', names: ['Tan Mei Ling', 'Halaman Sdn Bhd'] });
  expect(matchOne({ text, payer: 'MEI LING TAN' })).toMatchObject({ kind: 'likely', reason: 'amount_and_name' });
  expect(matchOne({ text: '100001' })).toMatchObject({ kind: 'likely', reason: 'digits' });
  expect(matchOne({ text, payer: 'MEI LING TAN' }, ORDER, other)).toEqual({
    kind: 'none',
    reason: 'several_names',
    candidates: ['BK-100001', 'BK-100002'],
  });
  expect(matchOne({ text, payer: 'SITI' })).toMatchObject({ kind: 'none', reason: 'amount_only' });
  expect(matchOne({ text, amount: 1 })).toMatchObject({ kind: 'none', reason: 'nothing', candidates: [] });
  expect(matchOne({ text: 'BK-777777', amount: 1 })).toMatchObject({ kind: 'none', reason: 'no_such_order' });
  expect(matchOne({ text: 'BK-100001 BK-100002' }, ORDER, other)).toMatchObject({ reason: 'several_orders' });
});

test('one order is proposed to one transfer alone', () => {
  const lines = ['a', 'b'].map((id) => transfer({ id, text: '', payer: 'Tan Mei Ling' }));
  expect([...matchTransfers(lines, [ORDER]).values()].map(({ kind }) => kind)).toEqual(['likely', 'none']);
  const withCertain = [transfer({ id: 'c', text: '', payer: 'Tan Mei Ling' }), transfer()];
  expect([...matchTransfers(withCertain, [ORDER]).values()].map(({ kind }) => kind)).toEqual(['none', 'certain']);
});

test('names as banks write them', () => {
  const given = (payer: string) => ({ payer, text: '' });
  expect(isNamed('Nurul Huda binti Ahmad', given('NURUL HUDA BT AHM'))).toBe(true);
  expect(isNamed('Raj a/l Kumar', given('KUMAR RAJ'))).toBe(true);
  expect(isNamed('Zoë', given('ZOE'))).toBe(true);
  expect(isNamed('Pustaka Rakyat Sdn Bhd', given('PUSTAKA RAKYAT SB'))).toBe(true);
  expect(isNamed('Tan Ah Kow', given('TAN MEI LING'))).toBe(false);
  expect(isNamed('Sdn Bhd', given('ANY SDN BHD'))).toBe(false);
});

const spoiling = fc.constantFrom<(digits: string) => string>(
  (digits) => `BK-${digits}`,
  (digits) => `bk${digits}`,
  (digits) => `Bk ${digits}`,
  (digits) => `BK- ${digits}`,
  (digits) => `bk ${digits.slice(0, 3)} ${digits.slice(3)}`,
);
const words = fc.stringMatching(/^[a-z ]{0,12}$/);

test('every number is found in every spoiling between other words', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_000, max: 999_999_999 }), spoiling, words, words, (digits, spoil, one, two) => {
      const { sure } = orderNumbersIn(`${one} · ${spoil(String(digits))} · ${two}`);
      const isSplit = /\d \d/.test(spoil(String(digits)));
      if (isSplit && digits > 999_999) return;
      expect([...sure]).toContain(`BK-${digits}`);
    }),
  );
});

test('nothing is certain but one transfer of the amount for each order that waits for one', () => {
  const numbers = fc.constantFrom('BK-100001', 'BK-100002', 'BK-100003');
  const amounts = fc.constantFrom(1000, 2000, 3000);
  const orders = fc.uniqueArray(
    fc.record({
      number: numbers,
      total: amounts,
      standing: fc.constantFrom<TransferOrder['standing']>('awaiting', 'cancelled', 'unlinked', 'settled'),
      method: fc.constantFrom<TransferOrder['method']>('bank_transfer', 'card'),
      names: fc.constant(['Tan Mei Ling']),
    }),
    { selector: ({ number }) => number },
  );
  const transfers = fc
    .array(fc.record({ amount: amounts, text: fc.oneof(numbers, words), payer: fc.constantFrom('', 'TAN MEI LING') }))
    .map((all) => all.map((one, place) => ({ ...one, id: String(place) })));
  fc.assert(
    fc.property(transfers, orders, (lines, known) => {
      const matches = matchTransfers(lines, known);
      expect([...matches.keys()]).toEqual(lines.map(({ id }) => id));
      const certain = [...matches].flatMap(([id, match]) =>
        match.kind === 'certain' ? [{ id, of: match.order }] : [],
      );
      expect(new Set(certain.map(({ of }) => of)).size).toBe(certain.length);
      for (const { id, of } of certain) {
        const line = lines.find((one) => one.id === id)!;
        const paid = known.find(({ number }) => number === of)!;
        expect([line.amount, line.text, paid.standing, paid.method]).toEqual([
          paid.total,
          of,
          'awaiting',
          'bank_transfer',
        ]);
      }
      const turned = matchTransfers(lines, known.toReversed());
      for (const { id, of } of certain) expect(turned.get(id)).toEqual({ kind: 'certain', order: of });
    }),
  );
});
