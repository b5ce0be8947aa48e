import sharp from 'sharp';
import { expect, test } from 'vitest';
import { expectIntegrity } from '../../tests/database.ts';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, type TestResponse } from '../../tests/test-app.ts';
import { openClaim } from '../orders/claims/open-claim.ts';
import { addReturnPhotos } from '../orders/returns/return-photos.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });
const suki = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Suki' });
const devi = await makeSignedInCustomer(shop, { staffRole: 'support', displayName: 'Devi' });

const auditOf = async (about: string): Promise<string[]> => {
  const { rows } = await pool.query(
    "SELECT actor, details->>'verb' AS verb FROM audit_entry WHERE event = 'staff' AND details->>'about' = $1 ORDER BY at, position",
    [about],
  );
  return rows.map(({ actor, verb }) => `${actor}: ${verb}`);
};

const statuses = (responses: readonly TestResponse[]) => responses.map(({ status }) => status).toSorted();

/** A delivered order of three copies of one title and two of another, all at RM 40, of which all are sent back. */
async function returned() {
  const buyer = await makeSignedInCustomer(shop);
  const at = { stock: 20, listPrice: 4000, memberPrice: 4000 };
  const titles = [await makeProduct(shop, at), await makeProduct(shop, at)] as const;
  const order = await makeOrder(shop, {
    lines: [
      { of: titles[0], qty: 3 },
      { of: titles[1], qty: 2 },
    ],
    token: buyer.token,
  });
  const asked = { id: order.id, reason: 'changed_mind', note: 'Too many.' };
  const { body } = await post(app, '/customer/order/refund', asked, buyer);
  const { body: found } = await get(app, `/api/admin/refunds/${body.id}`, devi);
  const stock = async () => {
    const { rows } = await pool.query('SELECT stock FROM variant WHERE id = ANY($1) ORDER BY id', [
      titles.map(({ vid }) => vid),
    ]);
    return rows.map((row) => row.stock as number);
  };
  return { buyer, order, number: found.return_number as string, refundId: body.id as string, stock };
}

const decideReturn = (body: object, who = amir) => post(app, '/api/admin/returns/decide', body, who);

test('a return is found, accepted, and received in part: the rest is declined with a reason, and every sen is refunded once', async () => {
  const { buyer, order, number, refundId, stock } = await returned();
  const { body: list } = await get(app, '/api/admin/returns?status=requested&limit=1', devi);
  expect(list).toMatchObject({ rows: [{ number, refund_id: refundId, reason: 'changed_mind' }] });
  expect((await decideReturn({ number, to: 'accepted' })).status).toBe(204);
  expect(errorOf(await decideReturn({ number, to: 'accepted' }))).toEqual([409, 'too_late']);
  const { body: found } = await get(app, `/api/admin/returns/${number}`, devi);
  const [first, second] = found.refund.lines;
  expect([first.qty, second.qty, found.status]).toEqual([3, 2, 'accepted']);
  const before = await stock();
  for (const items of [
    [{ id: first.id, qty: 4 }],
    [{ id: order.id, qty: 1 }],
    [
      { id: first.id, qty: 1 },
      { id: first.id, qty: 1 },
    ],
  ])
    expect(errorOf(await decideReturn({ number, to: 'received', items }))).toEqual([409, 'not_refundable']);
  const items = [{ id: first.id, qty: 2 }];
  expect((await decideReturn({ number, to: 'received', items, note: 'Two books came back.' })).status).toBe(204);
  expect(await stock()).toEqual([before[0]! + 2, before[1]]);
  const { body: after } = await get(app, `/api/admin/returns/${number}`, devi);
  expect(after).toMatchObject({ status: 'received', refund: { amount: 80, lines: [{ id: first.id, qty: 2 }] } });
  const { body: seen } = await get(app, `/api/orders/${order.id}`, buyer);
  const declined = seen.refunds.find(({ status }: { status: string }) => status === 'declined');
  expect(declined).toMatchObject({ shop_note: 'Two books came back.', reason: 'changed_mind' });
  expect(declined.lines.map(({ qty }: { qty: number }) => qty).toSorted()).toEqual([1, 2]);
  const moved = (await renderedEmailsTo(deps, buyer.email)).filter(({ kind }) => kind === 'refund_moved');
  expect(moved.filter(({ text }) => text.includes('Two books came back.'))).toHaveLength(1);
  expect(await auditOf(number)).toEqual(['Amir: return accept', 'Amir: return receive']);
  const rest = await post(app, '/customer/order/refund', { id: order.id, reason: 'changed_mind' }, buyer);
  await post(app, '/api/admin/refunds/decide', { id: rest.body.id, to: 'approved' }, amir);
  const { rows } = await pool.query(
    'SELECT sum(amount)::int AS refunded, (SELECT total::int FROM "order" WHERE id = $1) AS paid FROM refund WHERE order_id = $1 AND state = \'approved\'',
    [order.id],
  );
  expect(rows[0].refunded).toBe(rows[0].paid);
  await expectIntegrity(pool);
});

