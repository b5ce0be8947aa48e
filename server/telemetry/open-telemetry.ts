import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { registryProducer } from './otlp-metrics.ts';
import { errorType, type OpenSpan, type SpanOptions, type Tracing } from './tracing.ts';

export type Telemetry = {
  tracing: Tracing;
  /** Sends the metrics of a registry too, from now on. */
  exportMetrics(registry: Registry): void;
  /** Sends what is left; never throws. */
  stop(): Promise<void>;
};

type TelemetrySettings = Pick<Config, 'otlpHeaders' | 'otelServiceName' | 'traceRatio' | 'metricInterval'> & {
  otlpEndpoint: string;
};

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;
/** A collector that does not answer holds up neither requests nor, for longer, the end of the server; in milliseconds. */
const EXPORT_TIMEOUT_MS = 5000;

/** Opens the official SDK: spans and metrics go to a collector by OTLP over HTTP. Loaded only where an endpoint is set. */
export function openTelemetry(settings: TelemetrySettings, onError: (error: Error) => void): Telemetry {
  reportFailures(onError);
  const { otlpEndpoint, otlpHeaders: headers, otelServiceName, traceRatio, metricInterval } = settings;
  const resource = defaultResource().merge(resourceFromAttributes({ 'service.name': otelServiceName }));
  const exporterFor = (signal: string) => ({
    url: `${otlpEndpoint}/v1/${signal}`,
    ...(headers && { headers }),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const spans = new BatchSpanProcessor({ exporter: new OTLPTraceExporter(exporterFor('traces')) });
  const provider = new TracerProvider({ resource, sampler: shareOfTraces(traceRatio), spanProcessors: [spans] });
  let meters: MeterProvider | undefined;
  return {
    tracing: tracingOf(provider),
    exportMetrics: (registry) => {
      const reader = new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(exporterFor('metrics')),
        exportIntervalMillis: metricInterval,
        exportTimeoutMillis: Math.min(EXPORT_TIMEOUT_MS, metricInterval),
        metricProducers: [registryProducer(registry)],
      });
      meters = new MeterProvider({ resource, readers: [reader] });
    },
    stop: async () => {
      await Promise.allSettled([provider.shutdown(), meters?.shutdown()]);
    },
  };
}

/** The SDK says of a collector that does not take what it is sent only to a logger of the whole process. */
function reportFailures(onError: (error: Error) => void): void {
  const error = (message: string, ...rest: unknown[]) => onError(new Error([message, ...rest].map(String).join(' ')));
  const ignore = () => {};
  const logger = { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
}

/** Whoever sends a `traceparent` does not decide whether it is kept: the trace's id does, alike on every server. */
function shareOfTraces(ratio: number): ParentBasedSampler {
  const root = new TraceIdRatioBasedSampler(ratio);
  return new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root });
}

/** Keeps its context to itself: nothing is registered for the whole process. */
function tracingOf(provider: TracerProvider): Tracing {
  const tracer = provider.getTracer('halaman');
  const contexts = new AsyncLocalStorageContextManager().enable();
  const propagator = new W3CTraceContextPropagator();
  const getter = { get: (carrier: Carrier) => carrier.traceparent, keys: () => ['traceparent'] };
  const parentOf = (traceparent: string | undefined) =>
    traceparent === undefined ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, { traceparent }, getter);
  const start = (name: string, { kind, attributes = {}, parent }: SpanOptions): OpenSpan => {
    const context = parent === undefined ? contexts.active() : parentOf(parent);
    return openSpan(contexts, context, tracer.startSpan(name, { kind: KINDS[kind], attributes }, context));
  };
  return {
    isOn: true,
    startRequest: (traceparent) => {
      const context = parentOf(traceparent);
      return openSpan(contexts, context, tracer.startSpan('request', { kind: SpanKind.SERVER }, context));
    },
    startChild: (name, options) => (trace.getSpan(contexts.active()) ? start(name, options) : undefined),
    span: async (name, options, work) => {
      const span = start(name, options);
      try {
        const result = await span.run(work);
        span.end();
        return result;
      } catch (error) {
        span.end({ error: errorType(error) });
        throw error;
      }
    },
    traceparent: () => {
      const carrier: Carrier = {};
      propagator.inject(contexts.active(), carrier, {
        set: (to, name, value) => {
          if (name === 'traceparent') to.traceparent = value;
        },
      });
      return carrier.traceparent;
    },
  };
}

type Carrier = { traceparent?: string };

function openSpan(contexts: AsyncLocalStorageContextManager, context: Context, span: Span): OpenSpan {
  const within = trace.setSpan(context, span);
  return {
    run: (work) => contexts.with(within, work),
    end: ({ name, attributes = {}, error } = {}) => {
      if (name !== undefined) span.updateName(name);
      span.setAttributes(attributes);
      if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
