import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { errorType, type OpenSpan, type Tracing } from './tracing.ts';

/** Longer statements are cut off in spans. */
const MAX_STATEMENT = 2000;

type Query = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

/** Makes a span of every statement that a pool's connections send within another span. Values of parameters are not part of it. */
export function traceStatements(pool: pg.Pool, tracing: Tracing): void {
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown;
  // A statement that waited for a connection belongs to who sent it, not to who released the connection.
  const boundConnect = (callback?: Callback) => (callback ? connect(AsyncResource.bind(callback)) : connect());
  pool.connect = boundConnect as typeof pool.connect;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => traceQuery(tracing, query, args)) as typeof client.query;
  });
}

function traceQuery(tracing: Tracing, query: Query, args: unknown[]): unknown {
  const text = statementOf(args[0]);
  const span = text === undefined ? undefined : startSpan(tracing, text);
  if (!span) return query(...args);
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const bound = AsyncResource.bind(callback as Callback);
    return query(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
      endSpan(span, error);
      bound(error, ...rest);
    });
  }
  const result = query(...args) as Promise<unknown>;
  result.then(
    () => endSpan(span),
    (error: unknown) => endSpan(span, error),
  );
  return result;
}

/** The text of a statement; nothing of what streams its rows or has a callback of its own. */
function statementOf(config: unknown): string | undefined {
  if (typeof config === 'string') return config;
  const { text, submit, callback } = Object(config) as { text?: unknown; submit?: unknown; callback?: unknown };
  return typeof text === 'string' && submit === undefined && callback === undefined ? text : undefined;
}

function startSpan(tracing: Tracing, text: string): OpenSpan | undefined {
  const [, operation = 'statement'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"(\w+)"/i.exec(text) ?? [];
  const verb = operation.toUpperCase();
  return tracing.startChild(table ? `${verb} ${table}` : verb, {
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      'db.collection.name': table,
      'db.query.text': text.slice(0, MAX_STATEMENT),
    },
  });
}

function endSpan(span: OpenSpan, error?: unknown): void {
  span.end(error ? { error: errorType(error) } : {});
}
