import { expect, test } from 'vitest';
import { openDoor, post } from '../../tests/door.ts';
import { makeOrder, makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { linkTo, mailsTo, sendMails } from '../../tests/mails.ts';
import { listMails } from '../mails/mail-summaries.ts';
import { moveOrder } from '../orders/move-order.ts';
import { runUpkeep } from '../upkeep/run-upkeep.ts';

const shop = await openDoor();
const { app, deps, pool, connect } = shop;

function onError(error: Error): never {
  throw error;
}

const title = await makeTitle(shop, { stock: 500 });

type Owner = { token: string; password: string };

function wish(owner: Owner, email: string) {
  return post(app, '/api/auth/change-email', { email, password: owner.password }, { token: owner.token });
}

async function move(owner: Owner, email: string): Promise<void> {
  await wish(owner, email);
  await post(app, '/api/auth/confirm-email', { token: await linkTo(pool, email, 'email_change') });
}

function remove({ token, password }: Owner) {
  return post(app, '/api/account/delete', { password }, { token });
}

test('an address that was only wished for is somebody else’s: their mails and order keys stay', async () => {
  const [me, email, key] = [await makeSignedIn(shop), 'stranger@mail.test', 'a-key'];
  const first = await placeOrder(app, { lines: [title], email, key });
  await wish(me, email);
  await wish(me, 'another@mail.test');
  await sendMails(deps);
  expect((await remove(me)).status).toBe(204);
  expect(await mailsTo(pool, email)).toMatchObject([{ kind: 'order_placed', facts: { number: first.body.number } }]);
  expect(await mailsTo(pool, 'another@mail.test')).toEqual([]);
  const again = await placeOrder(app, { lines: [title], email, key });
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
  await expectSound(pool);
});

test('who else wishes for the address gets their link', async () => {
  const [me, other, email] = [await makeSignedIn(shop), await makeSignedIn(shop), 'wanted@mail.test'];
  await wish(me, email);
  await wish(other, email);
  expect((await remove(me)).status).toBe(204);
  expect(await mailsTo(pool, email)).toHaveLength(1);
  const token = await linkTo(pool, email, 'email_change');
  expect((await post(app, '/api/auth/confirm-email', { token })).body).toEqual({ email });
});

test('an address that was proven is forgotten, also when another came after it', async () => {
  const me = await makeSignedIn(shop);
  for (const email of ['first@mail.test', 'second@mail.test', 'third@mail.test']) await move(me, email);
  await sendMails(deps);
  expect(await mailsTo(pool, 'first@mail.test')).not.toEqual([]);
  expect((await remove(me)).status).toBe(204);
  for (const email of ['first@mail.test', 'second@mail.test']) expect(await mailsTo(pool, email)).toEqual([]);
});

test('an order keeps its address until the last mail about it is out, however long that takes', async () => {
  const me = await makeSignedIn(shop);
  const order = await makeOrder(shop, { lines: [title], token: me.token, state: 'shipped' });
  await sendMails(deps);
  expect((await remove(me)).status).toBe(204);
  await moveOrder(deps, order.id, { to: 'delivered', actor: 'staff' });
  await runUpkeep(connect, onError);
  const emailOf = async () => (await pool.query('SELECT email FROM "order" WHERE id = $1', [order.id])).rows[0].email;
  expect(await emailOf()).toBe(me.email);
  await pool.query("UPDATE customer SET deleted_at = now() - interval '1 week' WHERE id = $1", [me.id]);
  await sendMails(deps);
  await runUpkeep(connect, onError);
  expect(await mailsTo(pool, me.email)).toEqual([]);
  expect(await emailOf()).toBe(`${me.id}@deleted.invalid`);
  await expectSound(pool);
});

test('the goodbye outlasts a night in which no mail could be sent', async () => {
  const me = await makeSignedIn(shop);
  await makeOrder(shop, { lines: [title], token: me.token, state: 'shipped' });
  await remove(me);
  await runUpkeep(connect, onError);
  const waiting = await listMails(deps.db, { limit: 100, state: 'waiting' });
  expect(waiting.filter(({ to }) => to === me.email)).toContainEqual(
    expect.objectContaining({ kind: 'account_deleted' }),
  );
});
