import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { z } from "zod";

/** Where in a trace something happens, as W3C Trace Context has it: 32 and 16 hexadecimal digits. */
export type SpanPlace = { traceId: string; spanId: string };

/** The fields added to each log line. */
export type LogFacts = {
  requestId?: string;
  /** The merchant's reference, of a request. */
  merchant?: string;
  task?: string;
  /** The job's id in its queue. */
  job?: string;
  /** Of what the request or job is about, such as pyt_… */
  reference?: string;
};

/** One request or job, or a part of it that has a place of its own. */
type Scope = SpanPlace & { facts: LogFacts };

const scopes = new AsyncLocalStorage<Scope>();

/** Makes a trace id. */
export function createTraceId(): string {
  return randomUUID().replaceAll("-", "");
}

/** A trace id as rows and jobs keep it: a UUID, of 16 bytes. */
export const storedTraceId = z.guid().transform((id) => id.replaceAll("-", ""));

/**
 * The place of the first span of one of our traces. Its id is the second half of the trace's, so that a row which keeps
 * the trace's id alone names the parent of what follows from it too.
 */
export function rootOf(traceId: string): SpanPlace {
  return { traceId, spanId: traceId.slice(16) };
}

/** The value of the header traceparent, by version 00 of W3C Trace Context. */
export function formatTraceparent({ traceId, spanId }: SpanPlace, isSampled = false): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(.*)$/;

/** Reads a header traceparent as W3C Trace Context demands. Undefined for one that is not valid, or none. */
export function parseTraceparent(header: string | undefined): SpanPlace | undefined {
  const [, traceId, spanId, rest] = traceparent.exec(header ?? "") ?? [];
  // Later versions may have more, behind a dash.
  if (rest === undefined || (rest !== "" && (header!.startsWith("00") || !rest.startsWith("-"))))
    return undefined;
  return { traceId: traceId!, spanId: spanId! };
}

/** Runs a request or job, or one of several things that a job does: what it awaits and logs belongs to that place. */
export function runInScope<Result>(place: SpanPlace, facts: LogFacts, run: () => Result): Result {
  return scopes.run({ ...place, facts: { ...scopes.getStore()?.facts, ...facts } }, run);
}

/** Runs a span of the present request or job: what is noted there is noted of the whole. */
export function runAtPlace<Result>(place: SpanPlace, run: () => Result): Result {
  return scopes.run({ ...place, facts: presentFacts() }, run);
}

/** Runs something that serves several requests or jobs, and so belongs to none. */
export function runOutside<Result>(run: () => Result): Result {
  return scopes.exit(run);
}

/** A function that runs where it was made, whoever calls it. */
export function inThisScope<Arguments extends unknown[]>(
  run: (...values: Arguments) => void,
): (...values: Arguments) => void {
  return AsyncLocalStorage.bind(run);
}

/** The current request's or job's place; undefined outside of all. */
export function presentPlace(): SpanPlace | undefined {
  return scopes.getStore();
}

/** The trace of the present request or job, for the rows that it writes; null outside of all. */
export function presentTraceId(): string | null {
  return scopes.getStore()?.traceId ?? null;
}

/** The fields of the current request or job. */
export function presentFacts(): LogFacts {
  return scopes.getStore()?.facts ?? {};
}

/** Adds fields to further log lines of the current request or job. */
export function noteFacts(facts: LogFacts): void {
  const scope = scopes.getStore();
  if (scope !== undefined) Object.assign(scope.facts, facts);
}

/** The log fields of the current request or job. */
export function factsOfLine(): object {
  const scope = scopes.getStore();
  return scope === undefined ? {} : { ...scope.facts, traceId: scope.traceId };
}
