import type { Options } from 'autocannon';

/** A measured call: its name, what is sent, and how many ask at once for how many seconds. */
export type Workload = { name: string; options: Pick<Options, 'method' | 'body' | 'headers'> & { path: string } };

const json = { 'content-type': 'application/json' };
const CART = JSON.stringify({ ids: [1, 2, 3, 4, 5].map((pid) => ({ pid, vid: pid, qty: 1 })) });
const COUPON = JSON.stringify({ code: 'WELCOME10', pid: [{ id: 1, qty: 1 }] });

/** The workloads of the performance page that one small catalogue can show. */
export const WORKLOADS: readonly Workload[] = [
  { name: 'home page, cached', options: { path: '/', headers: { accept: 'text/html', 'accept-encoding': 'br' } } },
  {
    name: 'book page, cached',
    options: { path: '/book/1/anne-of-green-gables', headers: { accept: 'text/html', 'accept-encoding': 'br' } },
  },
  { name: 'search with facets', options: { path: '/api/site/products?q=the&subject=F' } },
  { name: 'suggest', options: { path: '/api/site/suggest?q=ann' } },
  { name: 'cart detail', options: { path: '/api/site/get-cart-detail', method: 'POST', headers: json, body: CART } },
  { name: 'coupon check', options: { path: '/customer/check-coupon', method: 'POST', headers: json, body: COUPON } },
];
