import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import type pg from 'pg';
import { bookPath } from '#contract/pages.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { quoteCart } from '#domain/pricing/quote.ts';
import { DEFAULT_ZONES } from '#domain/shipping.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../server/demo/demo-accounts.ts';
import { ADDRESS } from '../order-requests.ts';
import { Random } from '../random.ts';
import { listSamples, searchWorkloads, signIn, type Sample } from '../workloads.ts';

/** What readers do, with its share of all requests. */
export const SHARES = {
  suggest: 0.12,
  search: 0.14,
  'fresh page': 0.12,
  'cached page': 0.38,
  account: 0.12,
  'sign-in': 0.02,
  cart: 0.05,
  order: 0.05,
} as const;
export type Kind = keyof typeof SHARES;
export const KINDS = Object.keys(SHARES) as Kind[];

export type MixedRequest = { kind: Kind; request: Request };

const page = { accept: 'text/html', 'accept-encoding': 'br' };
const json = { 'content-type': 'application/json' };
const POPULAR_TITLES = 20;
const FORMS = 5;
const STOCK = 1_000_000;

/** Draws one request after the other: the same ones for the same seed, but for the orders' emails and keys. Fills the stock of what is ordered. */
export async function drawMixture(client: pg.Client, origin: string, seed: number): Promise<() => MixedRequest> {
  const random = new Random(seed);
  const samples = await listSamples(client, random);
  await client.query('UPDATE variant SET stock = $1 WHERE id = ANY($2)', [STOCK, samples.map(({ vid }) => vid)]);
  const authorization = `Bearer ${await signIn(origin)}`;
  const workloads = searchWorkloads(random, samples);
  const searches = workloads.slice(0, -1).flatMap(({ requests }) => requests);
  const suggestions = workloads.at(-1)!.requests;
  const popular = ['/', '/browse', ...samples.slice(0, POPULAR_TITLES).map(bookPath)];
  const readings = ['/customer/order', '/api/dashboard', '/api/wish-list', '/customer/transaction'];
  const draw: Record<Kind, () => Request> = {
    suggest: () => random.pick(suggestions),
    search: () => random.pick(searches),
    'fresh page': () => ({ path: freshPage(random, samples), headers: page }),
    'cached page': () => ({ path: random.pick(popular), headers: page }),
    account: () => ({ path: random.pick(readings), headers: { authorization, accept: 'application/json' } }),
    'sign-in': () => postTo('/customer/auth/login', { username: DEMO_ACCOUNTS[0].username, password: DEMO_PASSWORD }),
    cart: () =>
      postTo('/api/site/get-cart-detail', {
        ids: linesOf(random, samples).map(({ id, ...line }) => ({ pid: id, ...line })),
      }),
    order: () => orderOf(linesOf(random, samples), samples),
  };
  return () => {
    const kind = pickKind(random);
    return { kind, request: draw[kind]() };
  };
}

function pickKind(random: Random): Kind {
  let left = random.next();
  return KINDS.find((kind) => (left -= SHARES[kind]) < 0) ?? 'cached page';
}

/** A list that no cache has: two words and a price. */
function freshPage(random: Random, samples: readonly Sample[]): string {
  const { title, subject } = random.pick(samples);
  const query = { subject, q: title.split(' ')[0]!, max_price: String(random.integer(20, 400)) };
  return `/browse?${new URLSearchParams(query)}`;
}

type Line = { id: number; vid: number; qty: number };

function linesOf(random: Random, samples: readonly Sample[]): Line[] {
  const chosen = new Set(Array.from({ length: random.integer(1, FORMS) }, () => random.pick(samples)));
  return [...chosen].map(({ id, vid }) => ({ id, vid, qty: 1 }));
}

function orderOf(lines: Line[], samples: readonly Sample[]): Request {
  const priced = lines.map(({ id, vid, qty }) => {
    const { price } = samples.find((one) => one.vid === vid)!;
    return { productId: id, variantId: vid, qty, listPrice: price, memberPrice: price };
  });
  const quote = quoteCart({ lines: priced, isMember: false, zones: DEFAULT_ZONES, postalCode: ADDRESS.zip });
  const key = randomUUID();
  const body = {
    items: lines,
    disCode: null,
    proDis: 0,
    total: ringgitFromSen(quote.subtotal),
    shippingCost: ringgitFromSen(quote.shipping),
    address: { ...ADDRESS, email: `${key}@mail.test` },
  };
  return postTo('/customer/order/set', body, { 'idempotency-key': key });
}

function postTo(path: string, body: object, headers: Record<string, string> = {}): Request {
  return { path, method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) };
}
