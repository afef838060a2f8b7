import type { z } from "zod";
import { invalid } from "./problems.ts";

type Part = { schema: z.ZodType | undefined; value: unknown; name: "query" | "headers" | "body" };

/**
 * Checks the parts of a request against their schemas, all of them, and returns what the schemas made of them.
 *
 * Raises VALIDATION_ERROR with every field that is wrong, the first thing wrong with each.
 */
export function validate(parts: Part[]): Record<Part["name"], unknown> {
  const parsed: Record<string, unknown> = {};
  const details: Record<string, string> = {};
  for (const { schema, value, name } of parts) {
    if (schema === undefined) continue;
    const result = schema.safeParse(value);
    if (result.success) parsed[name] = result.data;
    else Object.assign(details, { ...describeIssues(result.error.issues, value, name), ...details });
  }
  if (Object.keys(details).length > 0) throw invalid(details);
  return parsed as Record<Part["name"], unknown>;
}

/** What is wrong with each field of a part, by its dotted name. A parameter or header that comes twice is an array. */
function describeIssues(issues: z.core.$ZodIssue[], value: unknown, part: string): Record<string, string> {
  const details: Record<string, string> = {};
  for (const { path, message } of issues.flatMap(withinAlternative)) {
    const field = path.length === 0 ? part : path.join(".");
    const given = valueAt(value, path);
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
