import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, Tracing } from '../telemetry/tracing.ts';

/** Asked again and again by machines, or open for hours. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics', '/api/live', '/api/admin/live', '/api/browser-reports']);

/**
 * Makes a span of every request. Its name and `http.route` are the route's pattern: an address may hold an order's token or
 * what somebody searched for.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', async (request) => {
    const { traceparent } = request.headers;
    if (UNTRACED.has(request.routeOptions.url ?? '')) return;
    spans.set(request, tracing.startRequest(typeof traceparent === 'string' ? traceparent : undefined));
  });
  // Only here: reading the body leaves the context of its request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const { method, id, routeOptions } = request;
    const route = routeOptions.url;
    spans.get(request)?.end({
      name: route === undefined ? method : `${method} ${route}`,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': statusCode,
        'halaman.request_id': id,
      },
      error: statusCode >= 500 ? String(statusCode) : undefined,
    });
  });
}
