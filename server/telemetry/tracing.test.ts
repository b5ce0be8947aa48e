import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { newDatabase } from '../../tests/database.ts';
import { makeProduct, orderPayload } from '../../tests/factories.ts';
import { startCollector, type ReceivedSpan } from '../../tests/fakes/otlp-collector.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openServices } from '../services.ts';
import { waitUntil } from '../startup.ts';
import { openTelemetry } from './open-telemetry.ts';

const collector = await startCollector();
const connect = await newDatabase();
const config = readConfig({
  DATA_DIR: mkdtempSync(join(inject('cluster').folder, 'data-')),
  LOG_LEVEL: 'silent',
  DEMO: '1',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
});
const onError = (error: Error) => {
  throw error;
};
const telemetry = openTelemetry({ ...config, otlpEndpoint: config.otlpEndpoint! }, onError);
const settings = { config, publicUrl: 'http://shop.test', connect, onError, role: 'all' as const };
const shop = await openServices({ ...settings, tracing: telemetry.tracing });
const { app, metrics } = await buildApp(shop.deps);
afterAll(async () => {
  await app.close();
  await shop.close();
  await telemetry.stop();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const traceparent = `00-${TRACE}-${PARENT}-01`;
const product = await makeProduct(shop);

const payload = orderPayload({ lines: [product], email: 'nurul.hidayah@mail.test' });
const placed = await app.inject({ method: 'POST', url: '/customer/order/set', headers: { traceparent }, payload });
await app.inject({ url: `/api/guest-orders/${'s'.repeat(43)}`, headers: { traceparent } });
await app.inject({ url: '/api/site/products?q=nurul.hidayah%40mail.test', headers: { traceparent } });

const named = (name: string) => collector.spans.filter((span) => span.name === name);

test('an order is one trace, from the browser’s request over its statements to the email of its job', async () => {
  expect(placed.statusCode).toBe(201);
  await waitUntil(() => named('send email').length > 0, { seconds: 30, what: 'the span of the email' });
  await waitUntil(() => named('UPDATE email_message').length > 0, { seconds: 30, what: 'the span of the job' });
  const [request] = named('POST /customer/order/set');
  const [email] = named('send email');
  const [job] = named('job mail');
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
  expect(email).toMatchObject({ traceId: TRACE, parentSpanId: job!.spanId });
  expect(job).toMatchObject({ traceId: TRACE });
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === request!.spanId);
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'INSERT order', 'COMMIT']));
  expect(statements.some(({ spanId }) => spanId === job!.parentSpanId) || job!.parentSpanId === request!.spanId).toBe(
    true,
  );
});

test('spans name no person, no token and no value', async () => {
  await waitUntil(() => named('GET /api/site/products').length > 0, { seconds: 30, what: 'the span of the search' });
  const text = JSON.stringify(collector.spans);
  expect(text).toContain('/api/guest-orders/:token');
  expect(text).not.toMatch(/nurul|mail\.test|s{43}|Jalan/);
});

test('a client does not decide which share of traces is sent', async () => {
  const none = openTelemetry({ ...config, otlpEndpoint: collector.endpoint, traceRatio: 0 }, onError);
  const before = collector.spans.length;
  none.tracing.startRequest(traceparent).end({ name: 'not sent' });
  await none.stop();
  expect(collector.spans.slice(before).filter(({ name }: ReceivedSpan) => name === 'not sent')).toEqual([]);
});

test('the collector gets the metrics of /metrics, with its headers', async () => {
  const sender = openTelemetry({ ...config, otlpEndpoint: collector.endpoint, metricInterval: 100 }, onError);
  sender.exportMetrics(metrics);
  await waitUntil(() => collector.metrics.some(({ name }) => name === 'orders_placed_total'), {
    seconds: 30,
    what: 'metrics',
  });
  await sender.stop();
  const find = (wanted: string) => collector.metrics.findLast(({ name }) => name === wanted)!;
  expect(find('orders_placed_total').sum?.dataPoints[0]).toMatchObject({ asDouble: 1 });
  expect(find('payments_unmatched').gauge?.dataPoints[0]).toMatchObject({ asDouble: 0 });
  const [histogram] = find('http_request_duration_seconds').histogram!.dataPoints;
  const { bucketCounts, explicitBounds, count } = histogram!;
  expect(bucketCounts).toHaveLength(explicitBounds.length + 1);
  expect(bucketCounts.reduce((sum, one) => sum + Number(one), 0)).toBe(Number(count));
  expect(collector.headers.at(-1)).toMatchObject({ authorization: 'Bearer secret' });
});
