import { expect, test } from 'vitest';
import { expectIntegrity } from '../../tests/database.ts';
import {
  makeCoupon,
  makeOrder,
  makeProduct,
  makeSignedInCustomer,
  placeOrder,
  type MadeCoupon,
} from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const suki = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Suki' });
const devi = await makeSignedInCustomer(shop, { staffRole: 'support', displayName: 'Devi' });
const novel = await makeProduct(shop, {
  title: 'Dune',
  isbn: '9780306406157',
  subjects: ['FL'],
  series: { name: 'Dune', number: '1' },
  stock: 1000,
});
const other = await makeProduct(shop, { title: 'Emma', subjects: ['FBC'], stock: 1000 });

const TERMS = {
  discount: { percent: 10 },
  scope: 'all',
  minimum_total: 0,
  max_uses: null,
  max_uses_per_customer: null,
  ends_at: null,
};
const create = (code: string, changes: object = {}) =>
  post(app, '/api/admin/coupons/create', { code, ...TERMS, ...changes }, suki);
const read = async (code: string) => (await get(app, `/api/admin/coupons/${code}`, devi)).body;
const edit = (code: string, changes: object, version = 1) =>
  post(app, '/api/admin/coupons/edit', { code, version, ...TERMS, ...changes }, suki);
const check = (code: string, ...ids: number[]) =>
  post(app, '/customer/check-coupon', { code, pid: ids.map((id) => ({ id, qty: 1 })) });

test.each([
  ['everything', { scope: 'all' }, '*'],
  ['a subject', { scope: 'subject', covers: 'fl' }, [novel.id]],
  ['a series', { scope: 'series', covers: 'dune' }, [novel.id]],
  ['a title', { scope: 'title', covers: '0-306-40615-2' }, [novel.id]],
])('a coupon for %s is created, found by all, and covers that alone', async (name, scope, covered) => {
  const code = `FOR-${name.replaceAll(' ', '-')}`;
  expect((await create(code, { ...scope, max_uses: 3, ends_at: '2099-01-01T00:00:00Z' })).status).toBe(204);
  expect(await read(code)).toMatchObject({ code: code.toUpperCase(), state: 'running', percent: 10, max_uses: 3 });
  expect((await check(code, novel.id, other.id)).body.prc).toEqual(covered);
  if (covered === '*') return;
  expect(errorOf(await check(code, other.id))).toEqual([409, 'coupon_not_applicable']);
  const coupon = { id: '', code: code.toUpperCase(), covers: covered, valueType: 1, value: 1000 } as MadeCoupon;
  const { status, body } = await placeOrder(app, { lines: [novel, other], coupon, email: 'a@mail.test' });
  expect([status, body.proDis]).toEqual([201, 4]);
  await expectIntegrity(pool);
});

test.each([
  ['a code with a space', { code: 'NO GOOD' }, 422],
  ['more than everything off', { discount: { percent: 101 } }, 422],
  ['nothing off', { discount: { per_unit: 0 } }, 422],
  ['three decimals', { discount: { percent: 9.999 } }, 422],
  ['an end before its start', { starts_at: '2099-01-02T00:00:00Z', ends_at: '2099-01-01T00:00:00Z' }, 422],
  ['an end in the past', { ends_at: '2020-01-01T00:00:00Z' }, 422],
  ['no uses', { max_uses: 0 }, 422],
  ['a subject that nobody knows', { scope: 'subject', covers: 'ZZZ' }, 404],
  ['a series that nobody knows', { scope: 'series', covers: 'nowhere' }, 404],
  ['a title that nobody knows', { scope: 'title', covers: '9783161484100' }, 404],
  ['a scope of nothing', { scope: 'title' }, 404],
])('a coupon with %s is refused', async (_, changes, status) => {
  expect((await create('REFUSED', changes)).status).toBe(status);
  expect((await get(app, '/api/admin/coupons/REFUSED', suki)).status).toBe(404);
});

test('a code is taken once, in any case', async () => {
  expect((await create('Taken-1')).status).toBe(204);
  expect(errorOf(await create('TAKEN-1'))).toEqual([409, 'code_taken']);
});

