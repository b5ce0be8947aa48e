import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { expectIntegrity } from '../../tests/database.ts';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { makeOrder, makeProduct, makeSignedInCustomer, placeOrder, type MadeProduct } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';
import { importProducts } from '../catalogue/import-products.ts';
import { orderLine, variant } from '../db/tables.ts';
import { recordPayment } from '../payments/webhook.ts';
import { announceMovedDates } from './moved-dates.ts';
import { transitionRefund } from './refunds/transition-refund.ts';
import { DEADLINE_ACTOR, transitionOrder } from './transition-order.ts';

const shop = await openTestApp({ DATABASE_POOL: '40' });
const { app, deps, pool } = shop;

type VariantChanges = Partial<typeof variant.$inferInsert>;
const change = ({ vid }: MadeProduct, changes: VariantChanges) =>
  deps.db.update(variant).set(changes).where(eq(variant.id, vid));

let titles = 0;
const records = new Map<MadeProduct, Parameters<typeof importProducts>[1][number]>();

/** A title of which the shop has so many copies; by default published in 2099. */
async function forthcoming(stock = 0, changes: VariantChanges = { published: '2099-03', availability: '10' }) {
  titles += 1;
  const work = `awaited ${titles}`;
  const title = await makeProduct(shop, { stock, work, title: `Awaited ${titles}` });
  await change(title, changes);
  const [row] = await deps.db.select().from(variant).where(eq(variant.id, title.vid));
  const { format, isbn, listPrice, memberPrice, pages, published } = row!;
  const texts = {
    title: `Awaited ${titles}`,
    work,
    subtitle: '',
    description: '',
    publisher: 'Test Press',
    imprint: '',
  };
  const facts = { contributors: [], language: 'en', published: null, subjects: [], series: null, popularity: 0 };
  const variants = [{ format, isbn, listPrice, memberPrice, pages, published, stock: 0 }];
  records.set(title, { ...texts, ...facts, variants });
  return title;
}

/** Copies come, as a file of deliveries says. */
async function receive(title: MadeProduct, copies: number, reference: string = `delivery ${Math.random()}`) {
  const record = records.get(title)!;
  const variants = record.variants.map((one) => ({ ...one, stock: copies }));
  const stockMode = { kind: 'delta', reference, actor: 'operator' } as const;
  await importProducts(deps.db, [{ ...record, variants }], { stockMode });
}

async function stockOf({ vid }: MadeProduct) {
  const [row] = await deps.db.select().from(variant).where(eq(variant.id, vid));
  return [row!.stock, row!.awaited];
}

/** How many copies the lines of orders wait for. */
async function awaitedBy(...orders: { id: string }[]): Promise<number[]> {
  const rows = await deps.db.select().from(orderLine);
  return orders.map(({ id }) =>
    rows.filter(({ orderId }) => orderId === id).reduce((sum, { awaited }) => sum + awaited, 0),
  );
}

let guests = 0;
const email = () => `awaiting${(guests += 1)}@mail.test`;
const order = (of: MadeProduct, qty = 1) => makeOrder(shop, { lines: [{ of, qty }], email: email(), state: 'paid' });
const cancel = (id: string, actor = 'customer') => transitionOrder(deps, id, { to: 'cancelled', actor });
const pack = (id: string) => transitionOrder(deps, id, { to: 'packed', actor: 'staff' });

test('copies are allocated as orders came, and an order is packed when it has all of its own', async () => {
  const title = await forthcoming(2);
  const [first, second, third] = [await order(title, 3), await order(title, 2), await order(title)];
  expect(await awaitedBy(first, second, third)).toEqual([1, 2, 1]);
  expect(await stockOf(title)).toEqual([0, 4]);
  await expect(pack(first.id)).rejects.toMatchObject({ code: 'awaiting_stock' });
  await receive(title, 2);
  expect(await awaitedBy(first, second, third)).toEqual([0, 1, 1]);
  expect(await pack(first.id)).toMatchObject({ state: 'packed' });
  await expect(pack(second.id)).rejects.toMatchObject({ code: 'awaiting_stock' });
  await receive(title, 5);
  expect(await awaitedBy(first, second, third)).toEqual([0, 0, 0]);
  expect(await stockOf(title)).toEqual([3, 0]);
  await expectIntegrity(pool);
});

