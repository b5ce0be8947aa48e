import type { FastifyInstance } from 'fastify';
import { REFUSALS } from '#contract/refusals.ts';
import { preferredLocale } from '#domain/locale.ts';
import { accountHandlers } from './accounts/routes.ts';
import { addressHandlers } from './addresses/routes.ts';
import { registerCovers } from './catalogue/covers.ts';
import { catalogueHandlers } from './catalogue/routes.ts';
import { couponHandlers } from './coupons/routes.ts';
import type { Channel } from './db/listen.ts';
import { dashboardHandlers } from './dashboard/routes.ts';
import type { Deps } from './deps.ts';
import { bindEndpoints, type Handlers } from './http/bind.ts';
import { registerDescription, registerReports } from './http/description.ts';
import { asRefusal, handleErrors, type FailurePage } from './http/errors.ts';
import { createFastify, wantsPage } from './http/fastify.ts';
import { registerOperations } from './http/operations.ts';
import { sendProblem } from './http/problem.ts';
import { LiveHub } from './live/hub.ts';
import { liveHandlers } from './live/routes.ts';
import { CUSTOMER_TOLD } from './live/tell-customer.ts';
import { orderHandlers } from './orders/routes.ts';
import type { Build } from './pages/build.ts';
import { registerFiles } from './pages/files.ts';
import { registerMachineFiles } from './pages/machine-files.ts';
import { PageCache } from './pages/page-cache.ts';
import { registerPages, sendStatusPage } from './pages/routes.ts';
import { refundHandlers } from './refunds/routes.ts';
import { privacyHandlers } from './privacy/routes.ts';
import { receiptHandlers } from './receipts/routes.ts';
import { Refusal } from './refuse.ts';
import { searchHandlers } from './search/routes.ts';
import { findCaller } from './sessions/find-caller.ts';
import { providerHandlers } from './sessions/provider-handlers.ts';
import { sessionHandlers } from './sessions/routes.ts';
import { ticketHandlers } from './tickets/routes.ts';
import { transactionHandlers } from './transactions/routes.ts';
import { wishListHandlers } from './wish-lists/routes.ts';

/** `channels`: what is to be done with what the database tells. `leave`: says that no new reader should be sent here. */
type BuiltApp = { app: FastifyInstance; channels: Record<string, Channel>; leave: () => void };

/** The whole server, not listening yet; without a build it answers calls only. */
export async function buildApp(deps: Deps, build?: Build): Promise<BuiltApp> {
  const app = await createFastify(deps.config, { longestLag: deps.longestLag });
  const pageCache = new PageCache();
  const live = new LiveHub();
  app.addHook('preClose', async () => live.close());
  const storefront = build && { deps, build, cache: pageCache };
  handleErrors(app, storefront && failurePageOf(storefront));
  const handlers: Handlers = {
    ...sessionHandlers(deps),
    ...providerHandlers(deps),
    ...accountHandlers(deps),
    ...catalogueHandlers(deps),
    ...searchHandlers(deps),
    ...couponHandlers(deps),
    ...orderHandlers(deps),
    ...refundHandlers(deps),
    ...receiptHandlers(deps),
    ...transactionHandlers(deps),
    ...addressHandlers(deps),
    ...wishListHandlers(deps),
    ...ticketHandlers(deps),
    ...liveHandlers(live),
    ...dashboardHandlers(deps),
    ...privacyHandlers(deps),
  };
  bindEndpoints(app, handlers, {
    findCaller: (token) => findCaller(deps.db, token),
    takeCredit: deps.takeCredit,
  });
  const leave = registerOperations(app, deps, live);
  await registerReports(app, deps);
  registerCovers(app, deps);
  registerMachineFiles(app, deps);
  if (storefront) await registerStorefront(app, storefront);
  app.setNotFoundHandler((request, reply) => {
    if (storefront && wantsPage(request)) return sendStatusPage(storefront, request, reply, NOT_FOUND);
    return sendProblem(reply, new Refusal('not_found'), preferredLocale(request.headers['accept-language']));
  });
  const drop = { onTold: (title: string) => pageCache.drop(Number(title)), onGap: () => pageCache.drop() };
  return { app, leave, channels: { title_changed: drop, [CUSTOMER_TOLD]: live.channel } };
}

type Storefront = { deps: Deps; build: Build; cache: PageCache };

const NOT_FOUND = { status: 404, view: { page: 'not_found' } } as const;

async function registerStorefront(app: FastifyInstance, storefront: Storefront): Promise<void> {
  registerDescription(app, storefront.deps, storefront.build.assetsFor('en').css);
  await registerFiles(app, storefront.deps, storefront.build);
  await registerPages(app, storefront);
}

function failurePageOf(storefront: Storefront): FailurePage {
  return (error, request, reply) => {
    if (!wantsPage(request)) return undefined;
    const { code, details } = asRefusal(error);
    if (code === 'not_found') return sendStatusPage(storefront, request, reply, NOT_FOUND);
    const status = code === 'busy' || code === 'too_many_requests' ? REFUSALS[code] : 500;
    if (details.retryAfter) void reply.header('Retry-After', details.retryAfter);
    return sendStatusPage(storefront, request, reply, { status, view: { page: 'failed', requestId: request.id } });
  };
}
