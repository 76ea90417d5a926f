let api: typeof import('@opentelemetry/api') | undefined;

/** Sends spans of this process to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`; without one nothing of it is loaded. */
export async function startTracing(service: string): Promise<void> {
  // The SDK reads this variable and its others itself.
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const resource = resourceFromAttributes({ 'service.name': `drive-portal-${service}` });
  new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] }).register();
  api = await import('@opentelemetry/api');
}

/** Whether spans are made in this process. */
export const isTracing = (): boolean => api !== undefined;

/** Of the current span, in the format of W3C Trace Context; undefined outside of one. */
export function traceparent(): string | undefined {
  const headers: { traceparent?: string } = {};
  api?.propagation.inject(api.context.active(), headers);
  return headers.traceparent;
}

/** For log lines. */
export function traceIds(): object {
  const span = api?.trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** Runs `work` in a span. @param parent traceparent of what caused it elsewhere; by default the current span */
export function inSpan<T>(
  name: string,
  kind: 'SERVER' | 'CLIENT' | 'CONSUMER',
  work: () => Promise<T>,
  parent?: string | null,
): Promise<T> {
  if (!api) return work();
  const { context, propagation, trace, SpanKind, SpanStatusCode } = api;
  const before = parent ? propagation.extract(context.active(), { traceparent: parent }) : context.active();
  const span = trace.getTracer('drive-portal').startSpan(name, { kind: SpanKind[kind] }, before);
  const failed = (error: unknown): never => {
    span.recordException(error instanceof Error ? error : String(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  };
  return context.with(trace.setSpan(before, span), () =>
    work()
      .catch(failed)
      .finally(() => span.end()),
  );
}
