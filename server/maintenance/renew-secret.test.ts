import { generateSync } from 'otplib';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { makeProduct, makeCustomer, makeOrder } from '../../tests/factories.ts';
import { openTestApp } from '../../tests/test-app.ts';
import type { Customer } from '../accounts/customers.ts';
import { addGuestTitleRequest, readGuestRequests } from '../alerts/title-requests.ts';
import { couponCustomer } from '../coupons/find-coupon.ts';
import { confirmTotp, startTotp, verifySecondStep } from '../credentials/second-step.ts';
import { customer } from '../db/tables.ts';
import { customerOfUnsubscribeToken, unsubscribeToken } from '../emails/links.ts';
import { requireLinkedOrderId } from '../orders/guest-orders.ts';
import { AuthSecret } from '../secrets.ts';
import { openGuestTicket, readGuestTicket } from '../tickets/conversation.ts';
import { renewSecret } from './renew-secret.ts';

const shop = await openTestApp();
const { deps, pool } = shop;
const NEW = 'the secret from now on';
const replacing = { ...deps, authSecret: new AuthSecret(NEW, deps.authSecret.newest) };
const replaced = { ...deps, authSecret: new AuthSecret(NEW) };
const client = { ip: '203.0.113.9', userAgent: 'test' };
const email = 'guest@mail.test';

/** The token at the end of the link in the email of a kind. */
async function emailedToken(at: typeof deps, kind: string): Promise<string> {
  const letter = (await renderedEmailsTo(at, email)).find((one) => one.kind === kind)!;
  return /http:\/\/shop\.test\/\S*\/([\w.-]{40,})/.exec(letter.text)![1]!;
}

async function readTicket(token: string) {
  const found = await readGuestTicket(deps, token);
  return 'ticket' in found ? found.ticket.subject : undefined;
}

test('links of guests survive a new secret, and move to it when they are renewed', async () => {
  const { id: orderId } = await makeOrder(shop, { lines: [await makeProduct(shop)], email, state: 'placed' });
  await openGuestTicket(
    deps,
    { name: 'Aminah', email, subject: 'A map', message: 'Have you one?' },
    { locale: 'en', client },
  );
  await addGuestTitleRequest(deps, 'Sejarah Melayu', { email, locale: 'en', client });
  const tokens = async (at: typeof deps) => ({
    order: await emailedToken(at, 'order_placed'),
    ticket: await emailedToken(at, 'guest_ticket_opened'),
    requests: await emailedToken(at, 'title_requested'),
  });
  const opened = async ({ order, ticket, requests }: Awaited<ReturnType<typeof tokens>>) => ({
    order: await requireLinkedOrderId(deps, order),
    ticket: await readTicket(ticket),
    requests: (await readGuestRequests(deps.db, requests)).requests.length,
  });
  const all = { order: orderId, ticket: 'A map', requests: 1 };

  const before = await tokens(deps);
  expect(await opened(before)).toEqual(all);
  expect(await tokens(replacing)).toEqual(before);

  expect(await renewSecret(replacing)).toMatchObject({ orders: 1, tickets: 1, requests: 1 });
  expect(await renewSecret(replacing)).toMatchObject({ orders: 0, tickets: 0, requests: 0 });
  const after = await tokens(replaced);
  expect(after.order).not.toBe(before.order);
  expect(await opened(after)).toEqual(all);
  await expect(requireLinkedOrderId(replaced, before.order)).rejects.toMatchObject({ code: 'not_found' });
});

async function makeOwner(): Promise<Customer> {
  const { id } = await makeCustomer(shop);
  const [row] = await deps.db.select().from(customer).where(eq(customer.id, id));
  return row!;
}

test('second steps survive it: codes of the app for good, recovery codes while the older secret is accepted', async () => {
  const owner = await makeOwner();
  const { secret } = await startTotp(deps, owner);
  const code = () => generateSync({ secret });
  const again = () => pool.query('UPDATE totp SET last_step = 0 WHERE customer_id = $1', [owner.id]);
  const [one, other] = await confirmTotp(deps, owner, { code: code(), client });
  await again();
  await expect(verifySecondStep(replaced, owner, { code: code(), client })).rejects.toMatchObject({
    code: 'code_wrong',
  });
  await verifySecondStep(replacing, owner, { code: one!, client });
  expect(await renewSecret(replacing)).toMatchObject({ authenticators: 1 });
  await verifySecondStep(replaced, owner, { code: code(), client });
  await expect(verifySecondStep(replaced, owner, { code: other!, client })).rejects.toMatchObject({
    code: 'code_wrong',
  });
});

test('a code of the app moves its own secret', async () => {
  const owner = await makeOwner();
  const { secret } = await startTotp(deps, owner);
  const use = (at: typeof deps) => verifySecondStep(at, owner, { code: generateSync({ secret }), client });
  await confirmTotp(deps, owner, { code: generateSync({ secret }), client });
  for (const at of [replacing, replaced]) {
    await pool.query('UPDATE totp SET last_step = 0 WHERE customer_id = $1', [owner.id]);
    await use(at);
  }
});

test('signed links and hashes of former customers are known by every accepted secret', () => {
  const token = unsubscribeToken(deps, 'somebody');
  expect(customerOfUnsubscribeToken(replacing, token)).toBe('somebody');
  expect(customerOfUnsubscribeToken(replaced, token)).toBeUndefined();
  const [former] = couponCustomer(deps, email).formerKeys;
  expect(couponCustomer(replacing, email).formerKeys).toEqual([...couponCustomer(replaced, email).formerKeys, former]);
});
