import { expect, test } from 'vitest';
import { expectIntegrity } from '../../tests/database.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';
import { INTEGRITY_CHECKS } from '../maintenance/integrity-checks.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const title = await makeProduct(shop, { stock: 1000 });
const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });
const suki = await makeSignedInCustomer(shop, { staffRole: 'owner', displayName: 'Suki' });

const placed = (copies = 1) => makeOrder(shop, { lines: [{ of: title, qty: copies }], state: 'placed' });
const send = (path: string, body: object, by = amir) => post(app, `/api/admin/transfers/${path}`, body, by);

type Line = { text?: string; amount: string; payer?: string; day?: string };
let statements = 0;

/** A statement of its own header, so that no test is recognised by another's mapping. */
function statementOf(...lines: Line[]): string {
  statements += 1;
  const rows = lines.map(
    ({ text = '', amount, payer = '', day = '24/11/2026' }) => `${day},"${text}",${payer},"${amount}"`,
  );
  return [`Date,Description ${statements},Sender,Credit`, ...rows].join('\r\n');
}

async function upload(text: string, by = amir) {
  const preview = await send('preview', { text }, by);
  expect(preview.status).toBe(200);
  return (await send('import', { name: 'november.csv', text, mapping: preview.body.mapping }, by)).body;
}

const rowsOf = async (status = 'open') => (await get(app, `/api/admin/transfers?status=${status}`, amir)).body.rows;
const lineOf = async (text: string, status = 'open') =>
  (await rowsOf(status)).find((row: { text: string }) => row.text === text);
const bookOne = async (text: string, order: string, { by = amir, isSurplus = false } = {}) => {
  const { id } = await lineOf(text);
  const { body } = await send('book', { bookings: [{ line: id, order, is_surplus: isSurplus }] }, by);
  return body.results[0];
};
const statusOf = async (number: string) =>
  (await pool.query('SELECT state FROM "order" WHERE number = $1', [number])).rows[0].state;
const ledgerOf = async (number: string) =>
  (
    await pool.query(
      'SELECT kind, l.method, l.amount::int FROM ledger_entry l JOIN "order" o ON o.id = l.order_id WHERE number = $1 ORDER BY position',
      [number],
    )
  ).rows.map(({ kind, method, amount }) => `${kind} ${method} ${amount}`);

test('a statement is shown before it is stored, and its columns are remembered once they were mapped', async () => {
  const text =
    'Account;514012345678\r\nWann;Wer;Was;Wieviel\r\n24.11.2026;Zoë;nothing;1.234,50\r\n25.11.2026;Me;rent;-9,00\r\nSum;;;x\r\n';
  const { body } = await send('preview', { text });
  expect(body).toMatchObject({
    header: ['Wann', 'Wer', 'Was', 'Wieviel'],
    mapping: { date: null, amount: null },
    is_remembered: false,
    lines: 0,
  });
  const mapping = { ...body.mapping, date: 0, amount: 3, texts: [2], payer: 1, decimal: ',' };
  const mapped = (await send('preview', { text, mapping })).body;
  expect(mapped).toMatchObject({
    lines: 1,
    amount: 1234.5,
    known: 0,
    outgoing: 1,
    unread: [{ row: 5, problem: 'amount', text: 'Sum · x' }],
  });
  expect((await send('import', { name: '', text, mapping })).body).toMatchObject({ added: 1, known: 0 });
  const again = (await send('preview', { text })).body;
  expect(again).toMatchObject({ is_remembered: true, mapping, known: 1 });
  expect(await lineOf('nothing')).toMatchObject({
    day: '2026-11-24',
    amount: 1234.5,
    payer: 'Zoë',
    status: 'open',
    match: { kind: 'none', order: null, reason: 'nothing', difference: 0, candidates: [] },
  });
});

test('a line that is uploaded again is known, and two equal lines of one statement are two', async () => {
  const line = { text: 'twice', amount: '3.00' };
  const first = statementOf(line, line);
  expect(await upload(first)).toMatchObject({ added: 2, known: 0 });
  expect(await upload(first)).toMatchObject({ added: 0, known: 2 });
  expect(await upload(`${first}\r\n24/11/2026,"twice",,"3.00"\r\n24/11/2026,once,,3.00`)).toMatchObject({
    added: 2,
    known: 2,
  });
  expect((await rowsOf()).filter((row: { text: string }) => row.text === 'twice')).toHaveLength(3);
});

test('two people who upload the same statement at once store it once', async () => {
  const text = statementOf(...Array.from({ length: 20 }, (_, place) => ({ text: `both ${place}`, amount: '1.00' })));
  const both = await Promise.all([upload(text), upload(text, suki)]);
  expect(both[0].added + both[1].added).toBe(20);
});

