import { expect, test } from 'vitest';
import { makeOrder, makeProduct, makeSignedInCustomer, placeOrder, type Cart } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';
import { transitionRefund } from '../orders/refunds/transition-refund.ts';
import { transitionOrder } from '../orders/transition-order.ts';

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

const paid = async (lines: Cart['lines'], rest: Partial<Cart> = {}) => {
  const { number } = await makeOrder(shop, { lines, state: 'paid', ...rest });
  return number;
};
const list = async (search = '') => (await get(app, `/api/admin/fulfilment?${search}`, meiLing)).body;
const numbersOf = async (search?: string): Promise<string[]> =>
  (await list(search)).rows.map((row: { number: string }) => row.number);
const pickList = async (numbers: readonly string[]) => {
  const query = numbers.map((number) => `number=${number}`).join('&');
  return (await get(app, `/api/admin/fulfilment/pick-list?${query}`, meiLing)).body;
};

test('paid orders that can be dispatched are listed oldest first, page by page', async () => {
  const numbers = [await paid([emma]), await paid([emma]), await paid([{ of: dune, qty: 3 }])];
  await makeOrder(shop, { lines: [emma], state: 'placed' });
  await makeOrder(shop, { lines: [emma], state: 'packed' });
  expect(await numbersOf()).toEqual(numbers);
  const first = await list('limit=2');
  const second = await list(`limit=2&after=${first.next}`);
  expect([first.rows.length, second.rows, second.next]).toMatchObject([2, [{ number: numbers[2], copies: 3 }], null]);
  expect(errorOf(await get(app, '/api/admin/fulfilment?limit=101', meiLing))).toEqual([422, 'invalid']);
});

test('an order that may not be dispatched yet stands elsewhere, with the reason', async () => {
  const embargoed = await paid([emma, ahead]);
  const waiting = await paid([emma]);
  await pool.query(
    `UPDATE order_line SET awaited = 1, awaited_since = now() FROM "order" o WHERE o.id = order_id AND number = $1`,
    [waiting],
  );
  const ready = await numbersOf();
  expect([ready.includes(embargoed), ready.includes(waiting)]).toEqual([false, false]);
  expect((await list('held=true')).rows).toMatchObject([
    { number: embargoed, held: [{ title: 'Not before 2099', embargo: '2099-01', awaited: 0 }] },
    { number: waiting, held: [{ title: 'Emma', embargo: null, awaited: 1 }] },
  ]);
  expect((await pickList([embargoed, waiting])).skipped).toEqual([
    { number: embargoed, error: 'embargoed' },
    { number: waiting, error: 'awaiting_stock' },
  ]);
});

test('what waits for its date is packed once the date has come, and copies that were refunded hold nothing up', async () => {
  const buyer = await makeSignedInCustomer(shop);
  const order = await makeOrder(shop, { lines: [emma, ahead], token: buyer.token, state: 'paid' });
  await pool.query("UPDATE variant SET embargo = '2020-05' WHERE id = $1", [ahead.vid]);
  expect(await numbersOf()).toContain(order.number);
  await pool.query("UPDATE variant SET embargo = '2099-01' WHERE id = $1", [ahead.vid]);
  expect(await numbersOf()).not.toContain(order.number);
  const request = { id: order.id, reason: 'changed_mind', items: [{ id: order.lines[1]!.id, qty: 1 }] };
  const { body } = await post(app, '/customer/order/refund', request, buyer);
  await transitionRefund(deps, body.id, { to: 'approved', actor: 'staff' });
  expect(await numbersOf()).toContain(order.number);
  expect((await pickList([order.number])).formats).toMatchObject([{ title: 'Emma', copies: 1 }]);
});

test('a pick list adds up the copies of each title, and says which orders want them', async () => {
  const [one, two] = [await paid([{ of: emma, qty: 2 }, dune]), await paid([emma])];
  expect(await pickList([one, two, one])).toEqual({
    formats: [
      expect.objectContaining({
        title: 'Dune',
        isbn: '9780306406157',
        copies: 1,
        orders: [{ number: one, copies: 1 }],
      }),
      expect.objectContaining({
        title: 'Emma',
        contributors: ['Jane Austen'],
        format: 'paperback',
        copies: 3,
        orders: [
          { number: one, copies: 2 },
          { number: two, copies: 1 },
        ],
      }),
    ],
    orders: [one, two],
    skipped: [],
  });
});

test('a pick list leaves out what is packed already or does not exist, and takes no more than fifty orders', async () => {
  const { id, number } = await makeOrder(shop, { lines: [emma], state: 'paid' });
  await transitionOrder(deps, id, { to: 'packed', actor: 'Amir' });
  expect(await pickList([number, 'BK-999999'])).toEqual({
    formats: [],
    orders: [],
    skipped: [
      { number, error: 'too_late' },
      { number: 'BK-999999', error: 'not_found' },
    ],
  });
  const many = Array.from({ length: 51 }, (_, index) => `number=BK-${200_000 + index}`).join('&');
  expect(errorOf(await get(app, `/api/admin/fulfilment/pick-list?${many}`, meiLing))).toEqual([422, 'invalid']);
});

test('a gift is marked', async () => {
  const { body } = await placeOrder(app, { lines: [emma], changes: { gift_message: 'For you' } });
  await transitionOrder(deps, body.id, { to: 'paid', actor: 'staff' });
  const { rows } = await list('limit=100');
  expect(rows.find(({ number }: { number: string }) => number === body.number)).toMatchObject({ is_gift: true });
});
