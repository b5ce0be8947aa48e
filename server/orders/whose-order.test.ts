import { describe, expect, test } from 'vitest';
import { get, openDoor, post, refusal } from '../../tests/door.ts';
import { ADDRESS, makeCustomer, makeSignedIn, makeTitle, placeOrder, signIn } from '../../tests/factories.ts';
import { guestTokenTo, linkTo, mailsTo } from '../../tests/mails.ts';
import { expectSound } from '../../tests/invariants.ts';

const shop = await openDoor();
const { app, deps, pool } = shop;
const title = await makeTitle(shop, { stock: 500 });
const NO_ID = '01900000-0000-7000-8000-000000000000';

function idsOf({ body }: { body: { id: string }[] }): string[] {
  return body.map((order) => order.id);
}

describe('a bad bearer is refused, never a guest with other prices', () => {
  const order = (token: string) =>
    placeOrder(app, { lines: [title], token, changes: { total: 40 }, address: { ...ADDRESS, email: 'x@mail.test' } });

  test.each(['garbage', 'bk_', `bk_${'A'.repeat(43)}`])('%s', async (token) => {
    expect(refusal(await order(token))).toEqual([401, 'token_invalid']);
  });

  test('expired', async () => {
    const { id, token } = await makeSignedIn(shop);
    await pool.query(
      'UPDATE session_token t SET expires_at = now() FROM session s WHERE s.id = session_id AND customer_id = $1',
      [id],
    );
    expect(refusal(await order(token))).toEqual([401, 'token_invalid']);
  });

  test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'Bearer a b', ''])('the header "%s"', async (authorization) => {
    const answer = await post(app, '/api/site/get-cart-detail', { ids: [] }, { headers: { authorization } });
    expect(refusal(answer)).toEqual([401, 'token_invalid']);
  });
});

