import { z } from "zod";
import { maybePersonal } from "./unknown-members/ignored-fields.ts";
import { nearestName } from "./unknown-members/nearest-name.ts";
import { invalid } from "./problems.ts";
import type { UnknownMember } from "./unknown-members/unknown-members.ts";

/** The schemas of a request's parts. A path that does not match gets the 404 of an unknown resource. */
export type RequestSchemas = {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** The schema's members are lower-case header names. A header sent more than once is an array. */
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType;
};

/** The most unknown query parameters that one refusal names. */
const MOST_NAMED = 10;

/**
 * Returns a query's schema that refuses parameters which it does not name: with `?Status=failed` ignored, a list
 * would show everything. Names are case-sensitive.
 */
export function withoutOthers(query: z.ZodObject): z.ZodObject {
  const names = Object.keys(query.shape);
  const shown = names.filter((name) => z.globalRegistry.get(query.shape[name]!)?.["hidden"] !== true);
  const known = shown.length === 0 ? "takes no query parameters" : `takes ${shown.join(", ")}`;
  const error = `is not a query parameter of this endpoint, which ${known}`;
  const closed = z.strictObject(query.shape, {
    error: ({ code }) => (code === "unrecognized_keys" ? error : undefined),
  });
  // Whether the period can contain anything. Both times are in UTC by now, in one format.
  const inOrder = (schema: z.ZodObject, from: string, to: string) =>
    names.includes(from)
      ? schema.refine(
          (given) =>
            given[from] === undefined || given[to] === undefined || String(given[from]) < String(given[to]),
          { path: [from], error: `must be before ${to}` },
        )
      : schema;
  return inOrder(inOrder(closed, "createdFrom", "createdTo"), "occurredFrom", "occurredTo");
}

/**
 * A request's parts as they arrived; `body` is undefined for routes without a body. `unknown`: the body's unknown
 * fields.
 */
export type ReceivedRequest = Record<"params" | "query" | "headers", object> & {
  body: object | undefined;
  unknown: readonly UnknownMember[];
};

/** The parts that have a schema, as parsed by it. */
export type CheckedRequest<Schemas extends RequestSchemas> = z.output<ReturnType<typeof z.object<Schemas>>>;

/**
 * Checks all parts of a request and returns them as parsed by their schemas.
 *
 * Raises VALIDATION_ERROR that names every wrong field, with the first problem of each.
 */
export function checkRequest<Checked>(schema: z.ZodType<Checked>, received: ReceivedRequest): Checked {
  const result = schema.safeParse(received);
  // zod passes over some names, such as __proto__.
  if (result.success && !received.unknown.some(({ isRefused }) => isRefused)) return result.data;
  throw invalid(describeIssues(result.error?.issues ?? [], received));
}

/** Each field's error, by its dotted name within its part. */
function describeIssues(issues: z.core.$ZodIssue[], received: ReceivedRequest): Record<string, string> {
  // Not an object: a caller may name a parameter `constructor`.
  const details = new Map<string, string>();
  for (const issue of issues.flatMap(withinAlternative)) {
    const { path, message } = issue;
    const [part, ...within] = path.map(String);
    if (issue.code === "unrecognized_keys" && part === "body") continue;
    if (issue.code === "unrecognized_keys") {
      for (const name of issue.keys.slice(0, MOST_NAMED)) details.set(isPlain(name) ? name : part!, message);
      continue;
    }
    const field = within.join(".") || part!;
    const given = valueAt(received, path);
    // A parameter or header that comes twice is an array.
    if (part !== "body" && Array.isArray(given)) details.set(field, "must be given once");
    if (!details.has(field)) details.set(field, given === undefined ? `is required: ${message}` : message);
  }
  for (const { path, known, isRefused } of received.unknown) {
    if (isRefused) details.set(...describeUnknown(path, known));
  }
  return Object.fromEntries(details);
}

/** The detail for an unknown member that is refused. */
function describeUnknown(path: readonly string[], known: readonly string[]): [field: string, text: string] {
  const name = path.at(-1)!;
  const parents = path.slice(0, -1);
  const takes = `takes ${known.join(", ")} and nothing else`;
  if (!isPlain(name)) return [parents.join(".") || "body", takes];
  const nearest = nearestName(name, known);
  return [
    path.join("."),
    nearest === undefined ? `unknown; ${[...parents, takes].join(" ")}` : `unknown; did you mean ${nearest}?`,
  ];
}

/** Whether a caller's name can be repeated in the response; otherwise details name its parent. */
function isPlain(name: string): boolean {
  return /^[\w.[\]-]{1,64}$/.test(name) && !maybePersonal(name);
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
