import type { z } from "zod";
import { invalid } from "./problems.ts";

/** The schemas of a request's parts. A path that does not match gets the 404 of an unknown resource. */
export type RequestSchemas = {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** The schema's members are lower-case header names. A header sent more than once is an array. */
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType;
};

/** A request's parts as they arrived; `body` is undefined for routes without a body. */
export type ReceivedRequest = Record<"params" | "query" | "headers", object> & { body: object | undefined };

/** The parts that have a schema, as parsed by it. */
export type CheckedRequest<Schemas extends RequestSchemas> = z.output<ReturnType<typeof z.object<Schemas>>>;

/**
 * Checks all parts of a request and returns them as parsed by their schemas.
 *
 * Raises VALIDATION_ERROR that names every wrong field, with the first problem of each.
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
 * For a field that accepts several shapes: returns the problems inside the shape that the value has, so that details
 * can name the wrong member. Returns the issue itself if the value has none of the shapes.
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
