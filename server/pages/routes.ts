import {
  searchTermsIn,
  sendContactPage,
  submitContactForm,
  closeTicketByToken,
  replyToTicketByToken,
  sendGuestTicketPage,
  cancelOrderByToken,
  redirectToPayment,
  sendGuestOrderPage,
  sendUnsubscribePage,
  unsubscribeByToken,
} from './guest-pages.ts';
import { sendReturnLabel, sendReturnPage, sendReturnPhoto, submitReturnPhotos } from './order-returns.ts';
import { endArrivedClaim, sendClaimPage } from './order-claims.ts';
import { sendOrderRequestPage, submitOrderRequest } from './order-requests.ts';
import { sendAlertsPage, submitAlertsForm, submitNotifyForm, submitTitleRequestForm } from './alert-pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  claimArrivedPath,
  guestCancelPath,
  guestClosePath,
  guestPaymentPath,
  guestReplyPath,
  localizedPath,
  NOTIFY_PATH,
  OPEN_SEARCH_PATH,
  orderClaimPath,
  orderRequestPath,
  orderReturnPath,
  SHOP_PAGES,
  splitLocale,
  type ShopView,
} from '#contract/pages.ts';
import type { Priority } from '#contract/priority.ts';
import { LOCALES } from '#domain/locale.ts';
import { ORDER_REQUESTS } from '#domain/orders/order-request.ts';
import { MAX_PHOTO_UPLOAD } from '#domain/orders/return.ts';
import { ONLINE_METHODS } from '#domain/orders/payment.ts';
import { findUnstorableText } from '../http/register-endpoints.ts';
import {
  hstsHeader,
  setHtmlHeaders,
  preferredEncoding,
  matchesEtag,
  redirectTo,
  toLocalPath,
} from '../http/headers.ts';
import { rateLimitSubject } from '../limits.ts';
import { throwApiError } from '../api-error.ts';
import { renderView, sendUncached, type LocalizedContext, type PageContext, type PageHandler } from './storefront.ts';
import type { CachedPage, RenderedPage } from './page-cache.ts';
import { pageCacheKey, canonicalBrowsePath, productIdsOf, VIEW_LOADERS } from './views.ts';
import { sendOpds } from './opds/send-opds.ts';
import { OPDS_FEEDS, type OpdsFeed } from './opds/opds-paths.ts';
import { sendOpenSearch } from './opensearch.ts';
import { sendCart, sendWishList, submitCartForm } from './cart-page.ts';
import { sendListPage, submitListForm } from './list-page.ts';

/**
 * `path` as Fastify writes patterns, without a language; `rateLimit`: the class that every request counts on; `priority`: `account`
 * where nothing is said; `bodyLimit`: of a form with files, in bytes.
 */
type PageRoute = {
  method: 'GET' | 'POST';
  path: string;
  rateLimit?: 'browse' | 'write';
  priority?: Priority;
  bodyLimit?: number;
  handler: PageHandler;
};

type CachedPageName = keyof typeof VIEW_LOADERS;

/** Counts on its class only where it is rendered, by the cache. */
const cachedPage = (page: CachedPageName): PageRoute => ({
  method: 'GET',
  priority: 'page',
  path: SHOP_PAGES[page],
  handler: (context, request, reply) =>
    page === 'contact' && searchTermsIn(request)
      ? sendContactPage(context, request, reply)
      : sendCached(context, page, request, reply),
});

const RETURN = orderReturnPath(':token', ':number');

const PAGE_ROUTES: readonly PageRoute[] = [
  ...(Object.keys(OPDS_FEEDS) as OpdsFeed[]).map((feed): PageRoute => ({
    method: 'GET',
    path: OPDS_FEEDS[feed],
    priority: 'optional',
    handler: (context, request, reply) => sendOpds(context, feed, request, reply),
  })),
  { method: 'GET', path: OPEN_SEARCH_PATH, priority: 'page', handler: sendOpenSearch },
  ...(Object.keys(VIEW_LOADERS) as CachedPageName[]).map(cachedPage),
  { method: 'GET', path: SHOP_PAGES.cart, rateLimit: 'browse', priority: 'checkout', handler: sendCart },
  { method: 'POST', path: SHOP_PAGES.cart, priority: 'checkout', handler: submitCartForm },
  { method: 'GET', path: SHOP_PAGES.wishList, rateLimit: 'browse', priority: 'browse', handler: sendWishList },
  { method: 'GET', path: SHOP_PAGES.list, rateLimit: 'browse', priority: 'browse', handler: sendListPage },
  { method: 'POST', path: SHOP_PAGES.list, rateLimit: 'write', handler: submitListForm },
  { method: 'POST', path: SHOP_PAGES.contact, handler: submitContactForm },
  { method: 'GET', path: SHOP_PAGES.order, rateLimit: 'browse', handler: sendGuestOrderPage },
  { method: 'POST', path: guestCancelPath(':token'), rateLimit: 'write', handler: cancelOrderByToken },
  ...ONLINE_METHODS.map((method): PageRoute => ({
    method: 'GET',
    path: guestPaymentPath(':token', method),
    rateLimit: 'write',
    priority: 'checkout',
    handler: redirectToPayment(method),
  })),
  ...ORDER_REQUESTS.flatMap((request): PageRoute[] => {
    const path = orderRequestPath(':token', request);
    return [
      { method: 'GET', path, rateLimit: 'browse', handler: sendOrderRequestPage(request) },
      { method: 'POST', path, handler: submitOrderRequest(request) },
    ];
  }),
  { method: 'GET', path: RETURN, rateLimit: 'browse', handler: sendReturnPage },
  { method: 'POST', path: `${RETURN}/photos`, bodyLimit: MAX_PHOTO_UPLOAD, handler: submitReturnPhotos },
  { method: 'GET', path: `${RETURN}/photos/:photo`, rateLimit: 'browse', handler: sendReturnPhoto },
  { method: 'GET', path: `${RETURN}/label`, rateLimit: 'browse', handler: sendReturnLabel },
  { method: 'GET', path: orderClaimPath(':token', ':number'), rateLimit: 'browse', handler: sendClaimPage },
  { method: 'POST', path: claimArrivedPath(':token', ':number'), rateLimit: 'write', handler: endArrivedClaim },
  { method: 'GET', path: SHOP_PAGES.ticket, rateLimit: 'browse', handler: sendGuestTicketPage },
  { method: 'POST', path: guestReplyPath(':token'), handler: replyToTicketByToken },
  { method: 'POST', path: guestClosePath(':token'), rateLimit: 'write', handler: closeTicketByToken },
  { method: 'POST', path: NOTIFY_PATH, handler: submitNotifyForm },
  { method: 'POST', path: SHOP_PAGES.requestTitle, handler: submitTitleRequestForm },
  { method: 'GET', path: SHOP_PAGES.alerts, rateLimit: 'browse', handler: sendAlertsPage },
  { method: 'POST', path: SHOP_PAGES.alerts, rateLimit: 'write', handler: submitAlertsForm },
  { method: 'GET', path: SHOP_PAGES.unsubscribe, rateLimit: 'browse', handler: sendUnsubscribePage },
  { method: 'POST', path: SHOP_PAGES.unsubscribe, rateLimit: 'write', handler: unsubscribeByToken },
];

