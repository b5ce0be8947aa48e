import { expect, test } from 'vitest';
import { get, openTestApp, post } from '../../tests/test-app.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { answerTicket } from './conversation.ts';

const shop = await openTestApp();
const { app, deps } = shop;
const list = async (token: string, query = '') => (await get(app, `/customer/ticket?${query}`, { token })).body;
const add = (token: string, written: object) => post(app, '/customer/ticket/add', written, { token });

const { token } = await makeSignedInCustomer(shop);
const first = await add(token, { subject: '100% cotton?', message: 'M' });
await add(token, { subject: 'A_b', message: 'Of Tea and Temper', category: 'book' });
await add(token, { subject: 'Plain', message: 'M' });
const { number } = (await post(app, '/customer/ticket/get', first.body, { token })).body;
const subjects = async (query: string) =>
  (await list(token, query)).rows.map((row: { subject: string }) => row.subject);

test('the list is sorted by the last change', async () => {
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
  ['q=tea%20and%20T', ['A_b']],
  ['category=book', ['A_b']],
  ['category=book&q=plain', []],
  [`q=${number.toLowerCase()}`, ['100% cotton?']],
  ['q=%20%20', ['Plain', 'A_b', '100% cotton?']],
  ['sort=created_at', ['100% cotton?', 'A_b', 'Plain']],
  ['sort=-created_at', ['Plain', 'A_b', '100% cotton?']],
])('the list with %s is %j', async (query, expected) => {
  expect(await subjects(query)).toEqual(expected);
});

test('a page past the end is empty, with the true total', async () => {
  expect(await list(token, 'page=2&limit=2')).toMatchObject({
    rows: [{ subject: '100% cotton?' }],
    total: 3,
    page: 2,
  });
  expect(await list(token, 'page=1000000&limit=100')).toMatchObject({ rows: [], total: 3, page: 1_000_000 });
});

test('the list counts tickets by status and unread ones, regardless of the filter', async () => {
  expect(await list(token, 'status=closed&q=a_')).toMatchObject({
    total: 0,
    counts: { open: 1, answered: 0, closed: 0 },
    unread: 0,
  });
  await answerTicket(deps, { number, actor: 'Mei', message: 'Soon.' });
  expect(await list(token, 'status=open')).toMatchObject({
    total: 2,
    counts: { open: 2, answered: 1, closed: 0 },
    unread: 1,
  });
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
  'category=secret',
  'page=1&page=2',
  'status=open&status=closed',
  `q=${'x'.repeat(201)}`,
])('the list rejects %s', async (query) => {
  expect((await list(token, query)).code).toBe('invalid');
});

test('the list does not fail for a null byte', async () => {
  expect([200, 422]).toContain((await get(app, '/customer/ticket?q=%00', { token })).status);
});
