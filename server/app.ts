import type { FastifyInstance } from 'fastify';
import { accountHandlers } from './accounts/routes.ts';
import { addressHandlers } from './addresses/routes.ts';
import { catalogueHandlers } from './catalogue/routes.ts';
import { couponHandlers } from './coupons/routes.ts';
import type { Deps } from './deps.ts';
import { bindEndpoints, type Handlers } from './http/bind.ts';
import { createFastify } from './http/fastify.ts';
import { limitsIn, withoutLimits } from './http/limits.ts';
import { orderHandlers } from './orders/routes.ts';
import { searchHandlers } from './search/routes.ts';
import { findCaller } from './sessions/find-caller.ts';
import { sessionHandlers } from './sessions/routes.ts';
import { ticketHandlers } from './tickets/routes.ts';
import { transactionHandlers } from './transactions/routes.ts';
import { wishListHandlers } from './wish-lists/routes.ts';

/** The whole server, not listening yet. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = await createFastify(deps.config);
  const handlers: Handlers = {
    ...sessionHandlers(deps),
    ...accountHandlers(deps),
    ...catalogueHandlers(deps),
    ...searchHandlers(deps),
    ...couponHandlers(deps),
    ...orderHandlers(deps),
    ...transactionHandlers(deps),
    ...addressHandlers(deps),
    ...wishListHandlers(deps),
    ...ticketHandlers(deps),
  };
  bindEndpoints(app, handlers, {
    findCaller: (token) => findCaller(deps.db, token),
    takeCredit: deps.config.rateLimits ? limitsIn(deps.db) : withoutLimits,
  });
  return app;
}
