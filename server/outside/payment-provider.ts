import type Stripe from 'stripe';
import { validate as isUuid } from 'uuid';
import { CURRENCY, type OnlineMethod } from '#domain/payment.ts';
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

/** Money to give back, in sen, and our id for it. */
export type ToReturn = {
  intent: string;
  amount: number;
  id: string;
  /** How often the provider has refused to pay of this money back. */
  refusals: number;
  /** All that came by the intent: whoever has paid it back, it is done. */
  isWhole: boolean;
};

/** Where customers pay by card or online banking. What it is asked twice for one id, it does once. */
export type PaymentProvider = {
  openPage(toPay: ToPay): Promise<PaymentPage>;
  /** How a page stands: `open`, or the event that tells its end, whether or not it was heard of. */
  askPage(session: string): Promise<'open' | PaymentEvent>;
  /** Ends a page that is open. */
  closePage(session: string): Promise<void>;
  payBack(toReturn: ToReturn): Promise<void>;
  hasPaidBack(returned: Pick<ToReturn, 'intent' | 'id'>): Promise<boolean>;
  /** An event that is none of ours is `undefined`. Throws {@link Forged}: unsigned, changed, or older than 300 seconds. */
  readEvent(body: Uint8Array, signature: string | undefined): PaymentEvent | undefined;
};

/** The provider did not do what it was asked, or nobody knows whether it did; the message says what it said. */
export class ProviderFailed extends Error {}
/** It has refused, and will answer the same to the same question. */
export class ProviderRefused extends ProviderFailed {}
/** What came is not signed by the provider. */
export class Forged extends Error {}

/** Milliseconds for an answer: a customer waits before a button; money that goes back has more time. */
const PATIENCE = { page: 5000, money: 20_000 };
/** Seconds that an event's signature holds (security page, 30). */
const TOLERANCE = 300;
/** The languages of ours that the provider's page speaks. */
const SPEAKS = ['en', 'de', 'fr', 'pt'];

/** Stripe, where the settings name its keys. Its library is loaded only then. */
export async function openPaymentProvider(config: Config): Promise<PaymentProvider | undefined> {
  const { stripeSecretKey, stripeWebhookSecret, stripeApi } = config;
  if (!stripeSecretKey || !stripeWebhookSecret) return undefined;
  const { default: Client } = await import('stripe');
  const { protocol, hostname, port } = new URL(stripeApi);
  const isPlain = protocol === 'http:';
  const stripe = new Client(stripeSecretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: PATIENCE.money,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    openPage: (toPay) => told(openPage(stripe, toPay)),
    askPage: (session) => told(askPage(stripe, session)),
    closePage: (session) => told(closePage(stripe, session)),
    payBack: (toReturn) => told(payBack(stripe, toReturn)),
    hasPaidBack: ({ intent, id }) => told(listRefunds(stripe, intent).then(({ live }) => live.some(isFor(id)))),
    readEvent: (body, signature) => readEvent(stripe, { body, signature, secret: stripeWebhookSecret }),
  };
}

/**
 * Without the request, whose headers hold the key. Only what the provider calls our mistake is definite, and of that not
 * a rival's call (409) or haste (429).
 */
async function told<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const { statusCode, message } = error as { statusCode?: number; message: string };
    const isDefinite = error instanceof ProviderRefused || DEFINITE.test(String(statusCode));
    throw isDefinite ? new ProviderRefused(message) : new ProviderFailed(message);
  }
}

const DEFINITE = /^4(?!09|29)\d\d$/;

async function openPage(stripe: Stripe, toPay: ToPay): Promise<PaymentPage> {
  const { attemptId, orderId, number, method, amount, email, locale, endsAt, backTo } = toPay;
  const metadata = { attempt: attemptId };
  const { id, url } = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      allowed_payment_method_types: [method],
      adaptive_pricing: { enabled: false },
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
    { idempotencyKey: attemptId, timeout: PATIENCE.page },
  );
  if (!url) throw new ProviderRefused('The provider gave no page.');
  return { session: id, url };
}

async function askPage(stripe: Stripe, id: string): Promise<'open' | PaymentEvent> {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  if (session.status === 'open') return 'open';
  const isPaid = session.payment_status === 'paid';
  const intent = session.payment_intent;
  if (!isPaid && typeof intent === 'object' && intent?.status === 'processing')
    throw new ProviderFailed('The payment is still on its way.');
  return eventOf(`page:${id}`, session, isPaid ? 'paid' : 'ended') ?? refuseForeign();
}

function refuseForeign(): never {
  throw new ProviderRefused('The page is none of ours.');
}

async function closePage(stripe: Stripe, session: string): Promise<void> {
  await stripe.checkout.sessions.expire(session);
}

/**
 * Its own memory of keys ends after a day, and it answers a refusal again as long; so it is asked first whether it has
 * paid this back, and after each refusal or failure with another key.
 */
async function payBack(stripe: Stripe, { intent, amount, id, refusals, isWhole }: ToReturn): Promise<void> {
  const { live, failed } = await listRefunds(stripe, intent);
  if (live.some(isFor(id))) return;
  if (isWhole && live.reduce((sum, refund) => sum + refund.amount, 0) >= amount) return;
  if (!live.every(({ metadata }) => metadata?.refund))
    throw new ProviderRefused('It has paid some of this back that the shop did not ask for.');
  const { status } = await stripe.refunds.create(
    { payment_intent: intent, amount, metadata: { refund: id } },
    { idempotencyKey: `refund ${id} ${refusals} ${failed.length}` },
  );
  if (status && FAILED.has(status)) throw new ProviderRefused(`The refund is ${status}.`);
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'canceled']);

async function listRefunds(stripe: Stripe, intent: string) {
  const all: Stripe.Refund[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 })) all.push(refund);
  const failed = all.filter(({ status }) => status && FAILED.has(status));
  return { live: all.filter((refund) => !failed.includes(refund)), failed };
}

function isFor(id: string) {
  return ({ metadata }: Stripe.Refund) => metadata?.refund === id;
}

type Signed = { body: Uint8Array; signature: string | undefined; secret: string };

function readEvent(stripe: Stripe, { body, signature, secret }: Signed): PaymentEvent | undefined {
  const event = verified(stripe, { body, signature, secret });
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return event.data.object.payment_status === 'paid' ? eventOf(event.id, event.data.object, 'paid') : undefined;
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return eventOf(event.id, event.data.object, 'ended');
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
function eventOf(id: string, session: Stripe.Checkout.Session, kind: PaymentEvent['kind']): PaymentEvent | undefined {
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
