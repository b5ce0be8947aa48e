import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import type pg from 'pg';
import {
  authorPath,
  bookPath,
  languagePath,
  publisherPath,
  seriesPath,
  SHOP_PAGES,
  subjectPath,
} from '#contract/pages.ts';
import { SORTS } from '#contract/product-filter.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { quoteCart } from '#domain/pricing/quote.ts';
import { DEFAULT_ZONES } from '#domain/shipping.ts';
import { writeCsv } from '../server/catalogue/write-csv.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../server/demo/demo-accounts.ts';
import { writeBackup } from '../server/maintenance/backup.ts';
import { runIntegrityChecks } from '../server/maintenance/integrity-checks.ts';
import { exportOnix } from '../server/onix/export/export-onix.ts';
import type { GrowthShop } from './growth-shop.ts';
import { ADDRESS } from './order-requests.ts';
import { Random } from './random.ts';

/**
 * What is measured: requests, each sent once after a few of warm-up, or after `warmUp` of them, begun again at the end; or work on
 * the whole catalogue, whose unit is a title.
 */
export type GrowthWorkload =
  | { name: string; requests: InjectOptions[]; warmUp?: number }
  | { name: string; work: (shop: GrowthShop) => Promise<unknown> };

type Sample = {
  id: number;
  vid: number;
  slug: string;
  language: string;
  listPrice: number;
  memberPrice: number;
  author: string;
  series: string | null;
  subject: string;
  publisher: string;
};

/** The name of the workload that writes. */
export const PLACING = 'order placed, 3 lines';
const SAMPLED = 3000;
/** A page has much code, which is compiled well only after hundreds of renders. */
const WARM_UP_PAGES = 400;
const page = { accept: 'text/html', 'accept-encoding': 'br' };

/** The workloads on a shop, drawn from its titles: the same ones for the same seed. */
export async function drawGrowthWorkloads(shop: GrowthShop, seed: number): Promise<GrowthWorkload[]> {
  const random = new Random(seed);
  const samples = await listSamples(shop.client, random);
  const inSeries = samples.filter(({ series }) => series !== null);
  const headers = { authorization: `Bearer ${await signIn(shop)}` };
  const one = () => random.pick(samples);
  const pages = (name: string, count: number, url: () => string) => ({
    name,
    requests: repeat(count, () => ({ url: url(), headers: page })),
    warmUp: WARM_UP_PAGES,
  });
  const calls = (name: string, count: number, url: string) => ({
    name,
    requests: repeat(count, () => ({ url, headers })),
  });
  return [
    pages('home page, afresh', 40, () => '/'),
    calls('dashboard', 100, '/api/dashboard'),
    pages('book page, afresh', 200, () => bookPath(one())),
    pages('browse page, afresh', 150, () => browseUrl(random, one())),
    pages('subject page, afresh', 100, () => subjectPath(one().subject)),
    pages('all subjects, afresh', 100, () => SHOP_PAGES.subjects),
    pages('language page, afresh', 150, () => languagePath(one().language)),
    pages('new titles, afresh', 150, () => SHOP_PAGES.new),
    pages('publisher page, afresh', 150, () => publisherPath(one().publisher)),
    pages('author page, afresh', 150, () => authorPath({ slug: one().author })),
    pages('series page, afresh', 150, () => seriesPath({ slug: random.pick(inSeries).series! })),
    { name: 'cart detail, 5 lines', requests: repeat(200, () => cartOf(repeat(5, one))) },
    { name: 'coupon check', requests: repeat(200, () => couponFor(one())) },
    { name: PLACING, requests: repeat(320, () => orderOf(distinct(repeat(3, one)))) },
    calls('wish list', 150, '/api/wish-list/titles'),
    calls('order list', 150, '/customer/order'),
    ...WHOLE_CATALOGUE,
  ];
}

