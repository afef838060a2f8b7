import { readFileSync } from "node:fs";
import type { Example } from "./document.ts";

/** A request, and the response of the running service. */
export type RecordedExample = {
  title: string;
  request: { path: string; headers?: Record<string, string>; body?: unknown };
  status: number;
  body: unknown;
};

export type RecordedExamples = {
  /** By operationId, in the order in which they are shown. */
  operations: Record<string, RecordedExample[]>;
  /** A delivered body of each event type. */
  webhooks: Record<string, { headers: Record<string, string>; body: unknown }>;
};

/** Reads what `npm run examples` recorded. */
export function readExamples(): RecordedExamples {
  return JSON.parse(readFileSync(new URL("examples.json", import.meta.url), "utf8")) as RecordedExamples;
}

/** The response bodies with this status; undefined if there are none. */
export function examplesOf(recorded: RecordedExample[], status: number): Record<string, Example> | undefined {
  return named(
    recorded.filter((example) => example.status === status),
    ({ body }) => body,
  );
}

/** The request bodies that were accepted; undefined if there are none. */
export function exampleRequests(recorded: RecordedExample[]): Record<string, Example> | undefined {
  return named(
    recorded.filter(({ status, request }) => status < 300 && request.body !== undefined),
    ({ request }) => request.body,
  );
}

function named(
  examples: RecordedExample[],
  valueOf: (example: RecordedExample) => unknown,
): Record<string, Example> | undefined {
  if (examples.length === 0) return undefined;
  const entries = examples.map((example) => {
    const name = example.title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    return [name, { summary: example.title, value: valueOf(example) }];
  });
  return Object.fromEntries(entries) as Record<string, Example>;
}
