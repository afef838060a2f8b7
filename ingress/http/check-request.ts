import type { z } from "zod";
import { invalid } from "./problems.ts";

/** The schemas of a request's parts. A path that does not match gets the 404 of an unknown resource. */
export type RequestSchemas = {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** Of an object whose members are lower-case header names; a header sent more than once is an array. */
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType;
};

/** A request's parts as they arrived; `body` is undefined for a route that takes none. */
export type ReceivedRequest = Record<"params" | "query" | "headers", object> & { body: object | undefined };

/** The parts that have a schema, as the schemas return them. */
export type CheckedRequest<Schemas extends RequestSchemas> = z.output<ReturnType<typeof z.object<Schemas>>>;

/**
 * Checks all parts of a request and returns what the schemas made of them.
 *
 * Raises VALIDATION_ERROR with every field that is wrong, and the first thing wrong with each.
 */
export function checkRequest<Checked>(schema: z.ZodType<Checked>, received: ReceivedRequest): Checked {
  const result = schema.safeParse(received);
  if (result.success) return result.data;
  throw invalid(describeIssues(result.error.issues, received));
}

/** What is wrong with each field, by its dotted name within its part. */
function describeIssues(issues: z.core.$ZodIssue[], received: ReceivedRequest): Record<string, string> {
  const details: Record<string, string> = {};
  for (const { path, message } of issues.flatMap(withinAlternative)) {
    const [part, ...within] = path.map(String);
    const field = within.join(".") || part!;
    const given = valueAt(received, path);
    // A parameter or header that comes twice is an array.
    if (part !== "body" && Array.isArray(given)) details[field] = "must be given once";
    details[field] ??= given === undefined ? `is required: ${message}` : message;
  }
  return details;
}

/**
 * Of a field that may have several shapes: what is wrong inside the shape that the value has, so that details name the
 * member; the issue itself where it has none of them.
 */
function withinAlternative(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const inside = issue.errors.find((alternative) => alternative.every(({ path }) => path.length > 0));
  if (inside === undefined || inside.length === 0) return [issue];
  return inside.flatMap((found) => withinAlternative({ ...found, path: [...issue.path, ...found.path] }));
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (holder, name) => (holder as Record<PropertyKey, unknown> | undefined)?.[name],
    value,
  );
}
