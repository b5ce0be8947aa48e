/** What a span says of itself; never of a person: no values of parameters, no addresses, no tokens. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export type SpanOptions = {
  kind: 'internal' | 'client' | 'consumer';
  attributes?: SpanAttributes;
  /** The `traceparent` of what caused it, if that is not the span that runs now. */
  parent?: string | undefined;
};

/** A span that its maker ends. */
export type OpenSpan = {
  /** Runs work within the span: spans that begin in it are its children. */
  run<T>(work: () => T): T;
  /** `error`: the type of what failed. */
  end(result?: { name?: string; attributes?: SpanAttributes; error?: string | undefined }): void;
};

/** Where spans go. */
export type Tracing = {
  isOn: boolean;
  /** Begins the span of a request that came with this `traceparent`, if any. */
  startRequest(traceparent: string | undefined): OpenSpan;
  /** Begins a span below the one that runs now; none where none runs. */
  startChild(name: string, options: SpanOptions): OpenSpan | undefined;
  /** Runs work as a span, which fails with it. */
  span<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>;
  /** The `traceparent` (W3C) of the span that runs now, for what goes on elsewhere. */
  traceparent(): string | undefined;
};

const NO_SPAN: OpenSpan = { run: (work) => work(), end: () => {} };

/** No spans at all, where no `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
export const NO_TRACING: Tracing = {
  isOn: false,
  startRequest: () => NO_SPAN,
  startChild: () => undefined,
  span: (_name, _options, work) => work(),
  traceparent: () => undefined,
};

/** What a span says of an error: its code or type. Messages of databases and mail servers quote what people wrote. */
export function errorType(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'Error');
}
