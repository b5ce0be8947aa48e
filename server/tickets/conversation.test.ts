import { describe, expect, test } from 'vitest';
import { get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { answerTicket } from './conversation.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const NO_ID = '01900000-0000-7000-8000-000000000000';

const add = (token: string, written: object) => post(app, '/customer/ticket/add', written, { token });
const act = (path: string) => (token: string, id: unknown) => post(app, path, { id }, { token });
const read = act('/customer/ticket/get');
const replies = act('/customer/ticket/get-children');
const close = act('/api/ticket/close');
const reopen = act('/api/ticket/reopen');
const list = async (token: string, query = '') => (await get(app, `/customer/ticket?${query}`, { token })).body;

async function opened(told: object = {}) {
  const me = await makeSignedInCustomer(shop, { displayName: 'Siti' });
  const { body } = await add(me.token, { subject: 'Where is it?', message: 'It has not come.', ...told });
  return { ...me, id: body.id as string };
}

async function answer(token: string, id: string): Promise<void> {
  const { body } = await read(token, id);
  await answerTicket(deps, { number: body.number, actor: 'Mei', message: 'Soon.' });
}

test('a ticket is opened, answered, read, replied to and closed', async () => {
  const { token, id } = await opened({ category: 'delivery' });
  expect((await read(token, id)).body).toMatchObject({
    id,
    subject: 'Where is it?',
    status: 'open',
    category: 'delivery',
    replies: 0,
    unread: false,
  });
  await answer(token, id);
  expect((await list(token)).rows).toMatchObject([{ id, status: 'answered', replies: 1, unread: true }]);
  expect((await read(token, id)).body.unread).toBe(false);
  expect((await list(token)).rows[0].unread).toBe(false);
  expect((await close(token, id)).status).toBe(204);
  expect((await read(token, id)).body.status).toBe('closed');
  expect((await add(token, { parent: id, message: 'It came!' })).body).toEqual({ id });
  expect((await read(token, id)).body).toMatchObject({ status: 'open', replies: 2 });
  const { body } = await replies(token, id);
  const written = body.map((one: { author: string; name: string; message: string }) => [
    one.author,
    one.name,
    one.message,
  ]);
  expect(written).toEqual([
    ['customer', 'Siti', 'It has not come.'],
    ['staff', 'Mei', 'Soon.'],
    ['customer', 'Siti', 'It came!'],
  ]);
  await close(token, id);
  expect((await reopen(token, id)).status).toBe(204);
  expect((await read(token, id)).body.status).toBe('open');
});

test('a ticket may name an order of its own customer, and no other', async () => {
  const [me, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  const title = await makeProduct(shop);
  const mine = (await placeOrder(app, { lines: [title], token: me.token })).body;
  const theirs = (await placeOrder(app, { lines: [title], token: other.token })).body;
  const about = (order_id: unknown) => add(me.token, { subject: 'S', message: 'M', order_id });
  expect((await read(me.token, (await about(mine.id)).body.id)).body.order_number).toBe(mine.number);
  for (const id of [theirs.id, NO_ID, mine.number]) expect(errorOf(await about(id))).toEqual([404, 'not_found']);
  expect((await list(me.token)).total).toBe(1);
  await expectIntegrity(pool);
});

test('a ticket may name a title in the shop and a page of it, and no other', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { title: 'Persuasion' });
  const about = (context: object) => add(token, { subject: 'S', message: 'M', ...context });
  const { body } = await about({ product_id: title.id, page: '/fa/book/1/persuasion?from=%C3%A9' });
  const product = { id: title.id, title: 'Persuasion', language: 'en', slug: 'persuasion' };
  expect((await read(token, body.id)).body).toMatchObject({ product, page: '/fa/book/1/persuasion?from=%C3%A9' });
  expect((await about({ product_id: null, page: null, order_id: null })).status).toBe(200);
  await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [title.id]);
  for (const product_id of [title.id, 2_000_000_000])
    expect(errorOf(await about({ product_id }))).toEqual([404, 'not_found']);
  expect((await read(token, body.id)).body.product.slug).toBe(null);
});

test.each([
  '//evil.test',
  'https://evil.test',
  '/\\\\evil.test',
  'javascript:alert(1)',
  '/a b',
  '/a\nb',
  '',
  `/${'x'.repeat(300)}`,
])('the page %j is not one of the shop', async (page) => {
  const { token } = await makeSignedInCustomer(shop);
  const refused = await add(token, { subject: 'S', message: 'M', page });
  expect(refused.body.errors.map((error: { path: string }) => error.path)).toEqual(['page']);
});

test('another customer’s ticket is not found and not changed', async () => {
  const owner = await opened();
  const other = await opened();
  const reply = (await replies(owner.token, owner.id)).body[0].id;
  const answerTo = (token: string, id: unknown) => add(token, { parent: id, message: 'Mine' });
  for (const call of [read, replies, close, reopen, answerTo]) {
    const [theirs, nobodys] = [await call(other.token, owner.id), await call(other.token, NO_ID)];
    expect(errorOf(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe(nobodys.text);
    expect((await call(owner.token, reply)).status).toBe(404);
  }
  expect((await list(owner.token)).rows).toMatchObject([{ id: owner.id, status: 'open', replies: 0 }]);
  expect((await list(other.token, `customer=${owner.id}&customerId=${owner.id}&uid=${owner.id}`)).rows).toMatchObject([
    { id: other.id },
  ]);
});

describe('invalid fields, by path', () => {
  test.each([
    ['subject', { message: 'M' }],
    ['subject', { subject: '', message: 'M' }],
    ['subject', { subject: 'A\r\nBcc: x@mail.test', message: 'M' }],
    ['subject', { subject: 'x'.repeat(151), message: 'M' }],
    ['message', { subject: 'S' }],
    ['message', { subject: 'S', message: '  ' }],
    ['message', { subject: 'S', message: 'x'.repeat(10_001) }],
    ['message', { subject: 'S', message: 'A\0B' }],
    ['category', { subject: 'S', message: 'M', category: 'secret' }],
  ])('%s of %j', async (path, written) => {
    const { token } = await makeSignedInCustomer(shop);
    const refused = await add(token, written);
    expect(errorOf(refused)).toEqual([422, 'invalid']);
    expect(refused.body.errors.map((error: { path: string }) => error.path)).toEqual([path]);
  });
});

test('line breaks and markup of a message are kept', async () => {
  const message = 'Line one\n\tline two <b onclick="x()">&amp; ${1+1} {{2}}';
  const { token, id } = await opened({ message });
  expect((await replies(token, id)).body[0].message).toBe(message);
});
