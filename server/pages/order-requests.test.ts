import { afterAll, expect, test } from 'vitest';
import { orderRequestPath, type OrderRequestView, type PageRequest } from '#contract/pages.ts';
import { ADDRESS, makeOrder, makeProduct, makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { openTestApp } from '../../tests/test-app.ts';
import { ZoneCache } from '../delivery/zones.ts';
import { customerOrderToken, guestOrderToken } from '../emails/links.ts';
import { registerErrorHandler } from '../http/error-responses.ts';
import { createFastify } from '../http/fastify.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { PageCache } from './page-cache.ts';
import { registerPages } from './routes.ts';
import type { StorefrontBuild } from './storefront.ts';

const shop = await openTestApp();
const { deps, app: api } = shop;
/** Says what a page would show. */
const build = {
  renderPage: ({ view }: PageRequest) => JSON.stringify(view),
  assetsFor: () => ({}),
} as unknown as StorefrontBuild;
const app = await createFastify(deps.config);
registerErrorHandler(app);
await registerPages(app, { deps, build, cache: new PageCache(), zones: new ZoneCache(deps.db) });
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
  expect(review.view!.review).toEqual({
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
    view: { order: { requests: [] } },
  });
  const sent = await send(orderRequestPath(token, 'cancel-items'), {
    [`qty-${line}`]: '1',
    amount: '40',
    confirm: '1',
  });
  expect(sent).toMatchObject({ status: 409, view: { order: { refunds: [] } } });
});

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