test('of two who decide one return one wins, and the copies come back into stock once', async () => {
  const { number, stock } = await returned();
  const before = await stock();
  const both = await Promise.all([
    decideReturn({ number, to: 'received' }),
    decideReturn({ number, to: 'declined', note: 'Read.' }, suki),
    decideReturn({ number, to: 'received' }, suki),
  ]);
  expect(statuses(both)).toEqual([204, 409, 409]);
  const audit = await auditOf(number);
  expect(audit).toHaveLength(1);
  const came = audit[0]!.endsWith('receive') ? [3, 2] : [0, 0];
  expect(await stock()).toEqual(before.map((copies, index) => copies + came[index]!));
  expect(errorOf(await decideReturn({ number, to: 'received' }, devi))).toEqual([404, 'not_found']);
  expect(errorOf(await decideReturn({ number: 'R-1', to: 'received' }))).toEqual([404, 'not_found']);
  await expectIntegrity(pool);
});

test('the photos of a return are for the staff', async () => {
  const { buyer, number, refundId } = await returned();
  const picture = { create: { width: 60, height: 40, channels: 3 as const, background: { r: 9, g: 80, b: 120 } } };
  await addReturnPhotos(deps, refundId, [await sharp(picture).jpeg().toBuffer()]);
  const { body } = await get(app, `/api/admin/returns/${number}`, devi);
  const path = `/api/admin/returns/photos/${body.photos[0]}`;
  expect(await get(app, path, devi)).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
  expect(errorOf(await get(app, path, buyer))).toEqual([404, 'not_found']);
  expect(errorOf(await get(app, `/api/admin/returns/photos/${refundId}`, devi))).toEqual([404, 'not_found']);
});

async function claimed(stock = 9) {
  const buyer = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock, listPrice: 4000, memberPrice: 4000 });
  const order = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: buyer.token, state: 'shipped' });
  const past = `UPDATE "order" SET delivery_promise = delivery_promise || '{"to": "2026-01-02"}' WHERE id = $1`;
  await pool.query(past, [order.id]);
  const wanted = {
    problem: 'parcel',
    items: [],
    wish: 'refund',
    isAddressRight: true,
    note: 'Nobody has it.',
  } as const;
  return { buyer, order, number: await openClaim(deps, { orderId: order.id, claimed: wanted }) };
}

const decideClaim = (body: object, who = amir) => post(app, '/api/admin/claims/decide', body, who);

