import { describe, expect, test } from "vitest";
import { z } from "zod";
import { dashboardRoutes } from "../../ingress/dashboard/dashboard-routes.ts";
import { errorsOf } from "../../ingress/openapi/errors-of.ts";
import { ApiError, readApiError } from "../../widget/dashboard/api/api-error.ts";
import { describeError } from "../../widget/dashboard/components/messages/describe-error.ts";
import { fieldRules, unknownField } from "../../widget/dashboard/components/forms/field-names.ts";
import { placeProblems } from "../../widget/dashboard/components/forms/place-problems.ts";
import { secondsLeft } from "../../widget/dashboard/components/messages/use-wait.ts";
import { errorTexts, tryAgainIn } from "../../widget/dashboard/components/messages/error-texts.ts";

/**
 * Every code that a person may meet: those of the routes, of no route, of no response at all, and of what the browser
 * did not load or keep.
 */
const codes = new Set([
  ...dashboardRoutes.flatMap((route) => [...errorsOf(route).values()].flat()),
  "METHOD_NOT_ALLOWED",
  "NO_CONNECTION",
  "PART_NOT_LOADED",
  "SESSION_NOT_KEPT",
]);

/** What only a program knows what to do with. */
const forPrograms = /sk_|key|retry-after|idempoten|header\b|\brequest|endpoint|merchant\b|\bAPI\b|\d{3}/i;

describe("what people are told of a refusal", () => {
  test("is there for every code of a route of the dashboard, and for nothing else", () => {
    expect(Object.keys(errorTexts).toSorted()).toEqual([...codes].toSorted());
  });

  test("is a sentence for people, unless the service's own is declared to be one", () => {
    for (const [code, text] of Object.entries(errorTexts)) {
      const own = "What the service says.";
      const told = describeError(new ApiError(403, { code, message: own }));
      expect([code, told]).toEqual([code, text ?? own]);
      expect([code, forPrograms.exec(told)?.[0]]).toEqual([code, undefined]);
      expect([code, told]).toEqual([code, expect.stringMatching(/^[A-Z].*\.$/)]);
    }
    // A code of a newer service, and an error that is not the service's.
    const unknown = new ApiError(418, { code: "TEAPOT", message: "Retry-After: use your key" });
    expect(describeError(unknown)).toBe(errorTexts["INTERNAL_ERROR"]);
    expect(describeError(new TypeError("x is not a function"))).toBe(errorTexts["INTERNAL_ERROR"]);
  });

  test.for([
    ["1", "Try again in 1 second."],
    ["42", "Try again in 42 seconds."],
    ["91", "Try again in 2 minutes."],
    ["900", "Try again in 15 minutes."],
    ["3600", "Try again in 60 minutes."],
    ["86400", "Try again in 24 hours."],
    ["soon", undefined],
  ] as const)("says when to try again: %s", async ([retryAfter, wait]) => {
    for (const [status, code] of [
      [429, "RATE_LIMITED"],
      [503, "SERVICE_UNAVAILABLE"],
    ] as const) {
      const body = JSON.stringify({ error: { code, message: "Wait as long as Retry-After says." } });
      const error = await readApiError(
        new Response(body, { status, headers: { "retry-after": retryAfter } }),
      );
      expect(describeError(error)).toBe(errorTexts[code]);
      const left = secondsLeft(error, Date.now());
      expect(left === 0 ? undefined : tryAgainIn(left)).toBe(wait);
      expect(secondsLeft(error, Date.now() + 86_400_000)).toBe(0);
    }
  });
});

/** The fields of all requests of the dashboard, by their dotted names. */
const fields = new Set(
  dashboardRoutes.flatMap(({ request }) =>
    Object.values(request).flatMap((schema) =>
      namesIn(z.toJSONSchema(schema as z.ZodType, { io: "input", unrepresentable: "any" })),
    ),
  ),
);

function namesIn({ properties = {}, anyOf = [] }: z.core.JSONSchema.BaseSchema): string[] {
  const named = Object.entries(properties).flatMap(([name, inside]) =>
    typeof inside === "object" ? [name, ...namesIn(inside).map((within) => `${name}.${within}`)] : [name],
  );
  return [...named, ...anyOf.flatMap((one) => (typeof one === "object" ? namesIn(one) : []))];
}

const refusal = (details: Record<string, string>) =>
  new ApiError(422, { code: "VALIDATION_ERROR", message: "The request is not valid", details });

describe("a refusal of a field", () => {
  test("calls it what people call it, whatever route it is of", () => {
    for (const name of fields) {
      const told = describeError(refusal({ [name]: "must be another one" }));
      const rule = fieldRules[name.split(".").at(-1)!] ?? "must be another one";
      expect([name, told]).toEqual([name, expect.stringMatching(/^[A-Z][A-Za-z’ -]+ /)]);
      expect([name, told]).toEqual([name, expect.stringContaining(` ${rule}.`)]);
      expect([name, told]).not.toEqual([name, unknownField]);
      if (/[a-z][A-Z]|[.-]/.test(name)) expect(told).not.toContain(name);
    }
    // A field of a newer service, and one deep inside a list.
    expect(describeError(refusal({ "zip.codeOf": "must be text" }))).toBe(unknownField);
    expect(describeError(refusal({ "scopes.3": "must be known" }))).toBe(
      "The list of permissions must be known.",
    );
  });

  test.for([
    ["amount.value", "is required: must be kobo from 100 to 500", "The amount must be from ₦1.00 to ₦5.00."],
    ["amount.value", "must be at least 5000 kobo with a live key", "The amount must be at least ₦50.00."],
    ["amountType", "must be one of fixed, open", "The amount type must be one of fixed, open."],
    ["bvn", "must be exactly 11 digits, as a string", "The BVN must be exactly 11 digits."],
    [
      "amount.value",
      "must be a whole number of kobo from 10000 to 500000000, as a JSON number",
      "The amount must be from ₦100.00 to ₦5,000,000.00.",
    ],
    ["destination.bankCode", "must be the code of a bank of GET /v1/banks", "The bank must be on the list."],
    [
      "cursor",
      "must be the meta.nextCursor of this list, with the same filters",
      "This page of the list no longer exists. Go back to the first one.",
    ],
    ["colour", "is not a query parameter of this endpoint, which takes status, limit", unknownField],
  ] as const)("says what it must be in words for people: %s %s", ([name, rule, told]) => {
    expect(describeError(refusal({ [name]: rule }))).toBe(told);
  });

  test("is said at the field where that is on the screen, also if a part or the whole of it is refused", () => {
    const details = {
      email: "must be an email address",
      "allowedCidrs.1": "must be a network",
      amount: "is required: must be a Money object: {value, currency}",
      reference: "must be a reference that begins with pyt_",
    };
    expect(placeProblems(details, ["email", "allowedCidrs", "amount.value", "amount.currency"])).toEqual({
      atFields: {
        email: "This must be an email address.",
        allowedCidrs: "This must be a network.",
        "amount.value": "This is required: must be a Money object: {value, currency}.",
      },
      elsewhere: ["The reference must be a reference that begins with pyt_."],
    });
  });
});
