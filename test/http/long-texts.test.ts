import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { routes } from "../../ingress/api-routes.ts";
import { checkoutRoutes } from "../../ingress/checkout/mount-checkout.ts";
import { dashboardRoutes } from "../../ingress/dashboard/dashboard-routes.ts";
import type { Route } from "../../ingress/http/route.ts";
import { cleanFileName } from "../../ingress/verification/file-name.ts";

/**
 * Bringing such marks into their order takes as long as the square of their number: seconds for a body of 100 KB. So
 * may a search for the end of the spaces.
 */
const text = `a${"\u0345\u0301\u0323\u0334".repeat(10_000)}${" ".repeat(10_000)}b`;
/** More than the longest text that a field may have. */
const MOST = 4_000;

const all: Route[] = [...Object.values<Route>(routes), ...checkoutRoutes, ...dashboardRoutes];

/** A schema and all that is in it and may get what was sent. */
function* within(schema: z.core.$ZodType, seen = new Set<unknown>()): Generator<z.core.$ZodType> {
  const { def } = schema._zod;
  if (seen.has(schema) || def.type === "transform") return;
  seen.add(schema);
  yield schema;
  const parts = Object.values(def).flatMap((part: unknown) =>
    typeof part === "object" && part !== null ? [part, ...Object.values(part)] : [],
  );
  for (const part of parts) if (part instanceof z.core.$ZodType) yield* within(part, seen);
}

/** The lengths of the texts that are normalized, or have parts replaced, meanwhile. */
function rewrittenBy(act: () => void, by: ("normalize" | "replace")[]): number[] {
  const lengths: number[] = [];
  const spies = by.map((name) => {
    const original = String.prototype[name] as (...given: unknown[]) => string;
    return vi.spyOn(String.prototype, name).mockImplementation(function (this: string, ...given: unknown[]) {
      lengths.push(this.length);
      // What is too long is not done here either: it would take seconds.
      return this.length > MOST ? String(this) : original.apply(this, given);
    } as never);
  });
  try {
    act();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return lengths;
}

describe("a text that is too long", () => {
  test("is refused before it is normalized or trimmed, in every field of every route", () => {
    const found: string[] = [];
    let fields = 0;
    for (const { method, path, request } of all) {
      for (const [part, whole] of Object.entries(request)) {
        for (const schema of within(whole as z.core.$ZodType)) {
          fields += 1;
          const lengths = rewrittenBy(() => z.safeParse(schema, text), ["normalize", "replace"]);
          if (lengths.some((length) => length > MOST)) found.push(`${method} ${path} ${part}`);
        }
      }
    }
    expect(fields).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  test("is cut before it is normalized as a file's name", () => {
    const lengths = rewrittenBy(() => cleanFileName(`${text}.pdf`, "application/pdf"), ["normalize"]);
    expect(Math.max(...lengths)).toBeLessThan(1_000);
  });
});