test('a claim is sent again or refunded, by one of those who decide it', async () => {
  const { buyer, number } = await claimed();
  const { body: list } = await get(app, '/api/admin/claims?status=open&limit=1', devi);
  expect(list.rows).toMatchObject([{ number, problem: 'parcel', wish: 'refund' }]);
  const parcel = { carrier: 'Pos Laju', tracking: 'EN9MY' };
  const both = await Promise.all([
    decideClaim({ number, to: 'resent', parcel }),
    decideClaim({ number, to: 'refunded' }, suki),
  ]);
  expect(statuses(both)).toEqual([204, 409]);
  const { body } = await get(app, `/api/admin/claims/${number}`, devi);
  expect(body).toMatchObject({ is_address_right: true, note: 'Nobody has it.', lines: [{ qty: 2 }] });
  const winner = both[0].status === 204 ? ['resent', 'Amir: claim resend'] : ['refunded', 'Suki: claim refund'];
  expect([body.status, await auditOf(number)]).toEqual([winner[0], [winner[1]]]);
  expect(body.refund_id === null).toBe(body.status === 'resent');
  expect((await get(app, '/customer/order', buyer)).text).not.toMatch(/Amir|Suki/);
  expect(errorOf(await decideClaim({ number, to: 'declined' }, devi))).toEqual([404, 'not_found']);
  await expectIntegrity(pool);
});

test('what the shop has not got cannot be sent again', async () => {
  const { order, number } = await claimed(2);
  expect(errorOf(await decideClaim({ number, to: 'resent' }))).toEqual([409, 'out_of_stock']);
  expect((await decideClaim({ number, to: 'refunded' })).status).toBe(204);
  const { body } = await get(app, `/api/admin/claims/${number}`, devi);
  expect((await get(app, `/api/admin/refunds/${body.refund_id}`, devi)).body).toMatchObject({
    order: order.number,
    reason: 'lost',
    status: 'approved',
  });
});

test('a request for a title is answered once and fulfilled by an ISBN of the shop', async () => {
  const reader = await makeSignedInCustomer(shop);
  await post(app, '/api/title-requests/add', { words: 'The blue book about whales' }, reader);
  const { body } = await get(app, '/api/admin/title-requests?status=open', devi);
  const [{ id, email }] = body.rows;
  expect(email).toBe(reader.email);
  const send = (verb: string, sent: object, who = devi) => post(app, `/api/admin/title-requests/${verb}`, sent, who);
  const both = await Promise.all([
    send('answer', { id, text: 'It is out of print.', was: null }),
    send('answer', { id, text: 'We look for it.', was: null }, amir),
  ]);
  expect(statuses(both)).toEqual([204, 409]);
  expect(errorOf(await send('fulfil', { id, isbn: '9780142437247' }))).toEqual([404, 'not_found']);
  await makeProduct(shop, { title: 'Moby-Dick', isbn: '9780142437247' });
  expect((await send('fulfil', { id, isbn: '978-0-14-243724-7' })).status).toBe(204);
  expect(errorOf(await send('answer', { id, text: 'No.', was: null }))).toEqual([409, 'too_late']);
  const kinds = (await renderedEmailsTo(deps, reader.email)).map(({ kind }) => kind);
  expect(kinds).toEqual(['title_answered', 'title_arrived']);
});

test('the history of a customer counts what was bought and asked back, of guests by their address', async () => {
  const { buyer, order } = await returned();
  const history = async (email: string) =>
    (await get(app, `/api/admin/customers/history/${encodeURIComponent(email)}`, devi)).body;
  expect(await history(buyer.email.toUpperCase())).toMatchObject({
    customer_id: buyer.id,
    orders: 1,
    refunds: 1,
    declined: 0,
    claims: 0,
    recent: [{ number: order.number, status: 'delivered' }],
  });
  await makeOrder(shop, { lines: [await makeProduct(shop)], email: 'passing@mail.test' });
  expect(await history('passing@mail.test')).toMatchObject({ customer_id: null, orders: 1, refunds: 0 });
  expect(await history('nobody@mail.test')).toMatchObject({ customer_id: null, orders: 0, spent: 0, recent: [] });
});
