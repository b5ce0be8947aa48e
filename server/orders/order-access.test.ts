import { describe, expect, test } from 'vitest';
import { get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { ADDRESS, makeCustomer, makeSignedInCustomer, makeProduct, placeOrder, signIn } from '../../tests/factories.ts';
import { orderTokenTo, emailTokenTo, emailsTo } from '../../tests/emails.ts';
import { expectIntegrity } from '../../tests/database.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const title = await makeProduct(shop, { stock: 500 });
const NO_ID = '01900000-0000-7000-8000-000000000000';

function idsOf({ body }: { body: { id: string }[] }): string[] {
  return body.map((order) => order.id);
}

describe('an invalid token is rejected, never treated as a guest', () => {
  const order = (token: string) =>
    placeOrder(app, { lines: [title], token, changes: { total: 40 }, address: { ...ADDRESS, email: 'x@mail.test' } });

  test.each(['garbage', 'bk_', `bk_${'A'.repeat(43)}`])('%s', async (token) => {
    expect(errorOf(await order(token))).toEqual([401, 'token_invalid']);
  });

  test('expired', async () => {
    const { id, token } = await makeSignedInCustomer(shop);
    await pool.query(
      'UPDATE session_token t SET expires_at = now() FROM session s WHERE s.id = session_id AND customer_id = $1',
      [id],
    );
    expect(errorOf(await order(token))).toEqual([401, 'token_invalid']);
  });

  test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'Bearer a b', ''])('the header "%s"', async (authorization) => {
    const response = await post(app, '/api/site/get-cart-detail', { ids: [] }, { headers: { authorization } });
    expect(errorOf(response)).toEqual([401, 'token_invalid']);
  });
});

