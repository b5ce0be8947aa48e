import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean };
type Attribute = { key: string; value: Value };

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  status?: { code?: number };
};
export type ReceivedMetric = {
  name: string;
  sum?: { dataPoints: { asDouble?: number; asInt?: number; attributes: Attribute[] }[] };
  gauge?: { dataPoints: { asDouble?: number; asInt?: number; attributes: Attribute[] }[] };
  histogram?: { dataPoints: { count: number; bucketCounts: number[]; explicitBounds: number[] }[] };
};

type TraceRequest = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] };
type MetricRequest = { resourceMetrics: { scopeMetrics: { metrics: ReceivedMetric[] }[] }[] };

/** A collector of OpenTelemetry: it takes traces and metrics by OTLP over HTTP, as JSON, and keeps them. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const metrics: ReceivedMetric[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await text(request));
    headers.push(request.headers);
    if (request.url === '/v1/traces')
      spans.push(...(body as TraceRequest).resourceSpans.flatMap((one) => one.scopeSpans.flatMap((two) => two.spans)));
    else if (request.url === '/v1/metrics')
      metrics.push(
        ...(body as MetricRequest).resourceMetrics.flatMap((one) => one.scopeMetrics.flatMap((two) => two.metrics)),
      );
    else return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, spans, metrics, headers };
}
