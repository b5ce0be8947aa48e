import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Priority } from '#contract/priority.ts';
import { ApiError } from '../api-error.ts';
import type { ConcurrencyLimit } from './concurrency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which requests an overload takes first; `always` for health checks, `page` where nothing is said. */
    priority?: Priority | 'always';
  }
}

/** A request that is not handled because of an overload. */
export class ShedError extends ApiError {
  constructor() {
    super('busy', { retryAfter: retryDelay() });
  }
}

/** Seconds: those who are sent away together do not come back together. */
function retryDelay(): number {
  return 2 + Math.floor(Math.random() * 4);
}

/**
 * Refuses requests while the server has more than it answers in time, the least important first, before anything of them is
 * parsed. A request is in progress from when its body is there, so that slow clients take no room, until its response begins.
 */
export class LoadShedding {
  readonly #limit: ConcurrencyLimit | undefined;
  readonly #inProgress = new WeakMap<FastifyRequest, { priority: Priority; since: number }>();
  readonly #shed = new Map<Priority, number>();
  readonly #refused = new WeakSet<FastifyRequest>();

  /** Without a limit nothing is refused. */
  constructor(limit: ConcurrencyLimit | undefined) {
    this.#limit = limit;
  }

  install(app: FastifyInstance): void {
    if (!this.#limit) return;
    app.addHook('onRequest', (request, _reply, done) => {
      const priority = priorityOfRoute(request);
      if (priority !== 'always') this.#requireRoom(request, priority);
      done();
    });
    app.addHook('preHandler', (request, _reply, done) => {
      const priority = priorityOfRoute(request);
      if (priority !== 'always' && priority !== 'page' && !(request.body instanceof Readable))
        this.#begin(request, priority);
      done();
    });
    app.addHook('onSend', (request, _reply, _payload, done) => {
      this.#end(request);
      done();
    });
  }

  /** Lets a page in that turns out to be in no cache; throws {@link ShedError} where there is no room. */
  enter(request: FastifyRequest, priority: Priority): void {
    if (!this.#limit || this.#inProgress.has(request)) return;
    this.#requireRoom(request, priority);
    this.#begin(request, priority);
  }

  /** Whether a request was refused: it is counted rather than logged. */
  hasRefused(request: FastifyRequest): boolean {
    return this.#refused.has(request);
  }

  registerMetrics(metrics: Registry): void {
    const [limit, shed] = [this.#limit, this.#shed];
    if (!limit) return;
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers: [metrics],
        collect() {
          this.set(read());
        },
      });
    gauge('http_requests_in_progress', 'Requests that are being handled.', () => limit.inProgress);
    gauge('http_concurrency_limit', 'How many requests are handled at once.', () => limit.limit);
    gauge('event_loop_lateness_seconds', 'How late the event loop is.', () => limit.lateness / 1000);
    new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests refused because of an overload, by priority.',
      labelNames: ['priority'],
      registers: [metrics],
      collect() {
        this.reset();
        for (const [priority, count] of shed) this.inc({ priority }, count);
      },
    });
  }

  #requireRoom(request: FastifyRequest, priority: Priority): void {
    if (this.#limit?.admits(priority) !== false) return;
    this.#shed.set(priority, (this.#shed.get(priority) ?? 0) + 1);
    this.#refused.add(request);
    throw new ShedError();
  }

  #begin(request: FastifyRequest, priority: Priority): void {
    this.#limit?.begin();
    this.#inProgress.set(request, { priority, since: performance.now() });
  }

  #end(request: FastifyRequest): void {
    const begun = this.#inProgress.get(request);
    if (!begun) return;
    this.#inProgress.delete(request);
    this.#limit?.end(begun.priority, performance.now() - begun.since);
  }
}

/** An address that nobody knows costs as much as a page that is not cached. */
function priorityOfRoute({ is404, routeOptions }: FastifyRequest): Priority | 'always' {
  return is404 ? 'browse' : (routeOptions.config.priority ?? 'page');
}
