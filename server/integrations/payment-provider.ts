import type Stripe from 'stripe';
import { validate as isUuid } from 'uuid';
import { CURRENCY, type OnlineMethod } from '#domain/orders/payment.ts';
import type { Config } from '../config.ts';

/** A payment attempt; `amount` in sen. */
export type CheckoutRequest = {
  attemptId: string;
  orderId: string;
  number: string;
  method: OnlineMethod;
  amount: number;
  email: string;
  locale: string;
  expiresAt: Date;
  /** Where the checkout page returns to: after paying, and without. */
  returnUrls: { paid: string; unpaid: string };
};

/** The provider's checkout session of an attempt. */
export type CheckoutSession = { session: string; url: string };

/** An event of an attempt: it was paid, or will not be. */
export type PaymentEvent = {
  id: string;
  kind: 'paid' | 'ended';
  attemptId: string;
  orderId: string | null;
  session: string;
  /** The id by which the payment can be refunded. */
  intent: string | null;
  amount: number | null;
  currency: string | null;
};

/** A refund: its amount in sen and our id for it. */
export type ProviderRefundRequest = {
  intent: string;
  amount: number;
  id: string;
  /** How often the provider has declined this refund. */
  declines: number;
  /** Refunds the whole payment; a refund made at the provider itself counts as done. */
  isFullAmount: boolean;
};

/** The provider of card and online banking payments. Requests with the same id are idempotent. */
export type PaymentProvider = {
  createCheckoutSession(toPay: CheckoutRequest): Promise<CheckoutSession>;
  /** The status of a checkout session: `open`, or its final event, whether or not that was delivered. */
  retrieveCheckoutSession(session: string): Promise<'open' | PaymentEvent>;
  /** Expires an open checkout session. */
  expireCheckoutSession(session: string): Promise<void>;
  createRefund(toReturn: ProviderRefundRequest): Promise<void>;
  hasRefund(returned: Pick<ProviderRefundRequest, 'intent' | 'id'>): Promise<boolean>;
  /** `undefined` for an event that is not about this shop. Throws {@link InvalidSignatureError}: unsigned, changed, or older than 300 seconds. */
  parseWebhook(body: Uint8Array, signature: string | undefined): PaymentEvent | undefined;
};

/** A request to the provider failed or its outcome is unknown; the message is the provider's. */
export class PaymentProviderError extends Error {}
/** The provider has declined; the same request would be declined again. */
export class ProviderDeclinedError extends PaymentProviderError {}
/** The event is not signed by the provider. */
export class InvalidSignatureError extends Error {}

/** Milliseconds for a response: shorter where a customer waits, longer for refunds. */
const TIMEOUTS_MS = { page: 5000, money: 20_000 };
/** Seconds for which an event's signature is valid. */
const TOLERANCE = 300;
/** Our languages that the provider's checkout page supports. */
const CHECKOUT_LOCALES = ['en', 'de', 'fr', 'pt'];

/** Stripe, if the settings have its keys. Its library is loaded only then. */
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
    timeout: TIMEOUTS_MS.money,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    createCheckoutSession: (toPay) => withProviderErrors(createCheckoutSession(stripe, toPay)),
    retrieveCheckoutSession: (session) => withProviderErrors(retrieveCheckoutSession(stripe, session)),
    expireCheckoutSession: (session) => withProviderErrors(expireCheckoutSession(stripe, session)),
    createRefund: (toReturn) => withProviderErrors(createRefund(stripe, toReturn)),
    hasRefund: ({ intent, id }) =>
      withProviderErrors(listRefunds(stripe, intent).then(({ live }) => live.some(hasRefundId(id)))),
    parseWebhook: (body, signature) => parseWebhook(stripe, { body, signature, secret: stripeWebhookSecret }),
  };
}

/**
 * Leaves out the request, whose headers contain the key. Only 4xx responses are definite, except conflicts (409) and rate
 * limits (429).
 */
async function withProviderErrors<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const { statusCode, message } = error as { statusCode?: number; message: string };
    const isDefinite = error instanceof ProviderDeclinedError || DECLINED_STATUS.test(String(statusCode));
    throw isDefinite ? new ProviderDeclinedError(message) : new PaymentProviderError(message);
  }
}