test('what is no statement is refused and changes nothing', async () => {
  const before = await rowsOf();
  for (const text of ['x', 'hello\nworld', '"', 'a,b,c\n1,2,3'])
    expect([text, errorOf(await send('import', { name: '', text, mapping: MAPPING }))]).toEqual([
      text,
      [422, 'statement_unreadable'],
    ]);
  const text = statementOf({ amount: '1.00' });
  for (const mapping of [
    { ...MAPPING, amount: 9 },
    { ...MAPPING, date: null },
    { ...MAPPING, amount: 1 },
  ])
    expect(errorOf(await send('import', { name: '', text, mapping }))).toEqual([422, 'statement_unreadable']);
  expect(await rowsOf()).toEqual(before);
});

const MAPPING = { date: 0, amount: 3, direction: null, texts: [1], payer: 2, decimal: '.', dates: 'dmy' };

test('certain lines pay their orders, once, under the name of who booked them', async () => {
  const { number, payable } = await placed();
  const text = number.replace('-', ' ').toLowerCase();
  await upload(statementOf({ text, amount: payable.toFixed(2) }));
  expect(await lineOf(text)).toMatchObject({ match: { kind: 'certain', order: number } });
  expect(await bookOne(text, number)).toEqual({ order: number, lines: 1, outcome: 'paid', surplus: 0, error: null });
  expect(await statusOf(number)).toBe('paid');
  expect(await lineOf(text, 'booked')).toMatchObject({ order: number, surplus: 0, actor: 'Amir', match: null });
  const { rows } = await pool.query(
    "SELECT actor FROM audit_entry WHERE details->>'verb' = 'transfer book' AND details->>'about' = $1",
    [number],
  );
  expect(rows).toEqual([{ actor: 'Amir' }]);
});

test('two people book the same statement at once: each order is paid once', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => placed()));
  await upload(statementOf(...orders.map(({ number, payable }) => ({ text: number, amount: payable.toFixed(2) }))));
  const open = await rowsOf();
  const bookings = orders.map(({ number }) => ({
    line: open.find((row: { text: string }) => row.text === number).id,
    order: number,
  }));
  const both = await Promise.all([send('book', { bookings }), send('book', { bookings: bookings.toReversed() }, suki)]);
  const results = both.flatMap(({ body }) => body.results);
  for (const { number } of orders) {
    const ofOrder = results.filter(({ order }: { order: string }) => order === number);
    expect(ofOrder.map(({ outcome, error }) => outcome ?? error).toSorted()).toEqual(['paid', 'too_late']);
    expect((await ledgerOf(number)).filter((entry) => entry.startsWith('payment'))).toHaveLength(1);
  }
  await expectIntegrity(pool);
});

test('a transfer that is booked while the order is marked as paid by hand pays it once, and is linked', async () => {
  const { number, payable } = await placed();
  await upload(statementOf({ text: number, amount: payable.toFixed(2) }));
  const [byHand, booked] = await Promise.all([
    post(app, '/api/admin/orders/transition', { numbers: [number], to: 'paid' }, suki),
    bookOne(number, number),
  ]);
  const outcomes = [byHand.body.results[0].error, booked.outcome];
  expect([
    [null, 'linked'],
    ['too_late', 'paid'],
  ]).toContainEqual(outcomes);
  expect((await ledgerOf(number)).filter((entry) => entry.startsWith('payment'))).toHaveLength(1);
  await expectIntegrity(pool);
});

test('an order that was marked as paid by hand is proposed for its line', async () => {
  const { number, payable } = await makeOrder(shop, { lines: [title], state: 'packed' });
  await upload(statementOf({ text: number, amount: payable.toFixed(2) }));
  expect(await lineOf(number)).toMatchObject({ match: { kind: 'likely', reason: 'marked_paid', order: number } });
  expect(await bookOne(number, number)).toMatchObject({ outcome: 'linked', surplus: 0 });
  await expectIntegrity(pool);
});

