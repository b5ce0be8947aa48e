import { expect, test } from 'vitest';
import { makeOrder, makeProduct, makeSignedInCustomer, type Cart } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';
import { transitionRefund } from '../orders/refunds/transition-refund.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const meiLing = await makeSignedInCustomer(shop, { staffRole: 'fulfilment', displayName: 'Mei Ling' });
const emma = await makeProduct(shop, {
  title: 'Emma',
  isbn: '9780141439587',
  stock: 1000,
  contributors: [{ name: 'Jane Austen', role: 'author' }],
});
const dune = await makeProduct(shop, { title: 'Dune', isbn: '9780306406157', stock: 1000 });
const ahead = await makeProduct(shop, {
  title: 'Not before 2099',
  stock: 1000,
  variants: [{ availability: '10', embargo: '2099-01' }],
});

const paid = async (lines: Cart['lines']) => (await makeOrder(shop, { lines, state: 'paid' })).number;
const parcelOf = async (number: string, by = meiLing) =>
  (await get(app, `/api/admin/fulfilment/parcels/${number}`, by)).body;
const pack = async (number: string, lines: { id: string; qty: number }[], by = meiLing) =>
  post(app, '/api/admin/fulfilment/pack', { number, lines }, by);
const copiesOf = ({ lines }: { lines: { id: string; qty: number }[] }) => lines.map(({ id, qty }) => ({ id, qty }));

test('an order is packed with exactly its copies, and its parcel says by whom', async () => {
  const number = await paid([{ of: emma, qty: 2 }, dune]);
  const parcel = await parcelOf(number);
  expect(parcel).toMatchObject({ number, status: 'paid', name: 'Siti binti Ali', packed: null, held: [] });
  expect(parcel.lines).toMatchObject([
    { title: 'Emma', isbn: '9780141439587', contributors: ['Jane Austen'], qty: 2 },
    { title: 'Dune', qty: 1 },
  ]);
  const [two, one] = copiesOf(parcel);
  for (const wrong of [
    [two!],
    [{ ...two!, qty: 1 }, one!],
    [two!, { ...one!, qty: 2 }],
    [two!, one!, { ...one!, id: parcel.lines[0].id.replace(/.$/, 'x') }],
  ])
    expect(errorOf(await pack(number, wrong))).toEqual([409, 'edited_meanwhile']);
  expect((await parcelOf(number)).status).toBe('paid');
  expect((await pack(number, [two!, one!])).status).toBe(204);
  expect(await parcelOf(number)).toMatchObject({ status: 'packed', packed: { actor: 'Mei Ling' } });
  expect(errorOf(await pack(number, [two!, one!]))).toEqual([409, 'too_late']);
  expect(errorOf(await pack('BK-999999', [one!]))).toEqual([404, 'not_found']);
});

test('two people scan the same order at once: one packs it, the other sees who did', async () => {
  const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });
  for (let round = 0; round < 5; round += 1) {
    const number = await paid([emma]);
    const copies = copiesOf(await parcelOf(number));
    const both = await Promise.all([meiLing, amir].map((by) => pack(number, copies, by)));
    const statuses = both.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 409]);
    const [winner, loser] = statuses[0] === 204 ? ['Mei Ling', amir] : ['Amir', meiLing];
    expect((await parcelOf(number, loser as typeof meiLing)).packed.actor).toBe(winner);
    const { rows } = await pool.query(
      "SELECT actor, details->>'verb' AS verb FROM audit_entry WHERE event = 'staff' AND details->>'about' = $1",
      [number],
    );
    expect(rows).toEqual([{ actor: winner, verb: 'order pack' }]);
  }
});

test('of packing and cancelling a copy at once, what comes second finds what the first did', async () => {
  for (let round = 0; round < 5; round += 1) {
    const buyer = await makeSignedInCustomer(shop);
    const order = await makeOrder(shop, { lines: [emma, dune], token: buyer.token, state: 'paid' });
    const request = { id: order.id, reason: 'changed_mind', items: [{ id: order.lines[1]!.id, qty: 1 }] };
    const { body } = await post(app, '/customer/order/refund', request, buyer);
    const copies = order.lines.map(({ id, qty }) => ({ id, qty }));
    const [packed, refunded] = await Promise.all([
      pack(order.number, copies),
      transitionRefund(deps, body.id, { to: 'approved', actor: 'staff' }).then(
        () => 'approved',
        (error: unknown) => error,
      ),
    ]);
    const parcel = await parcelOf(order.number);
    if (packed.status === 204) expect(parcel.status).toBe('packed');
    else {
      expect([errorOf(packed), refunded]).toEqual([[409, 'edited_meanwhile'], 'approved']);
      expect([parcel.status, parcel.lines.map(({ title }: { title: string }) => title)]).toEqual(['paid', ['Emma']]);
    }
  }
});

test('what may not be dispatched is not packed', async () => {
  const number = await paid([ahead]);
  const parcel = await parcelOf(number);
  expect(parcel.held).toEqual([{ title: 'Not before 2099', embargo: '2099-01', awaited: 0 }]);
  expect(errorOf(await pack(number, copiesOf(parcel)))).toEqual([409, 'embargoed']);
});
