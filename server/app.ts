import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { ERROR_CODES } from '#contract/error-codes.ts';
import { preferredLocale } from '#domain/locale.ts';
import { accountHandlers, registerPictureRoute } from './accounts/routes.ts';
import { adminHandlers } from './admin/routes.ts';
import { isPubliclyReachable } from './config.ts';
import { alertHandlers } from './alerts/routes.ts';
import { addressHandlers } from './addresses/routes.ts';
import { browserReportHandlers } from './browser-reports/routes.ts';
import { bookHandlers } from './books/routes.ts';
import { registerCoverRoutes } from './catalogue/cover-routes.ts';
import { registerPortraitRoute } from './catalogue/portraits.ts';
import { catalogueHandlers } from './catalogue/routes.ts';
import { couponHandlers } from './coupons/routes.ts';
import type { Channel } from './db/connection.ts';
import { credentialHandlers } from './credentials/routes.ts';
import { dashboardHandlers } from './dashboard/routes.ts';
import { deliveryHandlers } from './delivery/routes.ts';
import { ZoneCache, ZONES_CHANGED } from './delivery/zones.ts';
import type { Deps } from './context.ts';
import { registerEndpoints, type Handlers } from './http/register-endpoints.ts';
import { registerApiDocs } from './http/api-docs.ts';
import { toApiError, registerErrorHandler, type ErrorPage, sendProblem } from './http/error-responses.ts';
import { registerFeeds } from './feeds/routes.ts';
import { CONTENT_CHANGED } from './content/content-versions.ts';
import { FrameCache } from './content/site-frame.ts';
import { HOME_PAGE_CHANGED } from './home/home-page.ts';
import { registerLogoRoute } from './shop-settings/logo.ts';
import { settingsChannel, SETTINGS_CHANGED } from './shop-settings/shop-settings.ts';
import { createFastify, wantsPage } from './http/fastify.ts';
import { registerCspReports } from './http/csp-reports.ts';
import { LoadShedding, ShedError } from './http/load-shedding.ts';
import { registerMonitoring } from './http/monitoring.ts';
import { traceRequests } from './http/trace-requests.ts';
import { LiveHub, CUSTOMER_CHANNEL } from './live/live-events.ts';
import { liveHandlers } from './live/routes.ts';
import { ShopWatch } from './live/watch-shop.ts';
import { findBackupState } from './maintenance/nightly-backup.ts';
import { orderHandlers } from './orders/routes.ts';
import { paymentHandlers } from './payments/routes.ts';
import { sendBusyPage } from './pages/busy-page.ts';
import { registerAdminArea } from './pages/admin-area.ts';
import { registerCustomerArea } from './pages/customer-area.ts';
import type { PageContext, StorefrontBuild } from './pages/storefront.ts';
import { registerSeoFiles } from './pages/seo-files.ts';
import { SharedAssets } from './pages/shared-assets.ts';
import { PageCache } from './pages/page-cache.ts';
import { registerPages, sendStatusPage } from './pages/routes.ts';
import { privacyHandlers } from './privacy/routes.ts';
import { receiptHandlers } from './receipts/routes.ts';
import { ApiError } from './api-error.ts';
import type { SearchIndex } from './search/search-index.ts';
import { reviewHandlers } from './reviews/routes.ts';
import { searchHandlers } from './search/routes.ts';
import {
  activationHandlers,
  passkeyHandlers,
  proofHandlers,
  providerHandlers,
  sessionHandlers,
} from './sessions/routes.ts';
import { sessionBindingCookie } from './accounts/auth-cookies.ts';
import { authenticate } from './sessions/sessions.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { ticketHandlers } from './tickets/routes.ts';
import { transactionHandlers } from './transactions/routes.ts';
import { cartHandlers } from './carts/routes.ts';
import { wishListHandlers } from './wish-lists/routes.ts';

/**
 * `channels`: handlers of the database's notifications. `drain`: makes the server report that it is not ready. `publishAssets`: lets
 * servers of other builds serve the assets of this one. `metrics`: what `/metrics` shows.
 */
export type BuiltApp = {
  app: FastifyInstance;
  channels: Record<string, Channel>;
  drain: () => void;
  publishAssets: () => Promise<void>;
  metrics: Registry;
};

/** The whole server, not listening yet; without a build it has the API only. */
export async function buildApp(deps: Deps, build?: StorefrontBuild): Promise<BuiltApp> {
  const onInvalidate = () => deps.recentReads.distrust();
  const pageCache = new PageCache({ onInvalidate, ...(build?.isCacheable === false && { maxPageBytes: 1 }) });
  const zones = new ZoneCache(deps.db);
  const frames = new FrameCache(deps.db);
  const shedding = new LoadShedding(deps.concurrency);
  const storefront = build && { deps, build, cache: pageCache, zones, frames, shedding };
  const errorPage = storefront && createErrorPage(storefront);
  const app = await createFastify(deps.config, {
    log: deps.log,
    errorPage,
    shedding,
  });
  traceRequests(app, deps.tracing);
  await build?.install(app);
  const live = new LiveHub(deps.config.rateLimits ? {} : { perAddress: Infinity });
  const shopWatch = new ShopWatch(deps.db, live);
  app.addHook('preClose', async () => {
    shopWatch.close();
    live.close();
  });
  registerErrorHandler(app, errorPage);
  const bindingCookie = sessionBindingCookie(deps.publicUrl);
  const metrics = createMetrics();
  registerEndpoints(app, createHandlers(deps, { live, metrics }), {
    findPrincipal: (token, cookies) => authenticate(deps.preparedDb, token, bindingCookie.hash(cookies)),
    consumeRateLimit: deps.consumeRateLimit,
    needsSecondFactor: isPubliclyReachable(deps.config),
  });
  const drain = registerMonitoring(app, deps, {
    metrics,
    web: { streams: live, pageCache: pageCache.answered },
    shedding,
    findBackups: deps.config.backupFolder === undefined ? undefined : () => findBackupState(deps.db),
  });
  await registerCspReports(app, deps);
  registerCoverRoutes(app, deps);
  registerPictureRoute(app, deps);
  registerPortraitRoute(app, deps);
  registerLogoRoute(app, deps);
  registerSeoFiles(app, deps);
  registerFeeds(app, deps);
  if (storefront) await registerStorefront(app, storefront);
  const sharedAssets = build?.dist === undefined ? undefined : new SharedAssets(deps.storage, build.dist);
  app.setNotFoundHandler(async (request, reply) => {
    if (await sharedAssets?.send(request, reply)) return reply;
    if (storefront && wantsPage(request)) return sendStatusPage(storefront, request, reply, NOT_FOUND);
    return sendProblem(reply, new ApiError('not_found'), preferredLocale(request.headers['accept-language']));
  });
  return {
    app,
    drain,
    metrics: metrics.registry,
    publishAssets: async () => sharedAssets?.publish(),
    channels: { ...cacheChannels(deps, { pageCache, zones, frames }), [CUSTOMER_CHANNEL]: live.channel },
  };
}

