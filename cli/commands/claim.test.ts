import { expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { openClaim, type NewClaim } from '../../server/orders/claims/open-claim.ts';
import { testShop } from '../../tests/database.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { commandsIn } from '../../tests/run-command.ts';

const services = await testShop();
const { app } = await buildApp(services.deps);
const run = commandsIn(services);

let made = 0;

/** The number of a claim that a parcel with two copies of Emma is lost. */
async function claimed(told: Partial<NewClaim> = {}) {
  made += 1;
  const me = await makeSignedInCustomer(services);
  const title = await makeProduct(services, { title: `Emma, volume ${made}`, stock: 4 });
  const shop = { ...services, app };
  const order = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: me.token, state: 'shipped' });
  await services.pool.query('UPDATE "order" SET delivery_promise = NULL WHERE id = $1', [order.id]);
  const lost: NewClaim = { problem: 'parcel', items: [], wish: 'resend', isAddressRight: true, note: '', ...told };
  return { email: me.email, number: await openClaim(services.deps, { orderId: order.id, claimed: lost }) };
}

test('a claim is listed, shown and sent again, once', async () => {
  const { email, number } = await claimed({ isAddressRight: false, note: 'It is number 14.' });
  expect((await run('claim', 'list', '--state', 'open')).text).toContain(number);
  for (const word of [email, 'Emma', 'nothing arrived', 'It is number 14.', 'the copies once more'])
    expect((await run('claim', 'show', number.slice(2))).text).toContain(word);
  await expect(run('claim', 'resend', number, '--carrier', 'Pos Laju')).rejects.toThrow('--carrier and --tracking');
  const sent = await run('claim', 'resend', number, '--carrier', 'Pos Laju', '--tracking', 'EN9MY');
  expect(sent.text).toBe(`The claim ${number} is now resent.`);
  await expect(run('claim', 'refund', number)).rejects.toThrow(
    `The claim ${number} is resent; it cannot become refunded.`,
  );
  await expect(run('claim', 'show', '1')).rejects.toThrow('There is no claim C-1');
});

test('a claim is refunded, or declined with a note', async () => {
  const lost = await claimed({ wish: 'refund' });
  const { data } = await run('claim', 'refund', lost.number);
  const { refund_id } = data as { refund_id: string };
  expect((await run('refund', 'show', refund_id)).data).toMatchObject({ status: 'approved', reason: 'lost' });
  const found = await claimed();
  await run('claim', 'decline', found.number, '--note', 'Your neighbour signed.');
  expect((await run('claim', 'show', found.number)).text).toContain('Your neighbour signed.');
});