test('copies that came are not dispatched before the embargo ends', async () => {
  const title = await forthcoming(0, { embargo: '2099-01-15', availability: '10' });
  const { id } = await order(title);
  await receive(title, 1);
  expect(await awaitedBy({ id })).toEqual([0]);
  await expect(pack(id)).rejects.toMatchObject({ code: 'embargoed' });
  await change(title, { embargo: null });
  expect(await pack(id)).toMatchObject({ state: 'packed' });
});

test.each(['placed', 'paid'] as const)(
  'an order that is cancelled while it is %s gives its place and its copies to the next',
  async (state) => {
    const title = await forthcoming(1);
    const first = await makeOrder(shop, { lines: [{ of: title, qty: 3 }], email: email(), state });
    const [second, third] = [await order(title), await order(title)];
    await cancel(first.id);
    expect(await awaitedBy(first, second, third)).toEqual([0, 0, 1]);
    expect(await stockOf(title)).toEqual([0, 1]);
    await expectIntegrity(pool);
  },
);

test('a refund takes the copies that have not come first', async () => {
  const me = await makeSignedInCustomer(shop);
  const title = await forthcoming(2);
  const { id, lines } = await makeOrder(shop, { lines: [{ of: title, qty: 5 }], token: me.token, state: 'paid' });
  const next = await order(title);
  const refund = async (qty: number) => {
    const items = [{ id: lines[0]!.id, qty }];
    const { body } = await post(app, '/customer/order/refund', { id, reason: 'changed_mind', items }, me);
    await transitionRefund(deps, body.id, { to: 'approved', actor: 'staff' });
  };
  await refund(2);
  expect([await awaitedBy({ id }, next), await stockOf(title)]).toEqual([
    [1, 1],
    [0, 2],
  ]);
  await refund(2);
  expect([await awaitedBy({ id }, next), await stockOf(title)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(await pack(id)).toMatchObject({ state: 'packed' });
  await expectIntegrity(pool);
});

test('no more are ordered than the bookseller takes orders for, at once or one after the other', async () => {
  const title = await forthcoming(2, { published: '2099', availability: '10', awaitedLimit: 7 });
  const responses = await runConcurrently(30, 30, () => placeOrder(app, { lines: [title], email: email() }));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(9);
  expect(new Set(responses.map(({ body }) => body.code))).toEqual(new Set([undefined, 'out_of_stock']));
  expect(await stockOf(title)).toEqual([0, 7]);
  const late = await placeOrder(app, { lines: [title], email: email() });
  expect(late.body).toMatchObject({ code: 'out_of_stock', lines: [{ vid: title.vid, available: 0 }] });
  const product = await get(app, `/api/site/products/${title.id}`);
  expect(product.body.variants).toMatchObject([{ awaited_from: null }]);
  await expectIntegrity(pool);
});

test('what has no date is not ordered beyond the stock', async () => {
  const title = await forthcoming(1, { availability: '21' });
  const response = await placeOrder(app, { lines: [{ of: title, qty: 2 }], email: email() });
  expect(errorOf(response)).toEqual([409, 'out_of_stock']);
  expect(response.body.lines).toEqual([{ id: title.id, vid: title.vid, available: 1 }]);
});

test('arrivals at once, and orders at the same time, allocate each copy once and in turn', async () => {
  const title = await forthcoming();
  const early = [];
  for (let count = 0; count < 12; count += 1) early.push(await order(title, 2));
  const work: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 3 }, () => () => receive(title, 6)),
    ...Array.from({ length: 12 }, () => () => placeOrder(app, { lines: [title], email: email() })),
  ];
  await runConcurrently(work.length, work.length, (index) => work[(index * 7) % work.length]!());
  expect(await stockOf(title)).toEqual([0, 24 + 12 - 18]);
  expect(await awaitedBy(...early)).toEqual([...Array.from({ length: 9 }, () => 0), 2, 2, 2]);
  await expectIntegrity(pool);
});