const DECLINED_STATUS = /^4(?!09|29)\d\d$/;

async function createCheckoutSession(stripe: Stripe, toPay: CheckoutRequest): Promise<CheckoutSession> {
  const { attemptId, orderId, number, method, amount, email, locale, expiresAt, returnUrls } = toPay;
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
      locale: CHECKOUT_LOCALES.includes(locale) ? locale : 'en',
      expires_at: Math.floor(expiresAt.getTime() / 1000),
      success_url: returnUrls.paid,
      cancel_url: returnUrls.unpaid,
      metadata,
      payment_intent_data: { metadata, description: number },
    },
    { idempotencyKey: attemptId, timeout: TIMEOUTS_MS.page },
  );
  if (!url) throw new ProviderDeclinedError('The provider gave no page.');
  return { session: id, url };
}

async function retrieveCheckoutSession(stripe: Stripe, id: string): Promise<'open' | PaymentEvent> {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  if (session.status === 'open') return 'open';
  const isPaid = session.payment_status === 'paid';
  const intent = session.payment_intent;
  if (!isPaid && typeof intent === 'object' && intent?.status === 'processing')
    throw new PaymentProviderError('The payment is still on its way.');
  return toPaymentEvent(`page:${id}`, session, isPaid ? 'paid' : 'ended') ?? throwForeignSession();
}

function throwForeignSession(): never {
  throw new ProviderDeclinedError('The page is none of ours.');
}

async function expireCheckoutSession(stripe: Stripe, session: string): Promise<void> {
  await stripe.checkout.sessions.expire(session);
}

/**
 * Stripe keeps idempotency keys for a day and repeats a declined response as long. So it is first asked whether it has made
 * this refund, and each declined or failed attempt changes the key.
 */
async function createRefund(
  stripe: Stripe,
  { intent, amount, id, declines, isFullAmount }: ProviderRefundRequest,
): Promise<void> {
  const { live, failed } = await listRefunds(stripe, intent);
  if (live.some(hasRefundId(id))) return;
  if (isFullAmount && live.reduce((sum, refund) => sum + refund.amount, 0) >= amount) return;
  if (!live.every(({ metadata }) => metadata?.refund))
    throw new ProviderDeclinedError('It has paid some of this back that the shop did not ask for.');
  const { status } = await stripe.refunds.create(
    { payment_intent: intent, amount, metadata: { refund: id } },
    { idempotencyKey: `refund ${id} ${declines} ${failed.length}` },
  );
  if (status && FAILED_REFUND_STATUSES.has(status)) throw new ProviderDeclinedError(`The refund is ${status}.`);
}

const FAILED_REFUND_STATUSES: ReadonlySet<string> = new Set(['failed', 'canceled']);

async function listRefunds(stripe: Stripe, intent: string) {
  const all: Stripe.Refund[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 })) all.push(refund);
  const failed = all.filter(({ status }) => status && FAILED_REFUND_STATUSES.has(status));
  return { live: all.filter((refund) => !failed.includes(refund)), failed };
}

function hasRefundId(id: string) {
  return ({ metadata }: Stripe.Refund) => metadata?.refund === id;
}

type SignedBody = { body: Uint8Array; signature: string | undefined; secret: string };

function parseWebhook(stripe: Stripe, { body, signature, secret }: SignedBody): PaymentEvent | undefined {
  const event = verifyWebhook(stripe, { body, signature, secret });
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return event.data.object.payment_status === 'paid'
        ? toPaymentEvent(event.id, event.data.object, 'paid')
        : undefined;
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return toPaymentEvent(event.id, event.data.object, 'ended');
    default:
      return undefined;
  }
}

function verifyWebhook(stripe: Stripe, { body, signature, secret }: SignedBody): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE);
  } catch (error) {
    throw new InvalidSignatureError('The event is not signed by the provider.', { cause: error });
  }
}

/** A session without our metadata belongs to another business on the same account. */
function toPaymentEvent(
  id: string,
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
