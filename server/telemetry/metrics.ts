import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { BROWSER_AREAS, BROWSER_ERROR_KINDS } from '#contract/browser-reports.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** What a server counts itself. Values of labels are from short lists of the code: no label names a person, id or code. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    ordersPlaced: new Counter({ name: 'orders_placed_total', help: 'Orders that customers placed.', registers }),
    vitals: new Histogram({
      name: 'browser_web_vital_seconds',
      help: 'How fast pages were in browsers: LCP, INP and TTFB, by area and kind of page.',
      labelNames: ['vital', 'area', 'page'],
      buckets: [0.05, 0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 8],
      registers,
    }),
    layoutShifts: new Histogram({
      name: 'browser_layout_shift',
      help: 'How much pages moved in browsers (CLS), by area and kind of page.',
      labelNames: ['area', 'page'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5],
      registers,
    }),
    browserErrors: withZeros(
      new Counter({
        name: 'browser_errors_total',
        help: 'Errors of scripts that browsers reported, by area and kind.',
        labelNames: ['area', 'kind'],
        registers,
      }),
    ),
    databaseUp: new Gauge({
      name: 'shop_database_up',
      help: 'Whether the database answered what is counted in it (1) or not (0).',
      registers,
    }),
  };
}

/** Counters that begin with 0 show their first error as an increase. */
function withZeros(errors: Counter<'area' | 'kind'>): Counter<'area' | 'kind'> {
  for (const area of BROWSER_AREAS) for (const kind of BROWSER_ERROR_KINDS) errors.inc({ area, kind }, 0);
  return errors;
}