test('arrivals and cancellations at once leave no copy in stock that somebody waits for', async () => {
  const title = await forthcoming();
  const orders = [];
  for (let count = 0; count < 20; count += 1) orders.push(await order(title));
  const work: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 2 }, () => () => receive(title, 4)),
    ...orders.slice(0, 10).map(
      ({ id }) =>
        () =>
          cancel(id),
    ),
  ];
  await runConcurrently(work.length, work.length, (index) => work[(index * 5) % work.length]!());
  expect(await stockOf(title)).toEqual([0, 2]);
  expect(await awaitedBy(...orders)).toEqual([...Array.from({ length: 18 }, () => 0), 1, 1]);
  await expectIntegrity(pool);
});

test('an order that is paid too late waits again, behind those that came meanwhile', async () => {
  const title = await forthcoming();
  const late = await makeOrder(shop, { lines: [title], email: email(), state: 'placed' });
  await cancel(late.id, DEADLINE_ACTOR);
  const next = await order(title);
  expect(await recordPayment(deps, late.id, 'operator')).toBe('reinstated');
  await receive(title, 1);
  expect(await awaitedBy(next, late)).toEqual([0, 1]);
  await expectIntegrity(pool);
});

test('the supplier’s days count in the promise, and the order and its emails say what is missing', async () => {
  const me = await makeSignedInCustomer(shop);
  const [here, ordered] = [
    await forthcoming(5, { availability: '21' }),
    await forthcoming(1, { availability: '22', orderDays: 60 }),
  ];
  const promised = async (of: MadeProduct, qty: number) =>
    (await placeOrder(app, { lines: [{ of, qty }], token: me.token })).body;
  const [soon, one, two] = [await promised(here, 1), await promised(ordered, 1), await promised(ordered, 2)];
  expect(one.expected).toEqual(soon.expected);
  expect(Date.parse(two.expected.from) - Date.now()).toBeGreaterThan(60 * 86_400_000);
  const { body } = await get(app, `/api/orders/${two.id}`, me);
  expect(body.lines).toMatchObject([{ awaited: 2 }]);
  const [, , letter] = await renderedEmailsTo(deps, me.email);
  expect(letter!.text).toContain('2 copies are not in stock yet');
  const ids = [{ pid: ordered.id, vid: ordered.vid, qty: 1 }];
  const cart = await post(app, '/api/site/get-cart-detail', { ids });
  expect(cart.body.products[0].variants).toMatchObject([{ stock: 999, awaited: { beyond: 0 } }]);
});

test('a publication that moves is announced while its copies are awaited', async () => {
  await announceMovedDates(deps);
  const me = await makeSignedInCustomer(shop);
  const title = await forthcoming();
  const { id } = await makeOrder(shop, { lines: [title], token: me.token, state: 'paid' });
  const dateOf = async () => (await get(app, `/api/orders/${id}`, me)).body.lines[0].on_sale_from;
  expect(await announceMovedDates(deps)).toBe(0);
  expect(await dateOf()).toBe('2099-03');
  await change(title, { published: '2099-05' });
  expect(await announceMovedDates(deps)).toBe(1);
  expect(await dateOf()).toBe('2099-05');
  await receive(title, 1);
  expect(await announceMovedDates(deps)).toBe(1);
  expect(await announceMovedDates(deps)).toBe(0);
  const letters = (await renderedEmailsTo(deps, me.email)).filter(({ kind }) => kind === 'date_moved');
  expect(letters.map(({ text }) => text)).toEqual([
    expect.stringContaining('May 2099 (so far: March 2099)'),
    expect.stringContaining('is on sale earlier than announced'),
  ]);
});