const WHOLE_CATALOGUE: readonly GrowthWorkload[] = [
  { name: 'export csv, a title', work: ({ connect }) => writeCsv(connect, discard()) },
  {
    name: 'export onix, a title',
    work: ({ connect }) =>
      exportOnix(connect, discard(), {
        shopName: 'Halaman',
        release: '3.0',
        tags: 'reference',
        since: null,
        end: true,
      }),
  },
  { name: 'doctor, a title', work: ({ connect }) => runIntegrityChecks(connect) },
  { name: 'backup, a title', work: ({ connect }) => writeBackup(connect, discard()) },
];

function discard(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function browseUrl(random: Random, { subject, language }: Sample): string {
  const query = { sort: random.pick(SORTS), ...random.pick([{ subject }, { language }, { subject, language }]) };
  return `/browse?${new URLSearchParams(query)}`;
}

function cartOf(books: readonly Sample[]): InjectOptions {
  const ids = books.map(({ id, vid }) => ({ pid: id, vid, qty: 1 }));
  return { method: 'POST', url: '/api/site/get-cart-detail', payload: { ids } };
}

function couponFor({ id }: Sample): InjectOptions {
  return { method: 'POST', url: '/customer/check-coupon', payload: { code: 'WELCOME10', pid: [{ id, qty: 1 }] } };
}

/** Each order is of another guest, who may hold only so many unpaid ones. */
function orderOf(books: readonly Sample[]): InjectOptions {
  const lines = books.map(({ id, vid, ...prices }) => ({ productId: id, variantId: vid, qty: 1, ...prices }));
  const quote = quoteCart({ lines, isMember: false, zones: DEFAULT_ZONES, postalCode: ADDRESS.zip });
  const payload = {
    items: books.map(({ id, vid }) => ({ id, vid, qty: 1 })),
    proDis: 0,
    disCode: null,
    address: { ...ADDRESS, email: `${randomUUID()}@mail.test` },
    total: ringgitFromSen(quote.subtotal),
    shippingCost: ringgitFromSen(quote.shipping),
  };
  return { method: 'POST', url: '/customer/order/set', headers: { 'idempotency-key': randomUUID() }, payload };
}

/** Titles on sale with an author, drawn by their ids, which have no gaps to speak of. */
async function listSamples(client: pg.Client, random: Random): Promise<Sample[]> {
  const { rows: ends } = await client.query<{ last: number }>('SELECT max(id) AS last FROM product');
  const ids = repeat(SAMPLED, () => random.integer(1, ends[0]!.last));
  const { rows } = await client.query<Sample>(
    `SELECT DISTINCT ON (p.id) p.id, v.id AS vid, p.slug, p.language, p.publisher, list_price::int AS "listPrice",
       member_price::int AS "memberPrice", c.slug AS author, s.subject, (SELECT series.slug FROM product_series
         JOIN series ON series.id = series_id WHERE product_id = p.id LIMIT 1) AS series
     FROM product p JOIN variant v ON v.product_id = p.id JOIN product_subject s ON s.product_id = p.id
       JOIN product_contributor pc ON pc.product_id = p.id AND role = 'author' JOIN contributor c ON c.id = contributor_id
     WHERE p.id = ANY($1) AND p.is_listed AND v.is_listed AND v.stock > 5 AND s.subject IS NOT NULL AND p.publisher <> ''
       AND v.format NOT IN ('ebook', 'audiobook')
     ORDER BY p.id, v.list_price, v.id, s.position`,
    [ids],
  );
  return random.shuffle(rows);
}

async function signIn({ app }: GrowthShop): Promise<string> {
  const payload = { username: DEMO_ACCOUNTS[0].username, password: DEMO_PASSWORD };
  const response = await app.inject({ method: 'POST', url: '/customer/auth/login', payload });
  return response.json<{ api_token: string }>().api_token;
}

function distinct(books: readonly Sample[]): Sample[] {
  return [...new Map(books.map((one) => [one.id, one])).values()];
}

function repeat<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