test('the list is in pages, by state and by the beginning of a code', async () => {
  await create('LIST-A', { starts_at: '2098-01-01T00:00:00Z' });
  await create('LIST-B');
  await create('LIST-C');
  await post(app, '/api/admin/coupons/end', { code: 'list-c' }, suki);
  const coupon = await makeCoupon(shop, { maxUses: 1 });
  await placeOrder(app, { lines: [novel], coupon, email: 'last@mail.test' });
  const list = async (query: string) => (await get(app, `/api/admin/coupons?${query}`, devi)).body;
  const codes = ({ rows }: { rows: { code: string; state: string }[] }) => rows.map(({ code, state }) => [code, state]);
  expect(codes(await list('q=list-'))).toEqual([
    ['LIST-C', 'ended'],
    ['LIST-B', 'running'],
    ['LIST-A', 'scheduled'],
  ]);
  expect(codes(await list('q=LIST&state=scheduled'))).toEqual([['LIST-A', 'scheduled']]);
  expect(codes(await list('state=used_up'))).toEqual([[coupon.code, 'used_up']]);
  const first = await list('q=list-&limit=2');
  expect(codes(await list(`q=list-&limit=2&before=${first.next}`))).toEqual([['LIST-A', 'scheduled']]);
});

test('what was used keeps its discount; its end and its limits may change, never below its uses', async () => {
  await create('USED', { max_uses: 5 });
  const coupon = { code: 'USED', covers: '*', valueType: 1, value: 1000, id: '' } as MadeCoupon;
  for (const email of ['b@mail.test', 'c@mail.test']) await placeOrder(app, { lines: [novel], coupon, email });
  const { starts_at } = await read('USED');
  expect(errorOf(await edit('USED', { starts_at, discount: { percent: 20 } }))).toEqual([409, 'too_late']);
  expect(errorOf(await edit('USED', { starts_at, max_uses: 1 }))).toEqual([409, 'too_late']);
  expect((await edit('USED', { starts_at, max_uses: 2, ends_at: '2099-01-01T00:00:00Z' })).status).toBe(204);
  expect(await read('USED')).toMatchObject({ version: 2, state: 'used_up', max_uses: 2, percent: 10 });
  await expectIntegrity(pool);
});

test('of two edits of the same version one wins, and the other is told', async () => {
  await create('TWO');
  const both = await Promise.all([
    edit('TWO', { discount: { percent: 15 } }),
    edit('TWO', { discount: { per_unit: 5 } }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(both.map((response) => response.body?.code).filter(Boolean)).toEqual(['edited_meanwhile']);
  expect((await read('TWO')).version).toBe(2);
  expect((await edit('TWO', { discount: { percent: 20 } }, 2)).status).toBe(204);
  expect(await read('TWO')).toMatchObject({ version: 3, percent: 20, per_unit: null });
});

test('a limit that is lowered while orders use the coupon is never exceeded', async () => {
  await create('RACE', { max_uses: 20 });
  const { starts_at } = await read('RACE');
  const coupon = { code: 'RACE', covers: '*', valueType: 1, value: 1000, id: '' } as MadeCoupon;
  await Promise.all([
    runConcurrently(12, 6, (n) => placeOrder(app, { lines: [novel], coupon, email: `race${n}@mail.test` })),
    runConcurrently(8, 2, (n) => edit('RACE', { starts_at, max_uses: 8 - n }, 1)),
  ]);
  await expectIntegrity(pool);
});

test('a coupon is ended once, even before its start', async () => {
  await create('LATER', { starts_at: '2098-01-01T00:00:00Z' });
  const end = () => post(app, '/api/admin/coupons/end', { code: 'later' }, suki);
  expect([(await end()).status, errorOf(await end())]).toEqual([204, [409, 'too_late']]);
  expect((await read('LATER')).state).toBe('ended');
  const nobody = await post(app, '/api/admin/coupons/end', { code: 'NOBODY' }, suki);
  expect(errorOf(nobody)).toEqual([404, 'not_found']);
});

test('a coupon says what its orders came to; cancelled ones are left out, and support only reads', async () => {
  await create('SUMS');
  const coupon = { code: 'SUMS', covers: '*', valueType: 1, value: 1000, id: '' } as MadeCoupon;
  const paid = await makeOrder(shop, { lines: [novel], coupon, email: 'd@mail.test', state: 'paid' });
  await makeOrder(shop, { lines: [novel], coupon, email: 'e@mail.test', state: 'cancelled' });
  expect(await read('SUMS')).toMatchObject({ used: 1, orders: 1, discount: 4, turnover: paid.payable });
  expect(errorOf(await post(app, '/api/admin/coupons/end', { code: 'SUMS' }, devi))).toEqual([404, 'not_found']);
  const { rows } = await pool.query(
    "SELECT actor, details->>'verb' AS verb FROM audit_entry WHERE details->>'about' = 'SUMS'",
  );
  expect(rows).toEqual([{ actor: 'Suki', verb: 'coupon create' }]);
});
