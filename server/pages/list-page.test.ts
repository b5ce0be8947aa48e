import { expect, test } from 'vitest';
import { makeCustomer, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { cookiesOf, get, post, runConcurrently, toTestResponse } from '../../tests/test-app.ts';

const shop = await openStorefront();
const { app, pool } = shop;
const emma = await makeProduct(shop, { title: 'Emma' });
const kim = await makeProduct(shop, { title: 'Kim' });

type Owner = { token: string };

const NOTE = 'https://evil.test <script>';

/** A list with two titles; `path` is where it is shared. */
async function makeList(owner: Owner, changes: Record<string, unknown> = {}) {
  const body = { name: 'Wedding <b>& more</b>', visibility: 'link', is_gift: true, ...changes };
  const { id, link } = (await post(app, '/api/lists/save', body, owner)).body;
  for (const [product, note] of [
    [emma, NOTE],
    [kim, ''],
  ] as const)
    await post(app, '/api/lists/save-title', { id, product_id: product.id, note }, owner);
  return { id: id as string, path: (link ?? `/lists/${id}`) as string };
}

const see = (path: string, cookie = '') => get(app, path, { headers: { cookie } });

async function submit(path: string, fields: Record<string, string>, cookie = '') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
  const payload = new URLSearchParams(fields).toString();
  return toTestResponse(await app.inject({ method: 'POST', url: path, headers, payload }));
}

const give = (path: string, product: { id: number }, cookie = '') =>
  submit(path, { product: String(product.id) }, cookie);

test('only a shared list has a page, and a secret one is not for search engines', async () => {
  const owner = await makeSignedInCustomer(shop);
  const [hidden, linked, open] = [
    await makeList(owner, { visibility: 'private' }),
    await makeList(owner),
    await makeList(owner, { visibility: 'public' }),
  ];
  expect((await see(hidden.path)).status).toBe(404);
  expect((await see(`/lists/${linked.id}`)).status).toBe(404);
  expect((await see('/lists/nothing')).status).toBe(404);
  expect((await see(linked.path)).text).toContain('<meta name="robots" content="noindex">');
  expect((await see(open.path)).text).not.toContain('noindex');
  await post(
    app,
    '/api/lists/save',
    { id: linked.id, name: 'L', visibility: 'link', is_gift: true, renew: true },
    owner,
  );
  expect((await see(linked.path)).status).toBe(404);
});

test('names and notes are text and no links', async () => {
  const { path } = await makeList(await makeSignedInCustomer(shop));
  const { text, headers } = await see(path);
  expect(text).toContain('Wedding &lt;b&gt;&amp; more&lt;/b&gt;');
  expect(text).toContain('https://evil.test &lt;script&gt;');
  expect(text).not.toContain('href="https://evil.test');
  expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'same-origin']);
});

test('what is taken shows to who comes to give, and the giver can undo it', async () => {
  const { path } = await makeList(await makeSignedInCustomer(shop));
  const given = await give(path, emma);
  expect([given.status, given.headers.location]).toEqual([303, `${path}?give=1`]);
  const giver = cookiesOf(given);
  expect((await see(`${path}?give=1`, giver)).text).toContain('You give this');
  expect((await see(`${path}?give=1`)).text).toContain('>Taken<');
  expect((await see(path)).text).not.toContain('>Taken<');
  const late = await give(path, emma);
  expect(late.status).toBe(409);
  expect(late.text).toContain('Somebody else was faster');
  await submit(path, { product: String(emma.id), undo: '1' });
  expect((await see(`${path}?give=1`)).text).toContain('>Taken<');
  await submit(path, { product: String(emma.id), undo: '1' }, giver);
  expect((await see(`${path}?give=1`)).text).not.toContain('>Taken<');
});

test('of many givers at the same time one gives', async () => {
  const { path } = await makeList(await makeSignedInCustomer(shop));
  const answers = await runConcurrently(12, 12, () => give(path, emma));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(11).fill(409)]);
});

test('buying from the list marks the title and puts it into the cart', async () => {
  const { path } = await makeList(await makeSignedInCustomer(shop));
  const fields = { product: String(emma.id), line: `${emma.id}.${emma.vid}` };
  const bought = await submit(path, fields);
  expect([bought.status, bought.headers.location]).toEqual([303, '/cart']);
  expect(cookiesOf(bought)).toContain(`cart=${emma.id}.${emma.vid}.1`);
  const late = await submit(path, fields);
  expect([late.status, cookiesOf(late)]).toEqual([409, '']);
});

test('a list that is no gift list, and a title that is not on it, cannot be taken', async () => {
  const owner = await makeSignedInCustomer(shop);
  const { path } = await makeList(owner, { is_gift: false });
  expect((await give(path, emma)).status).toBe(404);
  const gifts = await makeList(owner);
  expect((await give(gifts.path, await makeProduct(shop))).status).toBe(404);
  expect((await submit(gifts.path, { product: 'x' })).status).toBe(404);
});

test('no response to the owner depends on what is taken', async () => {
  const made = await makeCustomer(shop);
  const signedIn = await post(app, '/customer/auth/login', { username: made.username, password: made.password });
  const owner = { token: signedIn.body.api_token as string };
  const cookie = cookiesOf(signedIn);
  const { id, path } = await makeList(owner);
  const other = (await post(app, '/api/lists/save', { name: 'B', visibility: 'private', is_gift: true }, owner)).body
    .id;
  const title = { id, product_id: emma.id };
  const everything = async () => {
    const {
      profile: _p,
      activity: _a,
      exported_at: _e,
      sessions: _s,
      ...kept
    } = (await get(app, '/api/account/export', owner)).body;
    return [
      (await get(app, '/api/lists', owner)).text,
      (await get(app, `/api/lists/${id}`, owner)).text,
      (await post(app, '/api/lists/save-title', { ...title, note: NOTE }, owner)).text,
      (await get(app, '/api/wish-list/titles', owner)).text,
      (await get(app, '/api/dashboard', owner)).body.counts,
      kept,
      (await see(path, cookie)).text,
      (await see(`${path}?give=1`, cookie)).text,
      (await give(path, emma, cookie)).status,
    ];
  };
  const before = await everything();
  const marked = async () =>
    (await pool.query('SELECT 1 FROM named_list_title WHERE taken_by IS NOT NULL AND product_id = $1', [emma.id]))
      .rowCount;
  const taken = (await marked())!;
  expect((await give(path, emma)).status).toBe(303);
  expect(await marked()).toBe(taken + 1);
  expect(await everything()).toEqual(before);
  expect((await post(app, '/api/lists/move-title', { product_id: emma.id, from: id, to: other }, owner)).status).toBe(
    204,
  );
  expect((await post(app, '/api/lists/remove-title', { ...title, id: other }, owner)).status).toBe(204);
});
