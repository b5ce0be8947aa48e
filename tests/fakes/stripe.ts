import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export const STRIPE_KEYS = { STRIPE_SECRET_KEY: 'sk_test_halaman', STRIPE_WEBHOOK_SECRET: 'whsec_halaman' };

/** A page for one payment, as Stripe keeps it. */
export type Session = {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  client_reference_id: string;
  customer_email: string;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
  url: string;
  method: string;
  locale: string;
  expires_at: number;
};
type Refund = {
  id: string;
  object: 'refund';
  payment_intent: string;
  amount: number;
  status: string;
  metadata: Record<string, string>;
};

/** `down` rejects every request; `deaf` executes it, but the response is lost; `strict` declines sessions and refunds. */
export type StripeBehavior = 'well' | 'down' | 'deaf' | 'strict';

/** The part of Stripe that the shop uses, over its own protocol: form-encoded requests, idempotency keys, signed events. */
export type TestStripe = {
  url: string;
  sessions(): Session[];
  refunds(): Refund[];
  /** A refund made at Stripe itself. */
  refundByHand(intent: string, amount: number): void;
  setBehavior(manner: StripeBehavior): void;
  /** What the customer does on the page, without an event. */
  pay(sessionId: string): Session;
  /** An event's body and signature, `seconds` old. */
  event(type: string, session: object, told?: { id?: string; seconds?: number; secret?: string }): SignedEvent;
  close(): Promise<void>;
};
export type SignedEvent = { body: string; signature: string };

