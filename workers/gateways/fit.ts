import type { z } from "zod";
import type { Unknown } from "./gateway.ts";
import type { ProviderRequest } from "./request-json.ts";

/**
 * What a provider's response must contain. Other members are ignored, since providers add some.
 *
 * Schemas are made once, since making one costs more than the rest of a request. So values that depend on the request
 * are compared by `mismatches`, which returns the members that differ from it, by our own names for them.
 */
export type Expected<Body> = { schema: z.ZodType<Body>; mismatches: (body: Body) => string[] };

/** What a response must hold. Leave `mismatches` out if nothing in it depends on the request. */
export function expected<Body>(
  schema: z.ZodType<Body>,
  mismatches: (body: Body) => string[] = () => [],
): Expected<Body> {
  return { schema, mismatches };
}

/** The names of the members whose received value differs from the expected one. */
export function differing(members: Record<string, [received: unknown, expected: unknown]>): string[] {
  return Object.entries(members).flatMap(([name, [received, wanted]]) => (received === wanted ? [] : [name]));
}

/** `ok`: what was expected, as its schema made it. */
export type Fitting<Body> = { kind: "ok"; body: Body };

/** Makes one request to a provider, whose own answers in place of what is expected are `Other`. It never throws. */
export type CallProvider<Other> = <Body>(
  request: ProviderRequest,
  expected: Expected<Body>,
  signal: AbortSignal,
) => Promise<Fitting<Body> | Other | Unknown>;

/** Compares a response with what it must contain. One that does not fit is unknown, with three such members. */
export function fit<Body>(body: unknown, { schema, mismatches }: Expected<Body>): Fitting<Body> | Unknown {
  const fitting = schema.safeParse(body);
  const all = fitting.success ? mismatches(fitting.data) : namesOf(fitting.error.issues);
  if (fitting.success && all.length === 0) return { kind: "ok", body: fitting.data };
  const misfits = all.slice(0, 3);
  return { kind: "unknown", reason: `a response that does not fit: ${misfits.join(", ")}`, misfits };
}

/** The members that do not fit, by our own names for them; never their values. */
function namesOf(issues: z.core.$ZodIssue[]): string[] {
  return [...new Set(issues.map(({ path }) => path.join(".") || "as a whole"))];
}
