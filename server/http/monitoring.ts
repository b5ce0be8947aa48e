import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { configWarnings } from '../config.ts';
import { isLoopback } from '../setting-urls.ts';
import { isWritable } from '../db/connection.ts';
import { findSchemaStatus } from '../db/migrate.ts';
import type { Deps } from '../context.ts';
import { throwApiError } from '../api-error.ts';
import { hashSecret } from '../secrets.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { registerBackupGauges, type FindBackups } from '../telemetry/backup-gauges.ts';
import { registerProcessGauges, registerWebGauges, type WebFacts } from '../telemetry/process-gauges.ts';
import { registerReplicaGauges } from '../telemetry/replica-gauges.ts';
import { registerShopGauges } from '../telemetry/shop-gauges.ts';
import { drainConnections } from './connections.ts';
import type { LoadShedding } from './load-shedding.ts';

/** Milliseconds. */
const DATABASE_TIMEOUT_MS = 1000;
const MIN_FREE_DISK_BYTES = 500 * 1024 * 1024;
const UNSHED = { config: { priority: 'always' } } as const;

type Watched = {
  metrics: Metrics;
  /** Where it answers readers. */
  web?: Pick<WebFacts, 'streams' | 'pageCache'>;
  shedding: LoadShedding;
  findBackups?: FindBackups | undefined;
};

/**
 * Registers `/healthz`, `/readyz` and `/metrics`; no label identifies a person. Returns how to begin draining: from then on
 * the server reports not ready, and still handles requests.
 */
export function registerMonitoring(app: FastifyInstance, deps: Deps, watched: Watched): () => void {
  const { db, config, search, recentReads } = deps;
  const { registry, requests, ordersPlaced } = watched.metrics;
  collectDefaultMetrics({ register: registry });
  registerProcessGauges(registry, db.$client);
  if (watched.web) registerWebGauges(registry, { search, ...watched.web });
  registerShopGauges(watched.metrics, db);
  watched.shedding.registerMetrics(registry);
  if (recentReads.replicas.length > 0) registerReplicaGauges(registry, recentReads.replicas);
  if (watched.findBackups) registerBackupGauges(registry, watched.findBackups);
  let isDraining = false;
  const drain = drainConnections(app);
  app.addHook('onResponse', async (request, reply) => {
    if (reply.getHeader('content-type') === 'text/event-stream') return;
    const { url: route = 'unknown' } = request.routeOptions;
    const { statusCode: status } = reply;
    requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    if (route === ENDPOINTS.placeOrder.path && status === 201 && !reply.hasHeader('Idempotent-Replayed'))
      ordersPlaced.inc();
  });
  const warnings = configWarnings(config);
  const detail = warnings.length > 0 ? { warnings } : {};
  app.get('/healthz', UNSHED, async () => ({ status: 'ok' }));
  app.get('/readyz', UNSHED, async (request, reply) => {
    const reason = isDraining ? 'draining' : await findReason(db, config.dataDir);
    if (!reason) return reply.send({ status: 'ready', ...detail });
    if (OUTAGES.has(reason) && isForPages(request)) return reply.send({ status: 'degraded', reason, ...detail });
    return reply.code(503).send({ status: 'not ready', reason, ...detail });
  });
  app.get('/metrics', UNSHED, async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) throwApiError('not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return () => {
    isDraining = true;
    drain();
  };
}

/** A client with the token, or this machine itself if there is no proxy. */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  const [, offered = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token && timingSafeEqual(hashSecret(offered), hashSecret(token))) return true;
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via'].some((name) => headers[name] !== undefined);
  return !isForwarded && isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/i, ''));
}

type Reason = 'database' | 'read-only database' | 'schema' | 'disk';

/** With these a server still sends the pages that it has in its cache. */
const OUTAGES: ReadonlySet<string> = new Set<Reason>(['database', 'read-only database']);

/** Whether a proxy asks `/readyz?for=pages`: which servers may be asked for pages while none is ready for everything. */
function isForPages({ query }: FastifyRequest): boolean {
  return (query as Record<string, unknown>).for === 'pages';
}

/** Why the server should get no requests: the database has to answer within a second, take writes and have a schema that this code runs on. */
async function findReason({ $client }: Deps['db'], dataDir: string): Promise<Reason | undefined> {
  const timeout = setTimeout(DATABASE_TIMEOUT_MS, undefined, { ref: false });
  const checks = Promise.all([isWritable($client), findSchemaStatus($client)]).catch(() => undefined);
  const checked = await Promise.race([checks, timeout]);
  if (!checked) return 'database';
  const [acceptsWrites, schema] = checked;
  if (!acceptsWrites) return 'read-only database';
  if (schema !== 'current' && schema !== 'newer') return 'schema';
  return (await hasFreeDisk(dataDir)) ? undefined : 'disk';
}

async function hasFreeDisk(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Number.MAX_SAFE_INTEGER, bsize: 1 }));
  return bavail * bsize > MIN_FREE_DISK_BYTES;
}