/** `shop`: the webhook that gets an event as soon as a payment is made. */
export async function startStripe({ shop }: { shop?: () => string } = {}): Promise<TestStripe> {
  const state = new StripeState();
  const server = createServer((request, response) => {
    void handleRequest(state, request, response, shop).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: state.url,
    sessions: () => [...state.sessions.values()],
    refunds: () => state.refunds,
    refundByHand: (intent, amount) => void state.keepRefund({ payment_intent: intent, amount, metadata: {} }),
    setBehavior: (manner) => {
      state.manner = manner;
    },
    pay: (id) => state.pay(id),
    event: (type, session, told) => signedEvent(type, session, told),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

class StripeState {
  url = '';
  manner: StripeBehavior = 'well';
  sessions = new Map<string, Session>();
  refunds: Refund[] = [];
  answers = new Map<string, { asked: string; told: object }>();

  pay(id: string): Session {
    const session = this.sessions.get(id)!;
    if (session.status !== 'open') throw new Error(`The session is ${session.status}.`);
    return Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${randomUUID()}` });
  }

  open(form: URLSearchParams): Session {
    if (this.manner === 'strict') throw new StripeApiError('The payment method type provided is invalid.');
    const id = `cs_test_${randomUUID()}`;
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total:
        Number(form.get('line_items[0][price_data][unit_amount]')) * Number(form.get('line_items[0][quantity]')),
      currency: form.get('line_items[0][price_data][currency]')!,
      client_reference_id: form.get('client_reference_id')!,
      customer_email: form.get('customer_email')!,
      metadata: { attempt: form.get('metadata[attempt]')! },
      success_url: form.get('success_url')!,
      cancel_url: form.get('cancel_url')!,
      url: `${this.url}/c/pay/${id}`,
      method: form.get('allowed_payment_method_types[0]')!,
      locale: form.get('locale')!,
      expires_at: Number(form.get('expires_at')),
    };
    this.sessions.set(id, session);
    return session;
  }

  refund(form: URLSearchParams): Refund {
    const intent = form.get('payment_intent')!;
    const amount = Number(form.get('amount'));
    const paid = [...this.sessions.values()].find(({ payment_intent }) => payment_intent === intent);
    const before = this.refundsOf(intent).reduce((sum, one) => sum + one.amount, 0);
    if (!paid || before + amount > paid.amount_total)
      throw new StripeApiError('Refund amount is greater than what is left.');
    if (this.manner === 'strict') throw new StripeApiError('Insufficient available funds in your Stripe account.');
    return this.keepRefund({ payment_intent: intent, amount, metadata: { refund: form.get('metadata[refund]')! } });
  }

  keepRefund(told: Pick<Refund, 'payment_intent' | 'amount' | 'metadata'>): Refund {
    const refund: Refund = { id: `re_${randomUUID()}`, object: 'refund', status: 'succeeded', ...told };
    this.refunds.push(refund);
    return refund;
  }

  refundsOf(intent: string | null): Refund[] {
    return this.refunds.filter(({ payment_intent }) => payment_intent === intent);
  }
}

class StripeApiError extends Error {}

async function handleRequest(
  state: StripeState,
  request: IncomingMessage,
  response: ServerResponse,
  shop?: () => string,
) {
  const { pathname, searchParams } = new URL(request.url!, state.url);
  const form = new URLSearchParams(await readBody(request));
  if (pathname.startsWith('/c/pay/'))
    return sendPaymentPage(state, { id: pathname.slice(7), form, request, response, shop });
  if (!pathname.startsWith('/v1/')) return void response.writeHead(204).end();
  if (state.manner === 'down') return void response.destroy();
  const told = handleApiCall(state, { request, pathname, searchParams, form });
  if (state.manner === 'deaf' && request.method === 'POST') return void response.destroy();
  response.writeHead('error' in told ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(told));
}

type ApiCall = { request: IncomingMessage; pathname: string; searchParams: URLSearchParams; form: URLSearchParams };

/** A repeated key returns the first response, errors too; with another body it is rejected. */
function handleApiCall(state: StripeState, asked: ApiCall): object {
  const { request, pathname, form } = asked;
  if (request.headers.authorization !== `Bearer ${STRIPE_KEYS.STRIPE_SECRET_KEY}`) return errorBody('Invalid API Key');
  const key = request.headers['idempotency-key'];
  const known = typeof key === 'string' ? state.answers.get(key) : undefined;
  const print = createHash('sha256').update(`${pathname}?${form}`).digest('hex');
  if (known)
    return known.asked === print
      ? known.told
      : errorBody('Keys for idempotent requests can only be used with the same parameters');
  const told = apiResponse(state, asked);
  if (typeof key === 'string') state.answers.set(key, { asked: print, told });
  return told;
}

function apiResponse(state: StripeState, asked: ApiCall): object {
  try {
    return executeApiCall(state, asked);
  } catch (error) {
    if (error instanceof StripeApiError) return errorBody(error.message);
    throw error;
  }
}

function executeApiCall(state: StripeState, { request, pathname, searchParams, form }: ApiCall): object {
  const [, id, verb] = /^\/v1\/checkout\/sessions(?:\/([^/]+))?(?:\/(expire))?$/.exec(pathname) ?? [];
  const session = id ? state.sessions.get(id) : undefined;
  if (pathname === '/v1/checkout/sessions' && request.method === 'POST') return state.open(form);
  if (session && verb === 'expire') {
    if (session.status !== 'open')
      throw new StripeApiError('Only Checkout Sessions with a status in ["open"] can be expired.');
    return Object.assign(session, { status: 'expired' });
  }
  if (session && request.method === 'GET') return session;
  if (pathname === '/v1/refunds' && request.method === 'POST') return state.refund(form);
  if (pathname === '/v1/refunds')
    return { object: 'list', data: state.refundsOf(searchParams.get('payment_intent')), has_more: false };
  throw new StripeApiError(`Unrecognized request URL (${request.method}: ${pathname}).`);
}

function errorBody(message: string) {
  return { error: { type: 'invalid_request_error', message } };
}

function signedEvent(
  type: string,
  session: object,
  { id = `evt_${randomUUID()}`, seconds = 0, secret = STRIPE_KEYS.STRIPE_WEBHOOK_SECRET } = {},
): SignedEvent {
  const created = Math.floor(Date.now() / 1000) - seconds;
  const body = JSON.stringify({ id, object: 'event', type, created, data: { object: session } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: created });
  return { body, signature };
}

type PaymentPage = {
  id: string;
  form: URLSearchParams;
  request: IncomingMessage;
  response: ServerResponse;
  shop: (() => string) | undefined;
};

/** The page that a customer sees: the amount, a button that pays, and the way back without paying. */
async function sendPaymentPage(state: StripeState, { id, form, request, response, shop }: PaymentPage): Promise<void> {
  const session = state.sessions.get(id);
  if (session?.status !== 'open') return void response.writeHead(410).end('This page is over.');
  if (request.method === 'POST' && form.get('pay')) {
    const { body, signature } = signedEvent('checkout.session.completed', state.pay(id));
    if (shop) await sendWebhook(shop(), body, signature);
    return void response.writeHead(303, { location: session.success_url }).end();
  }
  const amount = (session.amount_total / 100).toFixed(2);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="${session.locale}">
    <title>Pay</title><h1>MYR ${amount} by ${session.method}</h1>
    <form method="post"><button name="pay" value="1">Pay</button></form><a href="${session.cancel_url}">Back</a></html>`);
}

async function sendWebhook(shop: string, body: string, signature: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const answered = await fetch(`${shop}/api/payments/stripe/events`, { method: 'POST', headers, body });
  if (!answered.ok) throw new Error(`The shop answered ${answered.status}.`);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
