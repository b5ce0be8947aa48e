import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { findSchema } from '../db/migrate.ts';
import type { Deps } from '../deps.ts';

/** Milliseconds. */
const MOST_WAIT = 1000;
const LEAST_DISK = 500 * 1024 * 1024;

/**
 * What a supervisor asks: does the process live, can it serve, how is it doing. No label names a person. Answers how to
 * say that this server is about to leave: it is not ready from then on, and serves who still comes.
 */
export function registerOperations(app: FastifyInstance, { db, config }: Deps, streams: { size: number }): () => void {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  new Gauge({
    name: 'live_streams',
    help: 'Open streams of events.',
    registers: [metrics],
    collect() {
      this.set(streams.size);
    },
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [metrics],
  });
  let isLeaving = false;
  app.addHook('onResponse', async (request, reply) => {
    if (reply.getHeader('content-type') === 'text/event-stream') return;
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = !isLeaving && (await isDatabaseReady(db)) && (await hasDisk(config.dataDir));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
  return () => {
    isLeaving = true;
  };
}

/** Reachable within a second, with the schema of this code. */
async function isDatabaseReady(db: Deps['db']): Promise<boolean> {
  const late = setTimeout(MOST_WAIT, undefined, { ref: false });
  const schema = await Promise.race([findSchema(db.$client).catch(() => undefined), late]);
  return schema === 'current';
}

async function hasDisk(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Number.MAX_SAFE_INTEGER, bsize: 1 }));
  return bavail * bsize > LEAST_DISK;
}
