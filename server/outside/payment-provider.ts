import type Stripe from 'stripe';
import type { OnlineMethod } from '#domain/payment.ts';
import { validate as isUuid } from 'uuid';
import type { Config } from '../config.ts';

/** One try to pay an order; `amount` in sen. */
export type ToPay = {
  attemptId: string;
  orderId: string;
  number: string;
  method: OnlineMethod;
  amount: number;
  email: string;
  locale: string;
  endsAt: Date;
  /** Where the provider's page leads: after paying, and without. */
  backTo: { paid: string; unpaid: string };
};

/** The provider's own page for one try. */
export type PaymentPage = { session: string; url: string };

/** What the provider tells of a try: that its money has come, or that none will. */
export type PaymentEvent = {
  id: string;
  kind: 'paid' | 'ended';
  attemptId: string;
  orderId: string | null;
  session: string;
  /** What the money is given back by. */
  intent: string | null;
  amount: number | null;
  currency: string | null;
};

/** Where customers pay by card or online banking. What it is asked twice for one id or key, it does once. */
export type PaymentProvider = {
  /** Throws {@link ProviderFailed}. */
  openPage(toPay: ToPay): Promise<PaymentPage>;
  /** Ends a page on which nothing has been paid; of one that is over already nothing is changed. */
  closePage(session: string): Promise<void>;
  payBack(payment: { intent: string; amount: number; key: string }): Promise<void>;
  /** An event that is none of ours is `undefined`. Throws {@link Forged}: unsigned, changed, or older than 300 seconds. */
  readEvent(body: Uint8Array, signature: string | undefined): PaymentEvent | undefined;
};

/** The provider could not be reached, or refused; the message says what it said. */
export class ProviderFailed extends Error {}
/** What came is not signed by the provider. */
export class Forged extends Error {}

/** Milliseconds for an answer; whoever waits is a customer before a button. */
const PATIENCE = 8000;
const TRIES_MORE = 1;
/** Seconds that an event's signature holds (security page, 30). */
const TOLERANCE = 300;
const CURRENCY = 'myr';
/** The languages of ours that the provider's page speaks. */
const SPEAKS = ['en', 'de', 'fr', 'pt'];

/** Stripe, where the settings name its keys. Its library is loaded only then. */
export async function openPaymentProvider(config: Config): Promise<PaymentProvider | undefined> {
  const { stripeSecretKey, stripeWebhookSecret, stripeApi } = config;
  if (!stripeSecretKey || !stripeWebhookSecret) return undefined;
  const { default: Client } = await import('stripe');
  const { protocol, hostname, port } = new URL(stripeApi);
  const stripe = new Client(stripeSecretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: PATIENCE,
    maxNetworkRetries: TRIES_MORE,
    telemetry: false,
  });
  return {
    openPage: (toPay) => told(openPage(stripe, toPay)),
    closePage: (session) => told(closePage(stripe, session)),
    payBack: (payment) => told(payBack(stripe, payment)),
    readEvent: (body, signature) => readEvent(stripe, { body, signature, secret: stripeWebhookSecret }),
  };
}

/** Without the request: its headers hold the key. */
async function told<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw new ProviderFailed(error instanceof Error ? error.message : String(error));
  }
}

async function openPage(stripe: Stripe, toPay: ToPay): Promise<PaymentPage> {
  const { attemptId, orderId, number, method, amount, email, locale, endsAt, backTo } = toPay;
  const metadata = { attempt: attemptId };
  const { id, url } = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      allowed_payment_method_types: [method],
      line_items: [
        { quantity: 1, price_data: { currency: CURRENCY, unit_amount: amount, product_data: { name: number } } },
      ],
      client_reference_id: orderId,
      customer_email: email,
      locale: SPEAKS.includes(locale) ? locale : 'en',
      expires_at: Math.floor(endsAt.getTime() / 1000),
      success_url: backTo.paid,
      cancel_url: backTo.unpaid,
      metadata,
      payment_intent_data: { metadata, description: number },
    },
    { idempotencyKey: attemptId },
  );
  if (!url) throw new Error('The provider gave no page.');
  return { session: id, url };
}

async function closePage(stripe: Stripe, session: string): Promise<void> {
  const { status } = await stripe.checkout.sessions.retrieve(session);
  if (status === 'open') await stripe.checkout.sessions.expire(session);
}

/** Its own memory of keys ends after a day, so it is asked first whether it has paid this back. */
async function payBack(stripe: Stripe, { intent, amount, key }: { intent: string; amount: number; key: string }) {
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  if (data.some(({ metadata, status }) => metadata?.key === key && status !== 'failed' && status !== 'canceled'))
    return;
  await stripe.refunds.create(
    { payment_intent: intent, amount, metadata: { key } },
    { idempotencyKey: `refund ${key}` },
  );
}

type Signed = { body: Uint8Array; signature: string | undefined; secret: string };

function readEvent(stripe: Stripe, { body, signature, secret }: Signed): PaymentEvent | undefined {
  const event = verified(stripe, { body, signature, secret });
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return event.data.object.payment_status === 'paid' ? eventOf(event, event.data.object, 'paid') : undefined;
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return eventOf(event, event.data.object, 'ended');
    default:
      return undefined;
  }
}

function verified(stripe: Stripe, { body, signature, secret }: Signed): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE);
  } catch (error) {
    throw new Forged('The event is not signed by the provider.', { cause: error });
  }
}

/** Without our mark it is about something else that is sold through the same account. */
function eventOf(
  { id }: Stripe.Event,
  session: Stripe.Checkout.Session,
  kind: PaymentEvent['kind'],
): PaymentEvent | undefined {
  const attemptId = session.metadata?.attempt;
  if (!attemptId || !isUuid(attemptId)) return undefined;
  const intent = session.payment_intent;
  return {
    id,
    kind,
    attemptId,
    orderId: session.client_reference_id,
    session: session.id,
    intent: typeof intent === 'string' ? intent : (intent?.id ?? null),
    amount: session.amount_total,
    currency: session.currency,
  };
}
