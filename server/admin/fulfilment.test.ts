import { dayInMalaysia } from '#domain/dates.ts';
import { expect, test } from 'vitest';
import { readPdf } from '../../tests/read-pdf.ts';
import { ADDRESS, makeOrder, makeProduct, makeSignedInCustomer, placeOrder, type Cart } from '../../tests/factories.ts';
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
  const today = dayInMalaysia(new Date().toISOString());
  const isReady = async (embargo: string) => {
    await pool.query('UPDATE variant SET embargo = $2 WHERE id = $1', [ahead.vid, embargo]);
    return (await numbersOf()).includes(order.number);
  };
  for (const passed of ['2020', '2020-05', today]) expect([passed, await isReady(passed)]).toEqual([passed, true]);
  for (const known of [today.slice(0, 7), today.slice(0, 4)])
    expect([known, await isReady(known)]).toEqual([known, false]);
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

/** Letters from left to right. */
const seen = (text: string) => [...text].toReversed().join('');

async function print(kind: string, paper: string, numbers: readonly string[]) {
  const query = numbers.map((number) => `number=${number}`).join('&');
  const url = `/api/admin/fulfilment/print/${kind}?paper=${paper}&${query}`;
  const response = await app.inject({ url, headers: { authorization: `Bearer ${meiLing.token}` } });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
  const { pages, info } = readPdf(response.rawPayload);
  const boxes = [...info.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  const size = boxes.map(([, width, height]) => [
    Math.round(Number(width) / 2.8346),
    Math.round(Number(height) / 2.8346),
  ]);
  return { pages, size: size[0], name: response.headers['content-disposition'] };
}

test('slips of many orders are one file: each on pages of its own, in its customer’s language, without prices', async () => {
  const siti = await paid([{ of: emma, qty: 2 }]);
  const parisa = await paid([dune], { address: { ...ADDRESS, email: 'guest@mail.test', name: 'پریسا کریمی' } });
  await pool.query(`UPDATE "order" SET locale = 'fa' WHERE number = $1`, [parisa]);
  const { pages, size, name } = await print('slips', 'a4', [siti, parisa, siti]);
  expect([pages.length, size, name]).toEqual([2, [210, 297], 'attachment; filename="slips.pdf"']);
  expect(pages[0]).toEqual(
    expect.arrayContaining(['Packing slip', `Order ${siti}`, 'Siti binti Ali', 'Emma', '2', `${siti} · page 1 of 1`]),
  );
  expect(pages[1]).toEqual(expect.arrayContaining(['Dune', seen('پریسا\u00a0کریمی')]));
  expect(pages.flat().join(' ')).not.toMatch(/RM|\d\.\d\d/);
});

test.each([
  ['a6', [105, 148]],
  ['100x150', [100, 150]],
])('slips and labels fit on pages of %s', async (paper, expected) => {
  const numbers = [await paid([emma]), await paid([dune])];
  for (const kind of ['slips', 'labels']) {
    const { pages, size } = await print(kind, paper, numbers);
    expect([kind, pages.length, size]).toEqual([kind, 2, expected]);
    pages.forEach((words, index) => expect(words.some((word) => word.includes(numbers[index]!))).toBe(true));
  }
});

test('four labels share a sheet of A4, with sender, address, phone number and order', async () => {
  const numbers: string[] = [];
  for (let made = 0; made < 5; made += 1) numbers.push(await paid([emma]));
  const { pages, size } = await print('labels', 'a4', numbers);
  expect([pages.length, size]).toEqual([2, [210, 297]]);
  const found = pages.map((words) => words.filter((word) => word === 'Siti binti Ali').length);
  expect(found).toEqual([4, 1]);
  const words = ['From', 'Halaman', 'To', '12, Jalan Telawi 3', '50480 Kuala Lumpur', '012-345 6789', numbers[4]];
  expect(pages[1]).toEqual(expect.arrayContaining(words));
});

test('the longest address still fits on one label', async () => {
  const long = {
    name: 'Name '.repeat(19).trim(),
    line1: 'Street '.repeat(17).trim(),
    line2: 'Block '.repeat(20).trim(),
  };
  const number = await paid([emma], { address: { ...ADDRESS, email: 'guest@mail.test', ...long } });
  expect((await print('labels', '100x150', [number])).pages).toHaveLength(1);
});

test('a slip has the copies that are left, and as many pages as it needs', async () => {
  const titles = await Promise.all(
    Array.from({ length: 30 }, (_, index) => makeProduct(shop, { title: `Volume ${index}` })),
  );
  const number = await paid(titles);
  const { pages, name } = await print('slips', 'a6', [number]);
  expect([pages.length > 2, name]).toEqual([true, `attachment; filename="${number}-slips.pdf"`]);
  expect(pages.flat().filter((word) => word.startsWith('Volume'))).toHaveLength(30);
  expect(pages.at(-1)).toContain(`${number} · page ${pages.length} of ${pages.length}`);
});

test('nothing is printed of orders that do not exist, and no unknown sheet', async () => {
  const number = await paid([emma]);
  const url = '/api/admin/fulfilment/print';
  expect(errorOf(await get(app, `${url}/slips?paper=a4&number=${number}&number=BK-999999`, meiLing))).toEqual([
    404,
    'not_found',
  ]);
  for (const query of [`slips?paper=a3&number=${number}`, 'slips?paper=a4', `books?paper=a4&number=${number}`])
    expect([query, errorOf(await get(app, `${url}/${query}`, meiLing))]).toEqual([query, [422, 'invalid']]);
});
