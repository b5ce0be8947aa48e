import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { guestOrderPath, guestPaymentPath, inLocale, SHOP_PAGES, splitLocale, type ShopPage } from '#contract/pages.ts';
import { queryOf } from '#contract/product-query.ts';
import { REFUSALS } from '#contract/refusals.ts';
import type { ShopView } from '#contract/views.ts';
import { LOCALES, type Locale } from '#domain/locale.ts';
import { ONLINE_METHODS, type OnlineMethod } from '#domain/payment.ts';
import { parsePostalCode } from '#domain/postal-code.ts';
import { cartDetail } from '../catalogue/cart-detail.ts';
import type { Deps } from '../deps.ts';
import { asRefusal } from '../http/errors.ts';
import { htmlHeaders } from '../http/html.ts';
import { limitSubject } from '../http/limits.ts';
import { requireGuestOrder } from '../orders/queries.ts';
import { startPayment } from '../orders/start-payment.ts';
import { hashSecret } from '../secrets.ts';
import { words } from '../words.ts';
import type { Build } from './build.ts';
import { CART_COOKIE, changeCart, parseCartCookie, writeCartCookie } from './cart-cookie.ts';
import type { CachedPage, PageCache, RenderedPage } from './page-cache.ts';
import { readFilter, titlesOf, VIEWS } from './views.ts';

export type PagesSettings = { deps: Deps; build: Build; cache: PageCache };

/** The public shop's pages, in every language. */
export async function registerPages(app: FastifyInstance, settings: PagesSettings): Promise<void> {
  for (const locale of LOCALES) {
    for (const page of Object.keys(VIEWS) as (keyof typeof VIEWS)[])
      app.get(addressOf(locale, page), (request, reply) => sendCached(settings, { locale, page }, request, reply));
    app.get(addressOf(locale, 'cart'), (request, reply) => sendCart(settings, locale, request, reply));
    app.get(addressOf(locale, 'order'), (request, reply) => sendOrder(settings, locale, request, reply));
    for (const method of ONLINE_METHODS)
      app.get(inLocale(locale, guestPaymentPath(':token', method)), (request, reply) =>
        leadToPayment(settings, { locale, method }, request, reply),
      );
  }
  await app.register(async (forms) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    );
    for (const locale of LOCALES)
      forms.post(addressOf(locale, 'cart'), (request, reply) => changeCookie(settings, locale, request, reply));
  });
}

function addressOf(locale: Locale, page: ShopPage): string {
  return inLocale(locale, SHOP_PAGES[page]);
}

/** The answer to an address that nothing else knows, or to a failure, as a page. */
export async function sendStatusPage(
  settings: PagesSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, view }: { status: number; view: ShopView },
): Promise<FastifyReply> {
  const { locale, path } = splitLocale(request.url);
  const [address = '', query] = request.url.split('?');
  if (address.endsWith('/') && address !== '/' && !address.startsWith('//'))
    return reply.redirect(address.slice(0, -1) + (query ? `?${query}` : ''), 308);
  return sendFresh(settings, reply, { locale, view, path, status });
}

type Named = { locale: Locale; page: keyof typeof VIEWS };

async function sendCached(
  settings: PagesSettings,
  { locale, page }: Named,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { deps, cache } = settings;
  const asked = { params: request.params as Record<string, string>, query: request.query, locale };
  const key = `${locale} ${page} ${JSON.stringify(asked.params)} ${queryOf(readFilter(request.query))}`;
  const cached = await cache.get(key, async () => {
    await deps.takeCredit('browse', limitSubject(request.ip));
    const found = await VIEWS[page](deps.db, asked);
    if (found && 'moveTo' in found) return moved(inLocale(locale, found.moveTo), found.isForGood);
    const view: ShopView = found?.view ?? { page: 'not_found' };
    const html = render(settings, { locale, view, path: found?.path ?? '/' });
    return { status: found ? 200 : 404, html, titles: titlesOf(view) };
  });
  if (cached.location) return reply.redirect(cached.location, cached.status);
  return sendEncoded(settings, cached, request, reply);
}

function moved(location: string, isForGood: boolean): RenderedPage {
  return { status: isForGood ? 308 : 303, location, html: '', titles: new Set() };
}

