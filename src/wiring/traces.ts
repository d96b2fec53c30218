// Spans to an OpenTelemetry collector, where the environment names one; otherwise nothing of the SDK is loaded.
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import manifest from '../../package.json' with { type: 'json' };
import type { Logger } from '../platform/log.ts';
import { recordSpans, type Recorder, type Span } from '../platform/trace.ts';
import type { Config } from './config.ts';

/** Time limit for the last spans at the end of the service. */
const LAST_SPANS_MS = 3_000;

type TraceSettings = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' | 'OTEL_SDK_DISABLED' | 'OTEL_TRACES_EXPORTER'
>;

export function exportsTraces(config: TraceSettings): boolean {
  const address = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return address !== undefined && config.OTEL_SDK_DISABLED !== 'true' && config.OTEL_TRACES_EXPORTER !== 'none';
}

/** Before a database is opened, whose connections record what they are asked. The SDK reads the rest of its environment itself. */
export async function startTraces(log: Logger): Promise<{ close(): Promise<void> }> {
  const [api, { BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { detectResources, envDetector, resourceFromAttributes } = resources;
  const ours = resourceFromAttributes({ 'service.name': 'folio', 'service.version': manifest.version });
  const provider = new BasicTracerProvider({
    resource: ours.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(tellingOnce(new OTLPTraceExporter(), log))],
  });
  const tracer = provider.getTracer('folio', manifest.version);

  const record: Recorder = ({ name, kind, attributes }, parent) => {
    const context = parent
      ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, traceFlags: Number.parseInt(parent.flags, 16) })
      : api.ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind: api.SpanKind[kind], attributes }, context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      trace: { traceId, spanId, flags: traceFlags.toString(16).padStart(2, '0') },
      set(more, called) {
        span.setAttributes(more);
        if (called !== undefined) span.updateName(called);
      },
      fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: api.SpanStatusCode.ERROR }),
      end: () => span.end(),
    } satisfies Span;
  };
  recordSpans(record);
  return {
    async close() {
      recordSpans(undefined);
      const ended = provider.shutdown().catch(() => undefined);
      await Promise.race([ended, delay(LAST_SPANS_MS, undefined, { ref: false })]);
    },
  };
}

/** A collector that is away loses spans and nothing else; said when it goes and when it is back, and not for each batch. */
function tellingOnce(exporter: SpanExporter, log: Logger): SpanExporter {
  let isAway = false;
  function noted(error: Error | undefined): void {
    const failed = error !== undefined;
    if (failed === isAway) return;
    isAway = failed;
    if (failed) log.warn({ err: error }, 'traces do not reach their collector; spans are dropped');
    else log.info({}, 'traces reach their collector again');
  }
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, ({ error }) => {
        noted(error);
        // The exporter's failures are logged by us already.
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