/** Registers the public shop's pages and forms, in every language. */
export async function registerPages(app: FastifyInstance, context: PageContext): Promise<void> {
  const { consumeRateLimit } = context.deps;
  await app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    );
    pages.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const locale of LOCALES)
      for (const { method, path, rateLimit, priority = 'account', bodyLimit, handler } of PAGE_ROUTES)
        pages.route({
          method,
          url: localizedPath(locale, path),
          config: { priority },
          ...(bodyLimit !== undefined && { bodyLimit }),
          ...(rateLimit && {
            preHandler: async (request) => void (await consumeRateLimit(rateLimit, rateLimitSubject(request.ip))),
          }),
          handler: (request, reply) => handler({ ...context, locale }, request, reply),
        });
  });
}

/** Sends the page of an unknown address or of a failure; an address that is unknown for its slash is redirected. */
export async function sendStatusPage(
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, view }: { status: number; view: ShopView },
): Promise<FastifyReply> {
  const { locale, path } = splitLocale(request.url);
  const [address = '', ...query] = request.url.split('?');
  const bare = address.replace(/\/+$/, '');
  if (status === 404 && bare !== '' && bare !== address) {
    const location = toLocalPath([bare, ...query].join('?'));
    if (location) return reply.redirect(location, 308);
  }
  return sendUncached(context, reply, { locale, view, path, status });
}

async function sendCached(
  context: LocalizedContext,
  page: CachedPageName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps, cache, locale, shedding } = context;
  const viewRequest = { params: request.params as Record<string, string>, query: request.query, locale };
  if (findUnstorableText(viewRequest.params).length > 0) throwApiError('not_found');
  const canonical = canonicalBrowsePath(page, viewRequest.query);
  if (canonical !== undefined) return redirectTo(reply, localizedPath(locale, canonical));
  const key = pageCacheKey(page, viewRequest);
  const cached = await cache.get(key, {
    admit: () => {
      shedding.enter(request, 'browse');
      return deps.consumeRateLimit('browse', rateLimitSubject(request.ip));
    },
    onFailure: (error) => request.log.warn({ err: error }, 'a page could not be rendered; the stale one is sent'),
    render: async () => {
      const found = await deps.recentReads.read((source) => VIEW_LOADERS[page]({ ...deps, ...source }, viewRequest));
      if (found && 'redirectTo' in found)
        return redirectPage(localizedPath(locale, found.redirectTo), found.isPermanent);
      const view: ShopView = found?.view ?? { page: 'not_found' };
      const html = await renderView(context, { locale, view, path: found?.path ?? '/' });
      return { status: found ? 200 : 404, html, productIds: productIdsOf(view) };
    },
  });
  if (cached.location) return redirectTo(reply, cached.location, cached.status);
  return sendEncoded(context, { key, page: cached }, request, reply);
}

function redirectPage(location: string, isPermanent: boolean): RenderedPage {
  return { status: isPermanent ? 308 : 303, location, html: '', productIds: new Set() };
}

/** Sends a rendered page, the same for everybody: browsers store it too, and revalidate it each time. */
async function sendEncoded(
  { deps, cache }: PageContext,
  { key, page }: { key: string; page: CachedPage },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  const etag = `"${page.etag}${encoding ? `-${encoding}` : ''}"`;
  void setHtmlHeaders(reply, { hsts: hstsHeader(deps) })
    .code(page.status)
    .header('Cache-Control', page.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store')
    .header('Vary', 'Accept-Encoding')
    .header('ETag', etag)
    .header('Speculation-Rules', '"/speculation-rules.json"');
  if (page.status === 200 && matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding) void reply.header('Content-Encoding', encoding);
  if (encoding === 'gzip') return reply.send(await cache.gzip(key, page));
  return reply.send(encoding ? page.br : page.html);
}
