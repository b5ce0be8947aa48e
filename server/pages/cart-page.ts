import { parseStoredCart, type CartLine } from '#domain/pricing/cart.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localizedPath, wishListPath } from '#contract/pages.ts';
import { MAX_GUEST_WISHES } from '#contract/options.ts';
import { parsePostalCode } from '#domain/shipping.ts';
import { limitToStock } from '#domain/pricing/cart-changes.ts';
import { listNextInSeries } from '../carts/next-in-series.ts';
import { loadCartDetail } from '../catalogue/variants.ts';
import { listProductRows } from '../catalogue/products.ts';
import { redirectTo } from '../http/headers.ts';
import { throwApiError } from '../api-error.ts';
import { sendUncached, type LocalizedContext, type PageContext } from './storefront.ts';

/** The cookie that stores a cart without scripts: `id.vid.qty` joined by `_`. Scripts import and remove it. */
export const CART_COOKIE = 'cart';

export function parseCartCookie(text = ''): CartLine[] {
  const lines = text.split('_').map((part) => {
    const [id, vid, qty] = part.split('.').map(Number);
    return { id, vid, qty };
  });
  return parseStoredCart(lines);
}

export function formatCartCookie(lines: readonly CartLine[]): string {
  return lines.map(({ id, vid, qty }) => `${id}.${vid}.${qty}`).join('_');
}

/** The cart after one of its forms: `line` adds, `missing` adds what is not there yet, `set` changes a quantity, `remove` removes. */
export function applyCartForm(lines: readonly CartLine[], form: URLSearchParams): CartLine[] {
  const qty = form.has('remove') ? 0 : Number(form.get('qty') ?? 1);
  const lineOf = (text: string) => {
    const [id, vid] = text.split('.').map(Number);
    return { id, vid, qty };
  };
  if (form.has('line')) return parseStoredCart([...lines, ...form.getAll('line').map(lineOf)]);
  if (form.has('missing'))
    return parseStoredCart([...lines, ...missingLines(lines, form.getAll('missing').map(lineOf))]);
  const { vid, ...changed } = lineOf(form.get('set') ?? '');
  return parseStoredCart(lines.map((line) => (line.vid === vid ? { vid, ...changed } : line)));
}

function missingLines<T extends { vid: number | undefined }>(lines: readonly CartLine[], wanted: readonly T[]): T[] {
  return wanted.filter(({ vid }) => lines.every((line) => line.vid !== vid));
}

/** Sends the cart without scripts: quantities are limited to the stock, and the page says which ones were lowered. */
export async function sendCart(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { deps, locale } = context;
  const stored = parseCartCookie(request.cookies[CART_COOKIE]);
  const { products, missing } = await loadCartDetail(
    deps.db,
    stored.map(({ id, vid, qty }) => ({ pid: id, vid, qty })),
  );
  const stockOf = (vid: number) =>
    products.find((one) => one.vid === vid)?.variants.find(({ id }) => id === vid)?.stock;
  const { lines, lowered } = limitToStock(stored, stockOf);
  if (lowered.length > 0) setCartCookie(context, reply, lines);
  const qtyOf = (vid: number) => lines.find((line) => line.vid === vid)!.qty;
  const detail = { products: products.map((product) => ({ ...product, qty: qtyOf(product.vid) })), missing };
  const zip = parsePostalCode(String((request.query as { zip?: unknown }).zip ?? '')) ?? '';
  const next = await listNextInSeries(deps.db, products.map(({ id }) => id).toReversed());
  return sendUncached(context, reply, {
    locale,
    view: { page: 'cart', lines, lowered, detail, next, zip },
    path: '/cart',
  });
}

/** Sends the wish list that the address names: a guest's is stored by the browser alone. */
export async function sendWishList(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { deps, locale } = context;
  const { ids: text } = request.query as { ids?: unknown };
  const valid = typeof text === 'string' ? text.split('.').filter((id) => /^[1-9]\d{0,8}$/.test(id)) : [];
  const ids = [...new Set(valid)].slice(0, MAX_GUEST_WISHES);
  const rows = await listProductRows(deps.db, ids.map(Number));
  return sendUncached(context, reply, { locale, view: { page: 'wishList', ids, rows }, path: wishListPath(ids) });
}

/** Applies one of the cart's forms to the cookie. */
export async function submitCartForm(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  if (!(request.body instanceof URLSearchParams)) throwApiError('unsupported_media_type');
  storeCartForm(context, request.body, request, reply);
  return redirectTo(reply, localizedPath(context.locale, '/cart'));
}

/** Applies a form to the cart of the cookie. */
export function storeCartForm(
  context: PageContext,
  form: URLSearchParams,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  setCartCookie(context, reply, applyCartForm(parseCartCookie(request.cookies[CART_COOKIE]), form));
}

function setCartCookie({ deps }: PageContext, reply: FastifyReply, lines: readonly CartLine[]): void {
  void reply.setCookie(CART_COOKIE, formatCartCookie(lines), {
    path: '/',
    sameSite: 'lax',
    secure: deps.publicUrl.startsWith('https:'),
    maxAge: 30 * 24 * 3600,
  });
}
