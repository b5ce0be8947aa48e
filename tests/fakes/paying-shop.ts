import { afterAll } from 'vitest';
import { get, openTestApp, post, toTestResponse } from '../test-app.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../factories.ts';
import { startStripe, STRIPE_KEYS, type Session, type SignedEvent } from './stripe.ts';

type Ordered = Partial<Parameters<typeof placeOrder>[1]>;

/** A shop that takes cards and FPX, with a customer who orders one title there, and what is looked at afterwards. */
export async function openPayingShop() {
  const stripe = await startStripe();
  afterAll(() => stripe.close());
  const shop = await openTestApp({ ...STRIPE_KEYS, STRIPE_API: stripe.url });
  const { app, pool } = shop;
  const { token, email } = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock: 5000 });
  const tell = async ({ body: payload, signature }: SignedEvent, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature, ...more };
    return toTestResponse(await app.inject({ method: 'POST', url: '/api/payments/stripe/events', headers, payload }));
  };
  return {
    ...shop,
    stripe,
    token,
    email,
    title,
    place: (payBy?: string, more: Ordered = {}) =>
      placeOrder(app, { lines: [title], token, changes: { payBy }, ...more }),
    start: (id: string, method: string) => post(app, '/api/payments/start', { id, method }, { token }),
    cancel: (id: string) => post(app, '/api/orders/cancel', { id }, { token }),
    /** Delivers an event to the shop. */
    tell,
    /** The customer pays a checkout session, and the shop gets the event. */
    paid: (session: Session) => tell(stripe.event('checkout.session.completed', stripe.pay(session.id))),
    sessionsOf: (orderId: string) => stripe.sessions().filter((one) => one.client_reference_id === orderId),
    refundsOf: (session: Session) =>
      stripe.refunds().filter(({ payment_intent }) => payment_intent === session.payment_intent),
    orderOf: async (id: string) => (await get(app, `/api/orders/${id}`, { token })).body,
    attemptsOf: async (orderId: string) => {
      const of = 'SELECT id, state FROM payment_attempt WHERE order_id = $1 ORDER BY id';
      return (await pool.query<{ id: string; state: string }>(of, [orderId])).rows;
    },
    ledgerOf: async (orderId: string) => {
      const of = 'SELECT kind, method, amount FROM ledger_entry WHERE order_id = $1 ORDER BY position';
      return (await pool.query(of, [orderId])).rows.map(({ kind, method, amount }) => [kind, method, amount]);
    },
  };
}