describe('a saved address can be used by its owner only', () => {
  test('another customer’s is not found, like one that does not exist', async () => {
    const [owner, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
    const { body } = await post(app, '/customer/address/add', ADDRESS, { token: owner.token });
    const theirs = await placeOrder(app, { lines: [title], token: other.token, address: { id: body.id } });
    const nobodys = await placeOrder(app, { lines: [title], token: other.token, address: { id: NO_ID } });
    expect(errorOf(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe(nobodys.text);
  });

  test('a guest has none', async () => {
    const { token } = await makeSignedInCustomer(shop);
    const { body } = await post(app, '/customer/address/add', ADDRESS, { token });
    const response = await placeOrder(app, { lines: [title], address: { id: body.id, email: 'guest@mail.test' } });
    expect(errorOf(response)).toEqual([404, 'not_found']);
  });

  test.each([{ id: ['x'] }, { id: { id: 'x' } }, 'an-id', null, []])('%j is not a valid address', async (address) => {
    const { token } = await makeSignedInCustomer(shop);
    const response = await placeOrder(app, { lines: [title], token, changes: { address } });
    expect(errorOf(response)).toEqual([422, 'invalid']);
  });
});

describe('an order is visible to its owner only', () => {
  test('lists and single orders', async () => {
    const [owner, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
    const { body: placed } = await placeOrder(app, { lines: [title], token: owner.token });
    const path = `/api/orders/${placed.id}`;
    expect((await get(app, path, { token: owner.token })).body).toMatchObject({
      number: placed.number,
      email: owner.email,
    });
    const theirs = await get(app, path, { token: other.token });
    expect(errorOf(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe((await get(app, `/api/orders/${NO_ID}`, { token: other.token })).text);
    expect((await get(app, `/api/orders/${placed.number}`, { token: owner.token })).status).toBe(404);
    expect((await get(app, '/customer/order', { token: other.token })).body).toEqual([]);
    expect(errorOf(await post(app, '/api/orders/cancel', { id: placed.id }, { token: other.token }))).toEqual([
      404,
      'not_found',
    ]);
  });

  test('a list continues after a cursor', async () => {
    const { token } = await makeSignedInCustomer(shop);
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) ids.unshift((await placeOrder(app, { lines: [title], token })).body.id);
    const page = async (query: string) => idsOf(await get(app, `/customer/order?${query}`, { token }));
    expect(await page('limit=2')).toEqual(ids.slice(0, 2));
    expect(await page(`limit=2&before=${ids[1]}`)).toEqual(ids.slice(2));
    expect(await page(`before=${ids[2]}`)).toEqual([]);
  });

  test('another customer’s order is no valid cursor', async () => {
    const [owner, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
    const { body: theirs } = await placeOrder(app, { lines: [title], token: other.token });
    for (const id of [theirs.id, NO_ID, theirs.number])
      expect(errorOf(await get(app, `/customer/order?before=${id}`, { token: owner.token }))).toEqual([
        404,
        'not_found',
      ]);
  });

  test.each([0, 101, -1, 'x', 1.5])('a list of %s is rejected', async (limit) => {
    const { token } = await makeSignedInCustomer(shop);
    expect(errorOf(await get(app, `/customer/order?limit=${limit}`, { token }))).toEqual([422, 'invalid']);
  });
});

describe('a guest’s order', () => {
  test('is shown with the emailed link only', async () => {
    const { body: placed } = await placeOrder(app, { lines: [title], email: 'linked@mail.test' });
    const token = await orderTokenTo(deps, 'linked@mail.test');
    const { status, body } = await get(app, `/api/guest-orders/${token}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: placed.id, email: 'linked@mail.test', lines: [{ qty: 1, unit_price: 40 }] });
    const cut = token.slice(0, -1);
    for (const wrong of [cut, `${token}x`, placed.id, placed.number.padEnd(16, '0')])
      expect(errorOf(await get(app, `/api/guest-orders/${wrong}`))).toEqual([404, 'not_found']);
  });

  test('is not found with an empty, short or malformed link', async () => {
    const paths = ['', 'x', 'a,b'].map((link) => `/api/guest-orders/${link}`);
    const responses = await Promise.all(paths.map((path) => get(app, path)));
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404]);
  });

  test('is adopted once the email address is verified, not before', async () => {
    const email = 'adopted@mail.test';
    const { body: placed } = await placeOrder(app, { lines: [title], email });
    await placeOrder(app, { lines: [title], email: 'someone.else@mail.test' });
    const form = { displayName: 'Ada', email, username: 'ada', password: 'a good long password' };
    await post(app, '/customer/auth/register', { ...form, confirmPassword: form.password });
    const before = await pool.query('SELECT customer_id FROM "order" WHERE id = $1', [placed.id]);
    expect(before.rows).toEqual([{ customer_id: null }]);
    await post(app, '/api/auth/activate', {
      token: await emailTokenTo(pool, email, 'activate'),
      password: form.password,
    });
    const token = await signIn(app, { id: '', ...form });
    expect((await get(app, '/customer/order', { token })).body).toMatchObject([{ id: placed.id }]);
    expect((await get(app, '/customer/transaction', { token })).body).toMatchObject({ total: 1 });
    await expectIntegrity(pool);
  });

  test('is also adopted when a reset link activates the account', async () => {
    const owner = await makeCustomer(shop, { activatedAt: null });
    const { body: placed } = await placeOrder(app, { lines: [title], email: owner.email });
    await post(app, '/api/auth/forgot-password', { email: owner.email });
    const form = { password: 'another good password', confirmPassword: 'another good password' };
    await post(app, '/api/auth/reset-password', { ...form, token: await emailTokenTo(pool, owner.email, 'reset') });
    const token = await signIn(app, { ...owner, password: form.password });
    expect(idsOf(await get(app, '/customer/order', { token }))).toEqual([placed.id]);
  });

  test('is not adopted by registering another spelling of the address', async () => {
    const owner = await makeCustomer(shop, { email: 'plus+tag@mail.test' });
    await placeOrder(app, { lines: [title], email: 'plus@mail.test' });
    expect((await get(app, '/customer/order', { token: await signIn(app, owner) })).body).toEqual([]);
  });

  test('is confirmed by one email in the guest’s language', async () => {
    const { status } = await placeOrder(app, { lines: [title], email: 'Mixed@Mail.test' });
    expect(status).toBe(201);
    expect(await emailsTo(pool, 'mixed@mail.test')).toMatchObject([{ kind: 'order_placed', locale: 'en' }]);
  });
});
