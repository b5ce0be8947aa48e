import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeOrder, makeProduct, makeSignedInCustomer, type MadeProduct } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { openTestApp, post, runConcurrently } from '../../tests/test-app.ts';
import { unsubscribeToken } from '../emails/links.ts';
import { findEmail, renderStoredEmail } from '../emails/stored-emails.ts';
import { requestRefund } from '../orders/refunds/create-refund.ts';
import { transitionRefund } from '../orders/refunds/transition-refund.ts';
import { sendReviewInvitations } from './invitations.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, deps, pool } = shop;

let titles: MadeProduct[];

beforeEach(async () => {
  titles = [await makeProduct(shop, { title: 'Emma' }), await makeProduct(shop, { title: 'Persuasion' })];
});
afterEach(() => expectIntegrity(pool));

function throwError(error: Error): never {
  throw error;
}

const sendInvitations = () => sendReviewInvitations(deps, throwError);

async function makeDelivered() {
  const reader = await makeSignedInCustomer(shop, { displayName: 'Siti' });
  const order = await makeOrder(shop, { lines: titles, token: reader.token });
  return { ...reader, order };
}

/** Lets the days pass that are between a delivery and its invitation. */
async function waitTwoWeeks() {
  await pool.query(`UPDATE "order" SET review_invitation_at = review_invitation_at - interval '14 days'`);
}

async function invitationsTo({ email }: { email: string }) {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM email_message WHERE kind = 'review_invitation' AND recipient = $1`,
    [email],
  );
  return Promise.all(rows.map(async ({ id }) => renderStoredEmail(deps, (await findEmail(deps.db, id))!)));
}

test('two weeks after a delivery its customer is invited once, with the titles and a link that ends the invitations', async () => {
  const reader = await makeDelivered();
  expect(await sendInvitations()).toBe(0);
  await waitTwoWeeks();
  const counts = await runConcurrently(6, 6, sendInvitations);
  expect(counts.reduce((sum, count) => sum + count)).toBe(1);
  const [email, ...more] = await invitationsTo(reader);
  expect(more).toEqual([]);
  expect(email!.subject).toBe('How did you like your books from Halaman?');
  for (const text of ['Emma', 'Persuasion', reader.order.number, '/customer/reviews', email!.unsubscribe!])
    expect(email!.text).toContain(text);
  expect(email!.unsubscribe).toBe(`${deps.publicUrl}/unsubscribe/${unsubscribeToken(deps, reader.id)}`);
});

test('a title that is reviewed or went back is left out, and the one that remains is led to', async () => {
  const reader = await makeDelivered();
  const body = { product_id: titles[0]!.id, rating: 5, text: 'Good.', language: 'en', has_spoilers: false };
  await post(app, '/api/reviews/save', body, { token: reader.token });
  await waitTwoWeeks();
  expect(await sendInvitations()).toBe(1);
  const [email] = await invitationsTo(reader);
  expect(email!.text).not.toContain('Emma');
  expect(email!.text).toContain(`/customer/reviews/write/${titles[1]!.id}`);
});

test('who gave everything back is not asked', async () => {
  const reader = await makeDelivered();
  const { id } = await requestRefund(deps, {
    customerId: reader.id,
    body: { id: reader.order.id, reason: 'damaged' },
  });
  await transitionRefund(deps, id, { to: 'approved', actor: 'staff' });
  await waitTwoWeeks();
  expect(await sendInvitations()).toBe(0);
});

test('nobody is invited who switched it off, and no guest', async () => {
  const reader = await makeDelivered();
  await post(app, '/customer/profile', { reviewInvitations: false }, { token: reader.token });
  await makeOrder(shop, { lines: titles, email: 'guest@mail.test' });
  await waitTwoWeeks();
  expect(await sendInvitations()).toBe(0);
});
