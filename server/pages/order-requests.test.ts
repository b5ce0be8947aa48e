import { LoadShedding } from '../http/load-shedding.ts';
import type { OrderClaimView, OrderRequestView, OrderReturnView } from '#contract/order-request-views.ts';
import { afterAll, expect, test } from 'vitest';
import { orderRequestPath, type PageRequest } from '#contract/pages.ts';
import { ADDRESS, makeOrder, makeProduct, makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { makeCover } from '../../tests/made-covers.ts';
import { readPdf } from '../../tests/read-pdf.ts';
import { openTestApp } from '../../tests/test-app.ts';
import { ZoneCache } from '../delivery/zones.ts';
import { customerOrderToken, guestOrderToken } from '../emails/links.ts';
import { registerErrorHandler } from '../http/error-responses.ts';
import { createFastify } from '../http/fastify.ts';
import { acceptReturn } from '../orders/returns/accept-return.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { FrameCache } from '../content/site-frame.ts';
import { PageCache } from './page-cache.ts';
import { registerPages } from './routes.ts';
import type { StorefrontBuild } from './storefront.ts';

const shop = await openTestApp();
const { deps, pool, app: api } = shop;
/** Says what a page would show. */
const build = {
  renderPage: ({ view }: PageRequest) => JSON.stringify(view),
  assetsFor: () => ({}),
} as unknown as StorefrontBuild;
const app = await createFastify(deps.config);
registerErrorHandler(app);
await registerPages(app, {
  deps,
  build,
  cache: new PageCache(),
  zones: new ZoneCache(deps.db),
  frames: new FrameCache(deps.db),
  shedding: new LoadShedding(undefined),
});
afterAll(() => app.close());

async function send(url: string, typed?: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = typed && { method: 'POST' as const, headers, payload: new URLSearchParams(typed).toString() };
  const { statusCode: status, headers: told, payload } = await app.inject({ url, ...form });
  const view = payload.startsWith('{') ? (JSON.parse(payload) as OrderRequestView) : undefined;
  return { status, location: told.location, headers: told, view };
}

let guests = 0;

/** A guest's paid order of two copies of one title, at RM 40 each. */
async function guestOrder() {
  guests += 1;
  const title = await makeProduct(shop, { stock: 5, listPrice: 4000 });
  const { body } = await placeOrder(api, { lines: [{ of: title, qty: 2 }], email: `guest${guests}@mail.test` });
  await transitionOrder(deps, body.id, { to: 'paid', actor: 'operator' });
  const token = guestOrderToken(deps, body.id);
  const shown = await send(orderRequestPath(token, 'cancel-items'));
  return { id: body.id as string, token, line: shown.view!.order.lines[0]!.id };
}

const TYPED = { ...ADDRESS, phone: '', line2: '', line1: '9, Jalan Ampang' };

test('a guest changes the address by the link; mistakes stand beside their fields', async () => {
  const { token } = await guestOrder();
  const path = orderRequestPath(token, 'address');
  expect(await send(path)).toMatchObject({ status: 200, headers: { 'referrer-policy': 'same-origin' } });
  const wrong = await send(path, { ...TYPED, zip: '1' });
  expect(wrong).toMatchObject({ status: 422, view: { form: { errors: { zip: expect.any(String) } } } });
  expect(wrong.view!.form!.values.line1).toBe('9, Jalan Ampang');
  const far = await send(path, { ...TYPED, zip: '88000' });
  expect(far).toMatchObject({ status: 409, view: { form: { error: expect.stringContaining('different amount') } } });
  expect(await send(`/fa${path}`, TYPED)).toMatchObject({ status: 303, location: `/fa/order/${token}` });
  expect((await send(path)).view!.order.address).toMatchObject({ line1: '9, Jalan Ampang', phone: '+60123456789' });
});

test('copies are cancelled after a page that says what comes back', async () => {
  const { token, line } = await guestOrder();
  const path = orderRequestPath(token, 'cancel-items');
  expect(await send(path, { [`qty-${line}`]: '0' })).toMatchObject({ status: 422, view: { form: { errors: {} } } });
  const review = await send(path, { [`qty-${line}`]: '1' });
  expect(review.view!.review).toMatchObject({
    items: [{ id: line, qty: 1 }],
    merchandise: 40,
    withdrawn: 0,
    shipping: 0,
    amount: 40,
  });
  const changed = await send(path, { [`qty-${line}`]: '1', amount: '39', confirm: '1' });
  expect(changed).toMatchObject({ status: 409, view: { review: { amount: 40 }, order: { refunds: [] } } });
  const done = await send(path, { [`qty-${line}`]: '1', amount: '40', confirm: '1' });
  expect(done).toMatchObject({ status: 303, location: `/order/${token}` });
  expect((await send(path)).view!.order).toMatchObject({ refunds: [{ amount: 40, status: 'approved' }] });
  const tooMany = await send(path, { [`qty-${line}`]: '2' });
  expect(tooMany).toMatchObject({ status: 409, view: { form: { error: expect.any(String) } } });
});

test('once the order is packed, its pages say that it is too late', async () => {
  const { id, token, line } = await guestOrder();
  await transitionOrder(deps, id, { to: 'packed', actor: 'operator' });
  expect(await send(orderRequestPath(token, 'address'), TYPED)).toMatchObject({
    status: 409,
    view: { order: { requests: ['withdraw'], address: { zip: ADDRESS.zip, line1: ADDRESS.line1 } } },
  });
  const sent = await send(orderRequestPath(token, 'cancel-items'), {
    [`qty-${line}`]: '1',
    amount: '40',
    confirm: '1',
  });
  expect(sent).toMatchObject({ status: 409, view: { order: { refunds: [] } } });
});

async function shippedOrder() {
  const order = await guestOrder();
  for (const to of ['packed', 'shipped', 'delivered'] as const)
    await transitionOrder(deps, order.id, { to, actor: 'operator' });
  return order;
}

test('a guest returns a copy with a reason, sends photos, and gets a label once it is accepted', async () => {
  const { token, line } = await shippedOrder();
  const path = orderRequestPath(token, 'return');
  const unexplained = await send(path, { [`qty-${line}`]: '1' });
  expect(unexplained).toMatchObject({ status: 422, view: { form: { errors: { reason: 'required' } } } });
  const chosen = { [`qty-${line}`]: '1', reason: 'damaged', note: 'Torn.\r\nWet.' };
  expect((await send(path, chosen)).view!.review).toMatchObject({ amount: 40, reason: 'damaged', note: 'Torn.\nWet.' });
  const sent = await send(path, { ...chosen, amount: '40', confirm: '1' });
  expect(sent).toMatchObject({ status: 303, location: expect.stringMatching(/\/order\/[\w-]+\/returns\/R-\d+$/) });
  const page = String(sent.location);
  const shown = async () => ((await send(page)).view as unknown as OrderReturnView).returned;
  expect(await shown()).toMatchObject({ reason: 'damaged', return: { status: 'requested', photos: [] } });
  expect((await send(`${page}/label`)).status).toBe(404);
  const photo = await makeCover({ width: 300, height: 400 });
  expect(await upload(`${page}/photos`, photo)).toMatchObject({ statusCode: 303, headers: { location: page } });
  expect((await upload(`${page}/photos`, Buffer.from('no picture'))).statusCode).toBe(422);
  expect((await upload(path, photo)).statusCode).toBe(415);
  expect((await upload(`${page}/photos`, Buffer.alloc(15_000_001))).statusCode).toBe(413);
  const { id, return: returned } = await shown();
  const file = await app.inject(`${page}/photos/${returned!.photos[0]}`);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const other = await shippedOrder();
  const foreign = `/order/${other.token}/returns/${returned!.number}`;
  for (const url of [foreign, `${foreign}/photos/${returned!.photos[0]}`, `${page}/photos/x`])
    expect((await app.inject(url)).statusCode).toBe(404);
  await acceptReturn(deps, id, 'mei');
  const label = await app.inject(`/fa${page}/label`);
  expect(label.headers['content-type']).toBe('application/pdf');
  expect(readPdf(label.rawPayload).pages.flat()).toContain(returned!.number);
});

test('a withdrawal takes two steps, at once before packing and with a return after delivery', async () => {
  const early = await guestOrder();
  const [path, typed] = [orderRequestPath(early.token, 'withdraw'), { [`qty-${early.line}`]: '2' }];
  expect((await send(path, typed)).view).toMatchObject({ review: { amount: 88 }, order: { status: 'paid' } });
  expect(await send(path, { ...typed, amount: '88', confirm: '1' })).toMatchObject({
    location: `/order/${early.token}`,
  });
  expect((await send(path)).view!.order).toMatchObject({ status: 'cancelled', refunds: [{ status: 'approved' }] });
  const late = await shippedOrder();
  const confirmed = { [`qty-${late.line}`]: '2', amount: '88', confirm: '1' };
  const { location } = await send(orderRequestPath(late.token, 'withdraw'), confirmed);
  const { returned } = (await send(String(location))).view as unknown as OrderReturnView;
  expect(returned).toMatchObject({ amount: 88, return: { status: 'accepted' } });
  for (const { id } of [early, late]) {
    const { rows } = await pool.query(
      "SELECT data FROM email_message WHERE order_id = $1 AND kind = 'withdrawal_received'",
      [id],
    );
    expect(rows).toMatchObject([{ data: { amount: 8800, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } }]);
  }
});

test('a guest claims what did not arrive, once its promise has passed, in two steps', async () => {
  const { id, token, line } = await shippedOrder();
  const path = orderRequestPath(token, 'not-arrived');
  const answers = { address: 'right', problem: 'missing', [`qty-${line}`]: '1', wish: 'refund', note: '' };
  expect(await send(path, { ...answers, confirm: '1' })).toMatchObject({
    status: 409,
    view: { opensOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/), order: { claims: [] } },
  });
  await pool.query(`UPDATE "order" SET delivery_promise = delivery_promise || '{"to": "2026-01-02"}' WHERE id = $1`, [
    id,
  ]);
  const open = await send(path, { note: 'Torn.' });
  expect(open).toMatchObject({
    status: 422,
    view: {
      form: { values: { note: 'Torn.' }, errors: { address: 'required', problem: 'required', wish: 'required' } },
    },
  });
  expect((await send(path, { ...answers, [`qty-${line}`]: '0' })).view!.form!.errors).toEqual({ items: 'required' });
  expect((await send(path, { ...answers, address: 'wrong' })).view!.form!.errors).toEqual({ note: 'required' });
  const long = await send(path, { ...answers, note: 'x'.repeat(2001) });
  expect(long).toMatchObject({ status: 422, view: { form: { errors: { note: expect.stringContaining('2000') } } } });
  expect((await send(path, answers)).view).toMatchObject({
    claim: { items: [{ id: line, qty: 1 }], amount: 40, isAddressRight: true },
    order: { claims: [] },
  });
  const sent = await send(path, { ...answers, confirm: '1' });
  expect(sent).toMatchObject({ status: 303, location: expect.stringMatching(/^\/order\/[\w-]+\/claims\/C-\d+$/) });
  const page = String(sent.location);
  for (const again of [await send(path), await send(path, { ...answers, wish: 'resend', confirm: '1' })])
    expect(again).toMatchObject({ status: 303, location: page });
  const shown = async () => ((await send(page)).view as unknown as OrderClaimView).claim;
  expect(await shown()).toMatchObject({ status: 'open', problem: 'missing', wish: 'refund', lines: [{ id: line }] });
  const other = await shippedOrder();
  const foreign = page.replace(token, other.token);
  expect((await app.inject(foreign)).statusCode).toBe(404);
  expect((await send(`${foreign}/arrived`, { ok: '1' })).status).toBe(404);
  expect(await send(`${page}/arrived`, { ok: '1' })).toMatchObject({ status: 303, location: page });
  expect(await shown()).toMatchObject({ status: 'arrived' });
  expect((await send(`${page}/arrived`, { ok: '1' })).status).toBe(409);
});

