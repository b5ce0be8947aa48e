import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import type { Deps } from '../server/context.ts';
import { SHOP_DATABASE, startEmbedded } from '../server/db/embedded.ts';
import { loadStorefrontBuild } from '../server/pages/storefront.ts';
import { openSearchThread } from '../server/search/search-thread.ts';
import { openServices, prepareDatabase } from '../server/services.ts';
import { waitUntil } from '../server/startup.ts';
import { openCpuClock, type CpuClock } from './cpu-time.ts';
import { collectPlans, explainEverything, type PlanCollector } from './plans.ts';

/** A shop among made titles in this process, without its page cache. */
export type GrowthShop = {
  app: FastifyInstance;
  deps: Deps;
  connect: pg.PoolConfig;
  client: pg.Client;
  cpu: CpuClock;
  plans: PlanCollector;
};

/** Opens the shop of a data folder for `work`; with `isExplained` PostgreSQL reports the plan of every statement. */
export async function withGrowthShop<T>(
  folder: string,
  isExplained: boolean,
  work: (shop: GrowthShop) => Promise<T>,
): Promise<T> {
  const embedded = await startEmbedded({ folder: join(folder, 'postgres'), onNotice: () => {} });
  const connect = embedded.connect(SHOP_DATABASE);
  await prepareDatabase(connect);
  const superuser = new pg.Client(embedded.asSuperuser(SHOP_DATABASE));
  await superuser.connect();
  await superuser.query('ANALYZE; CHECKPOINT');
  await explainEverything(superuser, SHOP_DATABASE, isExplained);
  const shop = await openServices({
    config: readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', DEMO: '1' }),
    publicUrl: 'http://shop.test',
    connect,
    onError: console.error,
  });
  const plans = await collectPlans(shop.pool);
  const fallback = shop.deps.search;
  const search = openSearchThread({ connect, folder: join(folder, 'search'), fallback, onError: console.error });
  await waitUntil(async () => search.isIndexed(), { seconds: 3600, what: 'the search index' });
  const deps = { ...shop.deps, search };
  const { app } = await buildApp(deps, { ...(await loadStorefrontBuild()), isCacheable: false });
  try {
    return await work({ app, deps, connect, client: superuser, cpu: await openCpuClock(superuser), plans });
  } finally {
    await app.close();
    await search.stop();
    await shop.close();
    await explainEverything(superuser, SHOP_DATABASE, false);
    await superuser.end();
    await embedded.stop();
  }
}