function createHandlers(deps: Deps, { live, metrics }: { live: LiveHub; metrics: Metrics }): Handlers {
  return {
    ...sessionHandlers(deps),
    ...activationHandlers(deps),
    ...providerHandlers(deps),
    ...passkeyHandlers(deps),
    ...proofHandlers(deps),
    ...credentialHandlers(deps),
    ...accountHandlers(deps),
    ...catalogueHandlers(deps),
    ...searchHandlers(deps),
    ...couponHandlers(deps),
    ...deliveryHandlers(deps),
    ...orderHandlers(deps),
    ...paymentHandlers(deps),
    ...receiptHandlers(deps),
    ...transactionHandlers(deps),
    ...addressHandlers(deps),
    ...cartHandlers(deps),
    ...wishListHandlers(deps),
    ...alertHandlers(deps),
    ...ticketHandlers(deps),
    ...bookHandlers(deps),
    ...reviewHandlers(deps),
    ...liveHandlers(live),
    ...browserReportHandlers(metrics),
    ...dashboardHandlers(deps),
    ...privacyHandlers(deps),
    ...adminHandlers(deps),
  };
}

type Caches = { pageCache: PageCache; zones: ZoneCache; frames: FrameCache };

/** What other servers and the operator's commands change is dropped from this server's caches. */
function cacheChannels(deps: Deps, { pageCache, zones, frames }: Caches): Record<string, Channel> {
  const dropAll = () => {
    zones.drop();
    pageCache.invalidate();
  };
  const dropFrames = () => {
    frames.drop();
    pageCache.invalidate();
  };
  return {
    product_changed: productChannel(pageCache, deps.search),
    [ZONES_CHANGED]: { onMessage: dropAll, onReconnect: dropAll },
    [SETTINGS_CHANGED]: settingsChannel(deps, () => pageCache.invalidate()),
    [CONTENT_CHANGED]: { onMessage: dropFrames, onReconnect: dropFrames },
    [HOME_PAGE_CHANGED]: { onMessage: () => pageCache.invalidate(), onReconnect: () => pageCache.invalidate() },
  };
}

/** Rather than remember more products that searches are yet to find, all pages are dropped. */
const MANY_PRODUCTS = 10_000;

/** Pages of a product are dropped at once, and again when searches find the change: one may have been rendered in between. */
function productChannel(pageCache: PageCache, search: SearchIndex): Channel {
  let [changed, outstanding] = [new Set<number>(), new Set<number>()];
  let isSyncing = false;
  const drop = () => {
    pageCache.invalidate(changed);
    for (const id of changed) if (outstanding.size <= MANY_PRODUCTS) outstanding.add(id);
    changed = new Set();
    if (!isSyncing) void dropAgain().catch(() => pageCache.invalidate());
  };
  const dropAgain = async () => {
    isSyncing = true;
    try {
      while (outstanding.size > 0) {
        const synced = outstanding;
        outstanding = new Set();
        await search.sync();
        pageCache.invalidate(synced.size > MANY_PRODUCTS ? undefined : synced);
      }
    } finally {
      isSyncing = false;
    }
  };
  return {
    onMessage: (payload) => {
      if (changed.size === 0) queueMicrotask(drop);
      changed.add(Number(payload));
    },
    onReconnect: () => pageCache.invalidate(),
  };
}

const NOT_FOUND = { status: 404, view: { page: 'not_found' } } as const;

async function registerStorefront(app: FastifyInstance, storefront: PageContext): Promise<void> {
  registerApiDocs(app, storefront.deps);
  registerCustomerArea(app, storefront.deps, storefront.build.shell);
  registerAdminArea(app, storefront.deps, storefront.build.adminShell);
  await registerPages(app, storefront);
}

function createErrorPage(storefront: PageContext): ErrorPage {
  return (error, request, reply) => {
    if (!wantsPage(request)) return undefined;
    if (error instanceof ShedError) return sendBusyPage(storefront.deps, request, reply, error.details.retryAfter);
    const { code, details } = toApiError(error);
    if (code === 'not_found') return sendStatusPage(storefront, request, reply, NOT_FOUND);
    if (details.retryAfter) void reply.header('Retry-After', details.retryAfter);
    const view = { page: 'failed', requestId: request.id } as const;
    return sendStatusPage(storefront, request, reply, { status: ERROR_CODES[code], view });
  };
}