/** Rendered pages are the same for everybody: kept by browsers too, but asked for again each time. */
function sendEncoded({ deps }: PagesSettings, page: CachedPage, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${page.etag}"`;
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  void htmlHeaders(reply, { isSecure: deps.publicUrl.startsWith('https:') })
    .code(page.status)
    .header('Cache-Control', page.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store')
    .header('Vary', 'Accept-Encoding')
    .header('ETag', etag)
    .header('Speculation-Rules', '"/speculation-rules.json"');
  if (page.status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding) void reply.header('Content-Encoding', encoding);
  return reply.send(encoding ? page[encoding] : page.html);
}

type Fresh = { locale: Locale; view: ShopView; path: string; status?: number };

function render({ deps, build }: PagesSettings, { locale, view, path }: Fresh): string {
  const { publicUrl, config } = deps;
  return build.renderPage({
    view,
    locale,
    path,
    publicUrl,
    shopName: config.shopName,
    assets: build.assetsFor(locale),
  });
}

/** A page that is somebody's own, or an error: never kept by anyone. */
function sendFresh(settings: PagesSettings, reply: FastifyReply, fresh: Fresh): FastifyReply {
  return htmlHeaders(reply, { isSecure: settings.deps.publicUrl.startsWith('https:') })
    .code(fresh.status ?? 200)
    .header('Cache-Control', 'no-store')
    .send(render(settings, fresh));
}

async function sendCart(settings: PagesSettings, locale: Locale, request: FastifyRequest, reply: FastifyReply) {
  const lines = parseCartCookie(request.cookies[CART_COOKIE]);
  const detail = await cartDetail(
    settings.deps.db,
    lines.map(({ id, vid, qty }) => ({ pid: id, vid, qty })),
  );
  const zip = parsePostalCode(String((request.query as { zip?: unknown }).zip ?? '')) ?? '';
  return sendFresh(settings, reply, { locale, view: { page: 'cart', lines, detail, zip }, path: '/cart' });
}

async function changeCookie({ deps }: PagesSettings, locale: Locale, request: FastifyRequest, reply: FastifyReply) {
  const lines = changeCart(parseCartCookie(request.cookies[CART_COOKIE]), request.body as URLSearchParams);
  void reply.setCookie(CART_COOKIE, writeCartCookie(lines), {
    path: '/',
    sameSite: 'lax',
    secure: deps.publicUrl.startsWith('https:'),
    maxAge: 30 * 24 * 3600,
  });
  return reply.redirect(inLocale(locale, '/cart'), 303);
}

async function sendOrder(settings: PagesSettings, locale: Locale, request: FastifyRequest, reply: FastifyReply) {
  const { payment } = request.query as { payment?: unknown };
  return sendGuestOrder(settings, { locale, isComing: payment === 'done' }, request, reply);
}

type GuestOrder = { locale: Locale; isComing: boolean; refusal?: string; status?: number };

async function sendGuestOrder(settings: PagesSettings, told: GuestOrder, request: FastifyRequest, reply: FastifyReply) {
  const { token = '' } = request.params as { token?: string };
  const { db, config } = settings.deps;
  const { locale, status = 200, ...facts } = told;
  void reply.header('Referrer-Policy', 'no-referrer');
  const order = await orNothing(requireGuestOrder(db, config, hashSecret(token)));
  if (!order) return sendFresh(settings, reply, { locale, view: { page: 'not_found' }, path: '/', status: 404 });
  return sendFresh(settings, reply, {
    locale,
    view: { page: 'order', order, ...facts },
    path: guestOrderPath(token),
    status,
  });
}

type Way = { locale: Locale; method: OnlineMethod };

/** To the provider's page; where it cannot be opened, the order's page says why. */
async function leadToPayment(settings: PagesSettings, way: Way, request: FastifyRequest, reply: FastifyReply) {
  const { token = '' } = request.params as { token?: string };
  const { deps } = settings;
  const { locale, method } = way;
  await deps.takeCredit('write', limitSubject(request.ip));
  void reply.header('Referrer-Policy', 'no-referrer');
  try {
    const { id: orderId } = await requireGuestOrder(deps.db, deps.config, hashSecret(token));
    return reply.header('Cache-Control', 'no-store').redirect(await startPayment(deps, { orderId, method }), 303);
  } catch (error) {
    const { code } = asRefusal(error);
    if (code === 'internal') throw error;
    if (code === 'payment_unreachable') request.log.warn({ err: error }, code);
    const refusal = words(locale)(`server.refusals.${code}`);
    return sendGuestOrder(settings, { locale, isComing: false, refusal, status: REFUSALS[code] }, request, reply);
  }
}

/** What is there, or nothing where it is not found. */
async function orNothing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (asRefusal(error).code !== 'not_found') throw error;
    return undefined;
  }
}
