import { expect, test } from 'vitest';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const meiLing = await makeSignedInCustomer(shop, { staffRole: 'fulfilment', displayName: 'Mei Ling' });
const title = await makeProduct(shop, { stock: 1000 });

const packed = async () => (await makeOrder(shop, { lines: [title], state: 'packed' })).number;
const preview = async (csv: string, carrier?: string) =>
  post(app, '/api/admin/fulfilment/ship/preview', { csv, ...(carrier !== undefined && { carrier }) }, meiLing);
const ship = async (parcels: object[]) => post(app, '/api/admin/fulfilment/ship', { parcels }, meiLing);

async function traces(number: string) {
  const { rows } = await pool.query(
    `SELECT (SELECT count(*)::int FROM shipment WHERE order_id = o.id) AS parcels,
       (SELECT count(*)::int FROM email_message WHERE order_id = o.id AND data->>'state' = 'shipped') AS emails,
       (SELECT count(*)::int FROM audit_entry WHERE event = 'staff' AND details->>'about' = number AND details->>'verb' = 'order ship') AS audited
     FROM "order" o WHERE number = $1`,
    [number],
  );
  return rows[0];
}

test('a preview says of each row what it would do, and changes nothing', async () => {
  const [ready, other] = [await packed(), await packed()];
  const paid = (await makeOrder(shop, { lines: [title], state: 'paid' })).number;
  const csv = [
    '\uFEFFOrder No.;Date;Courier;AWB No.',
    `${ready};1 May;Pos Laju;EN1MY`,
    `${other};1 May;;EN2MY`,
    '',
    `${ready};1 May;Pos Laju;EN3MY`,
    `${paid};1 May;Pos Laju;EN4MY`,
    'BK-999999;1 May;Pos Laju;EN5MY',
    `;1 May;Pos Laju;EN6MY`,
    `${other.slice(3)};1 May;Pos Laju;`,
  ].join('\r\n');
  const { status, body } = await preview(csv, 'J&T Express');
  expect(status).toBe(200);
  expect(
    body.rows.map((row: { line: number; number: string; carrier: string; effect: string }) => [
      row.line,
      row.number,
      row.carrier,
      row.effect,
    ]),
  ).toEqual([
    [2, ready, 'Pos Laju', 'ship'],
    [3, other, 'J&T Express', 'ship'],
    [5, ready, 'Pos Laju', 'repeated'],
    [6, paid, 'Pos Laju', 'not_packed'],
    [7, 'BK-999999', 'Pos Laju', 'not_found'],
    [8, '', 'Pos Laju', 'number_missing'],
    [9, other, 'Pos Laju', 'tracking_missing'],
  ]);
  expect(await traces(ready)).toEqual({ parcels: 0, emails: 0, audited: 0 });
});

test.each([
  ['tabs', (number: string) => `order\ttracking\n${number}\tEN1MY`],
  ['commas, without a header', (number: string) => `${number},EN1MY`],
  ['quotes', (number: string) => `"Order number","Tracking number"\n"${number}","EN1MY"`],
])('a list with %s is read', async (_, csv) => {
  const number = await packed();
  const { body } = await preview(csv(number), 'Pos Laju');
  expect(body.rows).toMatchObject([{ number, carrier: 'Pos Laju', tracking: 'EN1MY', effect: 'ship' }]);
});

test.each([
  ['no known columns', 'title,price\nEmma,40'],
  ['a quote that is not closed', '"order,tracking\nBK-100001,X'],
  ['too many rows', `order,tracking\n${'BK-100001,X\n'.repeat(1001)}`],
])('a list with %s is refused', async (_, csv) => {
  expect(errorOf(await preview(csv))).toEqual([422, 'invalid']);
});

test('each order is shipped by itself, and what cannot be says why; sent again it changes nothing twice', async () => {
  const [one, two] = [await packed(), await packed()];
  const paid = (await makeOrder(shop, { lines: [title], state: 'paid' })).number;
  const parcels = [one, paid, 'BK-999999', two].map((number) => ({
    number,
    carrier: 'Pos Laju',
    tracking: `EN${number}`,
  }));
  const failed = [
    { number: paid, outcome: null, error: 'too_late' },
    { number: 'BK-999999', outcome: null, error: 'not_found' },
  ];
  const resultsOf = (outcome: string) => [
    { number: one, outcome, error: null },
    ...failed,
    { number: two, outcome, error: null },
  ];
  expect((await ship(parcels)).body.results).toEqual(resultsOf('shipped'));
  expect((await ship(parcels)).body.results).toEqual(resultsOf('done'));
  expect((await ship([{ number: one, carrier: 'Pos Laju', tracking: 'OTHER' }])).body.results).toEqual([
    { number: one, outcome: null, error: 'too_late' },
  ]);
  for (const number of [one, two]) expect(await traces(number)).toEqual({ parcels: 1, emails: 1, audited: 1 });
  const { body } = await get(app, `/api/admin/orders/${one}`, meiLing);
  expect(body.order).toMatchObject({ status: 'shipped', shipments: [{ carrier: 'Pos Laju', tracking: `EN${one}` }] });
  const again = await preview(`${one},Pos Laju,EN${one}\n${two},Pos Laju,OTHER`);
  expect(again.body.rows.map(({ effect }: { effect: string }) => effect)).toEqual(['done', 'shipped_otherwise']);
});

test('the same list sent twice at once ships each order once', async () => {
  const numbers = [await packed(), await packed(), await packed()];
  const parcels = numbers.map((number) => ({ number, carrier: 'Pos Laju', tracking: `EN${number}` }));
  const both = await Promise.all([ship(parcels), ship(parcels.toReversed())]);
  const outcomes = both.flatMap(({ body }) =>
    body.results.map(({ number, outcome }: { number: string; outcome: string }) => `${number} ${outcome}`),
  );
  expect(outcomes.toSorted()).toEqual(numbers.flatMap((number) => [`${number} done`, `${number} shipped`]).toSorted());
  for (const number of numbers) expect(await traces(number)).toEqual({ parcels: 1, emails: 1, audited: 1 });
});
