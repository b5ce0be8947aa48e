import type { Request } from 'autocannon';
import type pg from 'pg';
import { SORTS } from '#contract/product-filter.ts';
import { bookPath } from '#contract/pages.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../server/demo/demo-accounts.ts';
import { misspell, Random } from './random.ts';

/** What is measured: its name, and requests that each connection sends in turns, each from another one on. */
export type Workload = { name: string; requests: Request[] };

/** A title of the catalogue that queries are drawn from. */
export type Sample = {
  id: number;
  vid: number;
  title: string;
  slug: string;
  language: string;
  format: string;
  price: number;
  subject: string;
};

const QUERIES = 500;
const CARTS = 100;
const SAMPLED_TITLES = 2000;
/** The most frequent words of English titles, in each page that readers look at. */
const BROAD_WORDS = ['the', 'of', 'and', 'a', 'in', 'to'];
const json = { 'content-type': 'application/json' };
const page = { accept: 'text/html', 'accept-encoding': 'br' };

/** The workloads on a running shop, their queries drawn from its catalogue: the same ones for the same seed. */
export async function drawWorkloads(client: pg.Client, origin: string, seed: number): Promise<Workload[]> {
  const random = new Random(seed);
  const samples = await listSamples(client, random);
  const headers = { authorization: `Bearer ${await signIn(origin)}` };
  return [
    { name: 'home page, cached', requests: [{ path: '/', headers: page }] },
    { name: 'book page, cached', requests: [{ path: bookPath(samples[0]!), headers: page }] },
    ...searchWorkloads(random, samples),
    { name: 'cart detail, 5 lines', requests: repeat(CARTS, () => cartOf(repeat(5, () => random.pick(samples)))) },
    { name: 'coupon check', requests: repeat(CARTS, () => couponFor(random.pick(samples))) },
    ...Object.entries(CUSTOMER_READS).map(([name, path]) => ({ name, requests: [{ path, headers }] })),
  ];
}

/** What the pages of a customer read. */
const CUSTOMER_READS = {
  'order list': '/customer/order',
  dashboard: '/api/dashboard',
  'bought books': '/api/books',
  'begun series': '/api/books/series',
  'wish list': '/api/wish-list/titles',
  'own reviews': '/api/reviews',
  tickets: '/customer/ticket',
  transactions: '/customer/transaction',
  'next in series': '/api/site/next-in-series?id=3',
  'a book': '/api/site/products/3',
};

/** The workloads that search, by themselves. */
export async function drawSearches(client: pg.Client, seed: number): Promise<Workload[]> {
  const random = new Random(seed);
  return searchWorkloads(random, await listSamples(client, random));
}

export function searchWorkloads(random: Random, samples: readonly Sample[]): Workload[] {
  const search = (name: string, query: () => Record<string, string>) => ({
    name,
    requests: repeat(QUERIES, query).map(list),
  });
  const sample = () => random.pick(samples);
  const wordOf = ({ title }: Sample, least: number) => {
    const words = foldForSearch(title).split(' ');
    return random.pick(words.filter((word) => word.length >= least).concat(words.toSorted(byLength).slice(0, 1)));
  };
  const suggest = () => {
    const letters = foldForSearch(sample().title);
    return { path: `/api/site/suggest?${new URLSearchParams({ q: letters.slice(0, random.integer(2, 12)) })}` };
  };
  return [
    { name: 'first page, no query', requests: [list({})] },
    search('browse by subject, language, format, price; every sort', () => browse(random, sample())),
    search('one word', () => ({ q: wordOf(sample(), 4) })),
    search('broad word ("the")', () => ({ q: random.pick(BROAD_WORDS), page: String(random.integer(1, 5)) })),
    search('three letters typed', () => ({ q: wordOf(sample(), 3).slice(0, 3) })),
    search('a full title', () => ({ q: sample().title })),
    search('a word with a typing mistake', () => ({ q: misspell(random, wordOf(sample(), 5)) })),
    search('a word with two filters', () => {
      const { language, subject, ...book } = sample();
      return { q: wordOf({ ...book, language, subject }, 4), language, subject };
    }),
    { name: 'suggest', requests: repeat(QUERIES, suggest) },
  ];
}

/** One to three filters that at least one title fits, in one of the orders. */
function browse(random: Random, { subject, language, format, price }: Sample): Record<string, string> {
  const prices = { min_price: String(Math.floor(price / 100) - 10), max_price: String(Math.ceil(price / 100) + 10) };
  const filters = random.shuffle<Record<string, string>>([{ subject }, { language }, { format }, prices]);
  return Object.assign({ sort: random.pick(SORTS) }, ...filters.slice(0, random.integer(1, 3)));
}

function list(query: Record<string, string>): Request {
  return { path: `/api/site/products?${new URLSearchParams(query)}` };
}

export function cartOf(books: readonly Sample[]): Request {
  const ids = books.map(({ id, vid }) => ({ pid: id, vid, qty: 1 }));
  return { path: '/api/site/get-cart-detail', method: 'POST', headers: json, body: JSON.stringify({ ids }) };
}

function couponFor({ id }: Sample): Request {
  const body = JSON.stringify({ code: 'WELCOME10', pid: [{ id, qty: 1 }] });
  return { path: '/customer/check-coupon', method: 'POST', headers: json, body };
}

/** Titles on sale, drawn by their ids, which have no gaps to speak of. */
export async function listSamples(client: pg.Client, random: Random): Promise<Sample[]> {
  const { rows: ends } = await client.query<{ last: number }>('SELECT max(id) AS last FROM product');
  const ids = repeat(SAMPLED_TITLES, () => random.integer(1, ends[0]!.last));
  const { rows } = await client.query<Sample>(
    `SELECT DISTINCT ON (p.id) p.id, v.id AS vid, title, slug, language, format, list_price::int AS price, s.subject
     FROM product p JOIN variant v ON v.product_id = p.id JOIN product_subject s ON s.product_id = p.id
     WHERE p.id = ANY($1) AND p.is_listed AND v.is_listed AND v.stock > 0 AND s.subject IS NOT NULL
       AND v.format NOT IN ('ebook', 'audiobook')
     ORDER BY p.id, v.list_price, v.id, s.position`,
    [ids],
  );
  return random.shuffle(rows);
}

export async function signIn(origin: string): Promise<string> {
  const body = JSON.stringify({ username: DEMO_ACCOUNTS[0].username, password: DEMO_PASSWORD });
  const response = await fetch(`${origin}/customer/auth/login`, { method: 'POST', headers: json, body });
  const { api_token: token } = (await response.json()) as { api_token: string };
  return token;
}

function repeat<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

function byLength(one: string, other: string): number {
  return other.length - one.length;
}