describe('an address is used by its owner only', () => {
  test('another customer’s is not found, exactly like one that is not there', async () => {
    const [owner, other] = [await makeSignedIn(shop), await makeSignedIn(shop)];
    const { body } = await post(app, '/customer/address/add', ADDRESS, { token: owner.token });
    const theirs = await placeOrder(app, { lines: [title], token: other.token, address: { id: body.id } });
    const nobodys = await placeOrder(app, { lines: [title], token: other.token, address: { id: NO_ID } });
    expect(refusal(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe(nobodys.text);
  });

  test('a guest has none', async () => {
    const { token } = await makeSignedIn(shop);
    const { body } = await post(app, '/customer/address/add', ADDRESS, { token });
    const answer = await placeOrder(app, { lines: [title], address: { id: body.id, email: 'guest@mail.test' } });
    expect(refusal(answer)).toEqual([404, 'not_found']);
  });

  test.each([{ id: ['x'] }, { id: { id: 'x' } }, 'an-id', null, []])('%j is no address', async (address) => {
    const { token } = await makeSignedIn(shop);
    const answer = await placeOrder(app, { lines: [title], token, changes: { address } });
    expect(refusal(answer)).toEqual([422, 'invalid']);
  });
});

describe('an order is seen by its owner only', () => {
  test('lists and single orders', async () => {
    const [owner, other] = [await makeSignedIn(shop), await makeSignedIn(shop)];
    const { body: placed } = await placeOrder(app, { lines: [title], token: owner.token });
    const path = `/api/orders/${placed.id}`;
    expect((await get(app, path, { token: owner.token })).body).toMatchObject({
      number: placed.number,
      email: owner.email,
    });
    const theirs = await get(app, path, { token: other.token });
    expect(refusal(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe((await get(app, `/api/orders/${NO_ID}`, { token: other.token })).text);
    expect((await get(app, `/api/orders/${placed.number}`, { token: owner.token })).status).toBe(404);
    expect((await get(app, '/customer/order', { token: other.token })).body).toEqual([]);
    expect(refusal(await post(app, '/api/orders/cancel', { id: placed.id }, { token: other.token }))).toEqual([
      404,
      'not_found',
    ]);
  });

  test('a list goes on below the last order seen', async () => {
    const { token } = await makeSignedIn(shop);
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) ids.unshift((await placeOrder(app, { lines: [title], token })).body.id);
    const page = async (query: string) => idsOf(await get(app, `/customer/order?${query}`, { token }));
    expect(await page('limit=2')).toEqual(ids.slice(0, 2));
    expect(await page(`limit=2&before=${ids[1]}`)).toEqual(ids.slice(2));
    expect(await page(`before=${ids[2]}`)).toEqual([]);
  });

  test('a list does not go on below another’s order', async () => {
    const [owner, other] = [await makeSignedIn(shop), await makeSignedIn(shop)];
    const { body: theirs } = await placeOrder(app, { lines: [title], token: other.token });
    for (const id of [theirs.id, NO_ID, theirs.number])
      expect(refusal(await get(app, `/customer/order?before=${id}`, { token: owner.token }))).toEqual([
        404,
        'not_found',
      ]);
  });

  test.each([0, 101, -1, 'x', 1.5])('a list of %s is refused', async (limit) => {
    const { token } = await makeSignedIn(shop);
    expect(refusal(await get(app, `/customer/order?limit=${limit}`, { token }))).toEqual([422, 'invalid']);
  });
});

describe('a guest’s order', () => {
  test('is shown by the mailed link, and by no other', async () => {
    const { body: placed } = await placeOrder(app, { lines: [title], email: 'linked@mail.test' });
    const token = await guestTokenTo(deps, 'linked@mail.test');
    const { status, body } = await get(app, `/api/guest-orders/${token}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: placed.id, email: 'linked@mail.test', lines: [{ qty: 1, unit_price: 40 }] });
    const cut = token.slice(0, -1);
    for (const wrong of [cut, `${token}x`, placed.id, placed.number.padEnd(16, '0')])
      expect(refusal(await get(app, `/api/guest-orders/${wrong}`))).toEqual([404, 'not_found']);
  });

  test('is not found by an empty, short or odd link', async () => {
    const paths = ['', 'x', 'a,b'].map((link) => `/api/guest-orders/${link}`);
    const answers = await Promise.all(paths.map((path) => get(app, path)));
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
  });

  test('is adopted once its address is proven, not before', async () => {
    const email = 'adopted@mail.test';
    const { body: placed } = await placeOrder(app, { lines: [title], email });
    await placeOrder(app, { lines: [title], email: 'someone.else@mail.test' });
    const form = { displayName: 'Ada', email, username: 'ada', password: 'a good long password' };
    await post(app, '/customer/auth/register', { ...form, confirmPassword: form.password });
    const before = await pool.query('SELECT customer_id FROM "order" WHERE id = $1', [placed.id]);
    expect(before.rows).toEqual([{ customer_id: null }]);
    await post(app, '/api/auth/activate', { token: await linkTo(pool, email, 'activate') });
    const token = await signIn(app, { id: '', ...form });
    expect((await get(app, '/customer/order', { token })).body).toMatchObject([{ id: placed.id }]);
    expect((await get(app, '/customer/transaction', { token })).body).toMatchObject({ total: 1 });
    await expectSound(pool);
  });

  test('is adopted as well where a reset link opens the account', async () => {
    const owner = await makeCustomer(shop, { activatedAt: null });
    const { body: placed } = await placeOrder(app, { lines: [title], email: owner.email });
    await post(app, '/api/auth/forgot-password', { email: owner.email });
    const form = { password: 'another good password', confirmPassword: 'another good password' };
    await post(app, '/api/auth/reset-password', { ...form, token: await linkTo(pool, owner.email, 'reset') });
    const token = await signIn(app, { ...owner, password: form.password });
    expect(idsOf(await get(app, '/customer/order', { token }))).toEqual([placed.id]);
  });

  test('is not adopted by signing up with an address in another spelling', async () => {
    const owner = await makeCustomer(shop, { email: 'plus+tag@mail.test' });
    await placeOrder(app, { lines: [title], email: 'plus@mail.test' });
    expect((await get(app, '/customer/order', { token: await signIn(app, owner) })).body).toEqual([]);
  });

  test('is confirmed by one mail in the guest’s language, to the guest’s address', async () => {
    const { status } = await placeOrder(app, { lines: [title], email: 'Mixed@Mail.test' });
    expect(status).toBe(201);
    expect(await mailsTo(pool, 'mixed@mail.test')).toMatchObject([{ kind: 'order_placed', locale: 'en' }]);
  });
});
