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

function describeIssues(issues: z.core.$ZodIssue[], value: unknown, part: string): Record<string, string> {
  const details: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.length === 0 ? part : path.join(".");
    details[field] ??= valueAt(value, path) === undefined ? `is required: ${message}` : message;
  }
  return details;
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (holder, name) => (holder as Record<PropertyKey, unknown> | undefined)?.[name],
    value,
  );
}
