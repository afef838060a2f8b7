import {
  createTraceId,
  formatTraceparent,
  presentFacts,
  presentPlace,
  rootOf,
  runAtPlace,
  runInScope,
  runOutside,
  type LogFacts,
  type SpanPlace,
} from "./trace.ts";

/** Words and numbers of our own: never a URL, a header, a body, a value of a statement, or the text of an error. */
export type Attributes = Record<string, string | number>;

export type NewSpan = {
  name: string;
  kind: "server" | "client" | "consumer" | "internal";
  attributes?: Attributes;
  links?: readonly SpanPlace[];
};

export type Span = {
  place: SpanPlace;
  rename(name: string): void;
  note(attributes: Attributes): void;
  /** `failure`: why it failed, in a word of ours, such as the name of an error. */
  end(failure?: string): void;
};

export type SpanExporter = {
  isSampled(traceId: string): boolean;
  /** Begins a span under another, or the first one of a trace. */
  begin(span: NewSpan, at: { parent: SpanPlace } | { traceId: string }): Span;
  /** Sends what is left, for a moment at most. Never rejects. */
  stop(): Promise<void>;
};

/** Undefined: no spans are made, and everything below only runs what it is given. */
let exporter: SpanExporter | undefined;

/** To be called once, before anything is traced. */
export function exportSpansBy(given: SpanExporter): void {
  exporter = given;
}

export function isExporting(): boolean {
  return exporter !== undefined;
}

/** The header traceparent of a request of ours, which says whether the trace is sampled. */
export function traceparentOf(place: SpanPlace): string {
  return formatTraceparent(place, exporter?.isSampled(place.traceId));
}

/** Begins the first span of a trace; undefined where no spans are made. */
export function beginTrace(traceId: string, span: NewSpan): Span | undefined {
  return exporter?.begin(span, { traceId });
}

/** Begins a span of the present request or job; undefined where there is none, or no spans are made. */
export function beginSpan(span: NewSpan): Span | undefined {
  const parent = presentPlace();
  return parent === undefined ? undefined : exporter?.begin(span, { parent });
}

/** Runs something as a span of the present request or job. */
export function inSpan<Result>(span: NewSpan, run: (span?: Span) => Promise<Result>): Promise<Result> {
  const begun = beginSpan(span);
  return begun === undefined ? run() : runAs(begun, run);
}

/**
 * Runs a job, or one of several things that it does, in the trace of its row: as a span under the first one, or under
 * the present one where that is in the same trace. In a trace of its own where the row has none.
 */
export function inTrace<Result>(
  traceId: string | undefined,
  facts: LogFacts,
  span: NewSpan,
  run: (span?: Span) => Promise<Result>,
): Promise<Result> {
  if (traceId !== undefined) {
    const present = presentPlace();
    const place = present?.traceId === traceId ? present : rootOf(traceId);
    return runInScope(place, facts, () => inSpan(span, run));
  }
  const own = createTraceId();
  return runInScope(rootOf(own), facts, () => {
    const begun = beginTrace(own, span);
    return begun === undefined ? run() : runAs(begun, run);
  });
}

/** Runs what several requests or jobs share: with spans, in a trace of its own that is linked to all of theirs. */
export function inSharedCall<Result>(
  name: string,
  places: readonly (SpanPlace | undefined)[],
  run: () => Promise<Result>,
): Promise<Result> {
  if (exporter === undefined) return runOutside(run);
  const links = places.filter((place) => place !== undefined);
  const attributes = { "payments.items": places.length };
  return runOutside(() => inTrace(undefined, {}, { name, kind: "internal", attributes, links }, run));
}

async function runAs<Result>(span: Span, run: (span: Span) => Promise<Result>): Promise<Result> {
  let failure: string | undefined;
  try {
    return await runAtPlace(span.place, () => run(span));
  } catch (error) {
    failure = error instanceof Error ? error.name : typeof error;
    throw error;
  } finally {
    span.end(failure);
  }
}

/** What the present request or job is about, as attributes. Not the request's id, which a caller may have made up. */
export function subjectAttributes(): Attributes {
  const { merchant, reference } = presentFacts();
  return {
    ...(merchant !== undefined && { "payments.merchant": merchant }),
    ...(reference !== undefined && { "payments.reference": reference }),
  };
}
