import { expect, test } from 'vitest';
import { openTestApp, post } from '../../tests/test-app.ts';
import { makeOrder, makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { emailTokenTo, emailsTo, sendPendingEmails } from '../../tests/emails.ts';
import { listEmails } from '../emails/stored-emails.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { runMaintenance } from '../maintenance/cleanup.ts';

const shop = await openTestApp();
const { app, deps, pool, connect } = shop;

function onError(error: Error): never {
  throw error;
}

const title = await makeProduct(shop, { stock: 500 });

type Owner = { token: string };

function wish(owner: Owner, email: string) {
  return post(app, '/api/auth/change-email', { email }, { token: owner.token });
}

async function move(owner: Owner, email: string): Promise<void> {
  await wish(owner, email);
  await post(app, '/api/auth/confirm-email', { token: await emailTokenTo(pool, email, 'email_change') });
}

function remove({ token }: Owner) {
  return post(app, '/api/account/delete', {}, { token });
}

test('data of an address that was only requested, not verified, is kept', async () => {
  const [me, email, key] = [await makeSignedInCustomer(shop), 'stranger@mail.test', 'a-key'];
  const first = await placeOrder(app, { lines: [title], email, key });
  await wish(me, email);
  await wish(me, 'another@mail.test');
  await sendPendingEmails(deps);
  expect((await remove(me)).status).toBe(204);
  expect(await emailsTo(pool, email)).toMatchObject([{ kind: 'order_placed', data: { number: first.body.number } }]);
  expect(await emailsTo(pool, 'another@mail.test')).toEqual([]);
  const again = await placeOrder(app, { lines: [title], email, key });
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
  await expectIntegrity(pool);
});

test('another account can request the address', async () => {
  const [me, other, email] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop), 'wanted@mail.test'];
  await wish(me, email);
  await wish(other, email);
  expect((await remove(me)).status).toBe(204);
  expect(await emailsTo(pool, email)).toHaveLength(1);
  const token = await emailTokenTo(pool, email, 'email_change');
  expect((await post(app, '/api/auth/confirm-email', { token })).body).toEqual({ email });
});

test('a former verified address is anonymized too', async () => {
  const me = await makeSignedInCustomer(shop);
  for (const email of ['first@mail.test', 'second@mail.test', 'third@mail.test']) await move(me, email);
  await sendPendingEmails(deps);
  expect(await emailsTo(pool, 'first@mail.test')).not.toEqual([]);
  expect((await remove(me)).status).toBe(204);
  for (const email of ['first@mail.test', 'second@mail.test']) expect(await emailsTo(pool, email)).toEqual([]);
});

test('an order keeps its address until its last email is sent', async () => {
  const me = await makeSignedInCustomer(shop);
  const order = await makeOrder(shop, { lines: [title], token: me.token, state: 'shipped' });
  await sendPendingEmails(deps);
  expect((await remove(me)).status).toBe(204);
  await transitionOrder(deps, order.id, { to: 'delivered', actor: 'staff' });
  await runMaintenance(connect, onError);
  const emailOf = async () => (await pool.query('SELECT email FROM "order" WHERE id = $1', [order.id])).rows[0].email;
  expect(await emailOf()).toBe(me.email);
  await pool.query("UPDATE customer SET deleted_at = now() - interval '1 week' WHERE id = $1", [me.id]);
  await sendPendingEmails(deps);
  await runMaintenance(connect, onError);
  expect(await emailsTo(pool, me.email)).toEqual([]);
  expect(await emailOf()).toBe(`${me.id}@deleted.invalid`);
  await expectIntegrity(pool);
});

test('the deletion email survives a night without outgoing email', async () => {
  const me = await makeSignedInCustomer(shop);
  await makeOrder(shop, { lines: [title], token: me.token, state: 'shipped' });
  await remove(me);
  await runMaintenance(connect, onError);
  const waiting = await listEmails(deps.db, { limit: 100, state: 'waiting' });
  expect(waiting.filter(({ to }) => to === me.email)).toContainEqual(
    expect.objectContaining({ kind: 'account_deleted' }),
  );
});