test('copies that are sold out are not offered again', async () => {
  const { id, token } = await shippedOrder();
  await pool.query(`UPDATE "order" SET delivery_promise = delivery_promise || '{"to": "2026-01-02"}' WHERE id = $1`, [
    id,
  ]);
  await pool.query('UPDATE variant SET stock = 1 WHERE id IN (SELECT variant_id FROM order_line WHERE order_id = $1)', [
    id,
  ]);
  const answers = { address: 'right', problem: 'parcel', wish: 'resend', note: '' };
  expect(await send(orderRequestPath(token, 'not-arrived'), answers)).toMatchObject({
    status: 409,
    view: { form: { errors: { wish: 'out_of_stock' } } },
  });
});

function upload(url: string, file: Buffer) {
  const boundary = 'halaman-photos';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="photos"; filename="a.svg"\r\nContent-Type: image/svg+xml\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return app.inject({ method: 'POST', url, headers, payload });
}

test('a customer’s link leads to the same pages, and to their orders once it has ended', async () => {
  const me = await makeSignedInCustomer(shop);
  const order = await makeOrder(shop, { lines: [await makeProduct(shop)], token: me.token, state: 'paid' });
  const shown = await send(orderRequestPath(customerOrderToken(deps, order.id), 'address'));
  expect(shown.view).toMatchObject({ page: 'orderRequest', isGuest: false, order: { id: order.id } });
  const ended = customerOrderToken(deps, order.id, 0);
  for (const path of [orderRequestPath(ended, 'address'), `/order/${ended}`])
    expect(await send(path)).toMatchObject({ status: 303, location: '/customer/my-orders' });
  expect((await send(orderRequestPath('wrong', 'address'))).status).toBe(404);
});