test('what is above the total is owed to the payer until it is sent back, to the sen', async () => {
  const { number, payable } = await placed();
  await upload(statementOf({ text: number, amount: (payable + 10.05).toFixed(2) }));
  expect(await lineOf(number)).toMatchObject({ match: { kind: 'likely', reason: 'overpaid', difference: 10.05 } });
  expect(await bookOne(number, number)).toMatchObject({ outcome: 'paid', surplus: 10.05 });
  const sen = Math.round(payable * 100);
  expect(await ledgerOf(number)).toEqual([
    `charge bank_transfer ${sen}`,
    `payment bank_transfer ${-sen}`,
    'payment bank_transfer -1005',
  ]);
  await expectIntegrity(pool);
  const { id } = await lineOf(number, 'surplus');
  await pool.query("UPDATE session SET proven_at = now() - interval '1 day' WHERE customer_id = $1", [suki.id]);
  expect(errorOf(await send('return', { id }, suki))).toEqual([403, 'proof_required']);
  const both = await Promise.all([send('return', { id }), send('return', { id })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect((await ledgerOf(number)).at(-1)).toBe('payout bank_transfer 1005');
  expect(await lineOf(number, 'surplus')).toBeUndefined();
  expect(await lineOf(number, 'booked')).toMatchObject({ surplus: 10.05, returned_at: expect.any(String) });
  await expectIntegrity(pool);
});

test('less than the total pays nothing, and two halves pay together', async () => {
  const { number, payable } = await placed();
  const [one, other] = [`${number} first`, `${number} second`];
  await upload(statementOf({ text: one, amount: (payable - 1).toFixed(2) }));
  expect(await lineOf(one)).toMatchObject({ match: { reason: 'underpaid', difference: -1 } });
  expect(await bookOne(one, number)).toMatchObject({ outcome: null, error: 'underpaid' });
  expect(await statusOf(number)).toBe('placed');
  await upload(statementOf({ text: other, amount: '1.00' }));
  expect(await lineOf(one)).toMatchObject({ match: { reason: 'parts' } });
  const bookings = await Promise.all(
    [one, other].map(async (text) => ({ line: (await lineOf(text)).id, order: number })),
  );
  expect((await send('book', { bookings })).body.results).toMatchObject([{ outcome: 'paid', lines: 2, surplus: 0 }]);
  expect(await lineOf(other, 'booked')).toMatchObject({ order: number, surplus: 0 });
  await expectIntegrity(pool);
});

test('a second payment of an order is a surplus only where somebody says so', async () => {
  const { number, payable } = await placed();
  const twice = { text: number, amount: payable.toFixed(2) };
  await upload(statementOf(twice, { ...twice, payer: 'again' }));
  await bookOne(number, number);
  expect(await lineOf(number)).toMatchObject({ match: { kind: 'likely', reason: 'paid_twice' } });
  expect(await bookOne(number, number)).toMatchObject({ outcome: null, error: 'too_late' });
  expect(await bookOne(number, number, { isSurplus: true })).toMatchObject({ outcome: 'surplus', surplus: payable });
  await expectIntegrity(pool);
});

test('a transfer for an order that was cancelled unpaid reinstates it, or becomes a refund', async () => {
  const { number, payable } = await makeOrder(shop, { lines: [title], state: 'cancelled' });
  await upload(statementOf({ text: number, amount: payable.toFixed(2) }));
  expect(await lineOf(number)).toMatchObject({ match: { kind: 'likely', reason: 'cancelled' } });
  expect(await bookOne(number, number)).toMatchObject({ outcome: 'refunded' });
  await expectIntegrity(pool);
});

test('a line is dismissed with a note, once, and taken back', async () => {
  await upload(statementOf({ text: 'interest', amount: '0.42' }));
  const { id } = await lineOf('interest');
  expect(errorOf(await send('dismiss', { id, note: ' ' }))).toEqual([422, 'invalid']);
  const both = await Promise.all([
    send('dismiss', { id, note: 'Interest.' }),
    send('dismiss', { id, note: 'Ours.' }, suki),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(await lineOf('interest', 'dismissed')).toMatchObject({ note: expect.stringMatching(/Interest|Ours/) });
  expect((await send('reopen', { id })).status).toBe(204);
  expect(errorOf(await send('reopen', { id }))).toEqual([409, 'too_late']);
  expect(await lineOf('interest')).toMatchObject({ note: null, actor: null });
  expect(errorOf(await send('dismiss', { id: amir.id, note: 'x' }))).toEqual([404, 'not_found']);
});

test('pages of what was decided follow each other without a gap', async () => {
  const all = (await rowsOf('booked')).map((row: { id: string }) => row.id);
  const first = (await get(app, '/api/admin/transfers?status=booked&limit=2', amir)).body;
  const second = (await get(app, `/api/admin/transfers?status=booked&limit=100&before=${first.next}`, amir)).body;
  expect([...first.rows, ...second.rows].map(({ id }: { id: string }) => id)).toEqual(all);
  expect(second.next).toBeNull();
});

test('a line and the ledger that disagree are found by the integrity checks', async () => {
  const { number, payable } = await placed();
  await upload(statementOf({ text: number, amount: payable.toFixed(2) }));
  await bookOne(number, number);
  await pool.query('UPDATE bank_statement_line SET booked_amount = booked_amount - 1 WHERE text = $1', [number]);
  const check = INTEGRITY_CHECKS['ledger: matches the booked lines of bank statements'];
  expect((await pool.query(check)).rows).toMatchObject([{ number }]);
  await pool.query('UPDATE bank_statement_line SET booked_amount = amount WHERE text = $1', [number]);
  await expectIntegrity(pool);
});
