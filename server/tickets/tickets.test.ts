import { describe, expect, test } from 'vitest';
import { get, openDoor, post, refusal } from '../../tests/door.ts';
import { makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';

const shop = await openDoor();
const { app, pool } = shop;
const NO_ID = '01900000-0000-7000-8000-000000000000';

const add = (token: string, written: object) => post(app, '/customer/ticket/add', written, { token });
const act = (path: string) => (token: string, id: unknown) => post(app, path, { id }, { token });
const read = act('/customer/ticket/get');
const replies = act('/customer/ticket/get-children');
const close = act('/api/ticket/close');
const list = async (token: string, query = '') => (await get(app, `/customer/ticket?${query}`, { token })).body;

async function opened(told: object = {}) {
  const me = await makeSignedIn(shop, { displayName: 'Siti' });
  const { body } = await add(me.token, { subject: 'Where is it?', message: 'It has not come.', ...told });
  return { ...me, id: body.id as string };
}

async function answer(id: string): Promise<void> {
  await pool.query(
    "INSERT INTO ticket_reply (id, ticket_id, author, name, message) VALUES (gen_random_uuid(), $1, 'staff', 'Mei', 'Soon.')",
    [id],
  );
  await pool.query("UPDATE ticket SET state = 'answered', is_unread = true WHERE id = $1", [id]);
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
  await answer(id);
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
  expect(written.toSorted()).toEqual([
    ['customer', 'Siti', 'It came!'],
    ['customer', 'Siti', 'It has not come.'],
    ['staff', 'Mei', 'Soon.'],
  ]);
});

test('a ticket may name an order of its own customer, and no other', async () => {
  const [me, other] = [await makeSignedIn(shop), await makeSignedIn(shop)];
  const title = await makeTitle(shop);
  const mine = (await placeOrder(app, { lines: [title], token: me.token })).body;
  const theirs = (await placeOrder(app, { lines: [title], token: other.token })).body;
  const about = (order_id: unknown) => add(me.token, { subject: 'S', message: 'M', order_id });
  expect((await read(me.token, (await about(mine.id)).body.id)).body.order_number).toBe(mine.number);
  for (const id of [theirs.id, NO_ID, mine.number]) expect(refusal(await about(id))).toEqual([404, 'not_found']);
  expect((await list(me.token)).total).toBe(1);
  await expectSound(pool);
});

test('another’s ticket is not found, exactly like one that is not there, and stays as it is', async () => {
  const owner = await opened();
  const other = await opened();
  const reply = (await replies(owner.token, owner.id)).body[0].id;
  const answerTo = (token: string, id: unknown) => add(token, { parent: id, message: 'Mine' });
  for (const call of [read, replies, close, answerTo]) {
    const [theirs, nobodys] = [await call(other.token, owner.id), await call(other.token, NO_ID)];
    expect(refusal(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe(nobodys.text);
    expect((await call(owner.token, reply)).status).toBe(404);
  }
  expect((await list(owner.token)).rows).toMatchObject([{ id: owner.id, status: 'open', replies: 0 }]);
  expect((await list(other.token, `customer=${owner.id}&customerId=${owner.id}&uid=${owner.id}`)).rows).toMatchObject([
    { id: other.id },
  ]);
});

describe('the list', async () => {
  const { token } = await makeSignedIn(shop);
  for (const subject of ['100% cotton?', 'A_b', 'Plain']) await add(token, { subject, message: 'M' });
  const subjects = async (query: string) =>
    (await list(token, query)).rows.map((row: { subject: string }) => row.subject);

  test('is sorted by the last change', async () => {
    expect(await subjects('')).toEqual(['Plain', 'A_b', '100% cotton?']);
    expect(await subjects('sort=updated_at')).toEqual(['100% cotton?', 'A_b', 'Plain']);
  });

  test.each([
    ['q=plain', ['Plain']],
    ['q=%25', ['100% cotton?']],
    ['q=_', ['A_b']],
    ['q=%5C', []],
    ['status=closed', []],
    ['status=open&q=a_', ['A_b']],
  ])('with %s is %j', async (query, expected) => {
    expect(await subjects(query)).toEqual(expected);
  });

  test('past the end is empty, with the true total', async () => {
    expect(await list(token, 'page=2&limit=2')).toMatchObject({
      rows: [{ subject: '100% cotton?' }],
      total: 3,
      page: 2,
    });
    expect(await list(token, 'page=1000000&limit=100')).toEqual({ rows: [], total: 3, page: 1_000_000 });
  });

  test.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=x',
    'page=1.5',
    'limit=0',
    'limit=101',
    'limit=1000000',
    'sort=subject',
    'status=lost',
    'page=1&page=2',
    'status=open&status=closed',
    `q=${'x'.repeat(201)}`,
  ])('does not take %s', async (query) => {
    expect((await list(token, query)).code).toBe('invalid');
  });

  test('does not fail for a null byte', async () => {
    expect([200, 422]).toContain((await get(app, '/customer/ticket?q=%00', { token })).status);
  });
});

describe('what is refused, by its path', () => {
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
    const { token } = await makeSignedIn(shop);
    const refused = await add(token, written);
    expect(refusal(refused)).toEqual([422, 'invalid']);
    expect(refused.body.errors.map((error: { path: string }) => error.path)).toEqual([path]);
  });
});

test('lines and markup of a message are kept as they are', async () => {
  const message = 'Line one\n\tline two <b onclick="x()">&amp; ${1+1} {{2}}';
  const { token, id } = await opened({ message });
  expect((await replies(token, id)).body[0].message).toBe(message);
});
