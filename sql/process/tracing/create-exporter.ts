import { randomBytes } from "node:crypto";
import {
  ROOT_CONTEXT,
  SamplingDecision,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type SpanContext,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import type { NewSpan, Span, SpanExporter } from "./spans.ts";
import { rootOf, type SpanPlace } from "./trace.ts";
import type { TracingSettings } from "./tracing-settings.ts";

/** Some megabytes. Further spans are dropped. */
const MOST_WAITING = 8_192;
const EXPORT_EVERY_MS = 1_000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/**
 * Exports spans by OTLP, as JSON over HTTP. OpenTelemetry reads URL, headers and service name from its standard
 * settings. Nothing waits for it: spans are queued, and dropped while the collector is down.
 */
export function createExporter(
  { sampledShare }: TracingSettings,
  service: string,
  onError: (error: Error) => void,
): SpanExporter {
  const sampler = new TraceIdRatioBasedSampler(sampledShare);
  const isSampled = (traceId: string) =>
    sampler.shouldSample(ROOT_CONTEXT, traceId).decision !== SamplingDecision.NOT_RECORD;

  // The first span of a trace has ids that are known before: see rootOf().
  let root: SpanPlace | undefined;
  const provider = new TracerProvider({
    sampler,
    idGenerator: {
      generateTraceId: () => root!.traceId,
      generateSpanId: () => root?.spanId ?? randomBytes(8).toString("hex"),
    },
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": service }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportErrors(new OTLPTraceExporter(), onError),
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: EXPORT_EVERY_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("payments");
  const contextOf = (place: SpanPlace): SpanContext => ({
    ...place,
    traceFlags: isSampled(place.traceId) ? TraceFlags.SAMPLED : TraceFlags.NONE,
  });

  return {
    isSampled,
    begin({ name, kind, attributes = {}, links = [] }: NewSpan, at): Span {
      const isRoot = "traceId" in at;
      root = isRoot ? rootOf(at.traceId) : undefined;
      const context = isRoot ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(at.parent));
      const options = {
        kind: kinds[kind],
        attributes,
        links: links.map((place) => ({ context: contextOf(place) })),
      };
      const span = tracer.startSpan(name, options, context);
      const { traceId, spanId } = span.spanContext();
      return {
        place: { traceId, spanId },
        rename: (now) => void span.updateName(now),
        note: (more) => void span.setAttributes(more),
        end: (failure) => {
          if (failure !== undefined) {
            span.setStatus({ code: SpanStatusCode.ERROR });
            span.setAttribute("error.type", failure);
          }
          span.end();
        },
      };
    },
    stop: () => provider.shutdown().catch(() => {}),
  };
}

/** Calls `onError` at the first failure after a success. */
function reportErrors(otlp: OTLPTraceExporter, onError: (error: Error) => void) {
  let isFailing = false;
  return {
    export: (...[spans, done]: Parameters<OTLPTraceExporter["export"]>) =>
      otlp.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !isFailing) onError(result.error ?? new Error("spans were not exported"));
        isFailing = failed;
        done(result);
      }),
    shutdown: () => otlp.shutdown(),
    forceFlush: () => otlp.forceFlush(),
  };
}
