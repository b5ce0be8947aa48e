import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api';
import { hrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';

/** A metric as prom-client states it: of a histogram one value a bucket, and its sum and count. */
type Family = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];
type FamilyValue = {
  value: number;
  labels: Partial<Record<string, string | number>>;
  metricName?: string;
};
type Interval = { startTime: HrTime; endTime: HrTime };

/** Hands the metrics of `/metrics` to the SDK, so that each of them is defined and counted once. */
export function registryProducer(registry: Registry): MetricProducer {
  const startTime = hrTime();
  return {
    collect: async () => {
      const families = await registry.getMetricsAsJSON();
      const interval = { startTime, endTime: hrTime() };
      const metrics = families.flatMap((family) => metricOf(family, interval));
      const scopeMetrics = [{ scope: { name: 'halaman' }, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

function metricOf(family: Family, interval: Interval): MetricData[] {
  const { name, help, type } = family;
  const values = family.values as FamilyValue[];
  const common = {
    descriptor: { name, description: help, unit: name.endsWith('_seconds') ? 's' : '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = () => values.map(({ labels, value }) => ({ ...interval, attributes: toAttributes(labels), value }));
  // prom-client names types by words; its declarations say numbers.
  switch (String(type)) {
    case 'counter':
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
    case 'gauge':
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
    case 'histogram':
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(values, interval) }];
    default:
      return [];
  }
}

const toAttributes = (labels: FamilyValue['labels']): Attributes => ({ ...labels });

function histogramPoints(values: readonly FamilyValue[], interval: Interval): DataPoint<Histogram>[] {
  const bySeries = Map.groupBy(values, ({ labels }) => JSON.stringify({ ...labels, le: undefined }));
  return [...bySeries.entries()].map(([labels, series]) => ({
    ...interval,
    attributes: JSON.parse(labels) as Attributes,
    value: histogramOf(series),
  }));
}

/** Prometheus counts all values up to a bound, OTLP those between two. */
function histogramOf(series: readonly FamilyValue[]): Histogram {
  const buckets = series.filter(({ labels }) => labels.le !== undefined);
  const valueOf = (suffix: string) => series.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0;
  const upTo = buckets.map(({ value }) => value);
  return {
    buckets: {
      boundaries: buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite),
      counts: upTo.map((count, index) => count - (upTo[index - 1] ?? 0)),
    },
    sum: valueOf('_sum'),
    count: valueOf('_count'),
  };
}
