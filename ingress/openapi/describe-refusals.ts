import { z } from "zod";
import { moneyJson } from "../../sql/ledger/money.ts";
import type { ProblemCode } from "../http/problems.ts";
import type { Route } from "../http/route.ts";
import type { JsonSchema, Reference, Response } from "./document.ts";
import { errorMeanings } from "./error-meanings.ts";
import { errorsOf } from "./errors-of.ts";
import { examplesOf, type RecordedExample } from "./examples.ts";
import { headersNamed, type HeaderName } from "./headers.ts";

/** The error in every refusal (documented surface, 2.1). */
export const problem = z
  .object({
    code: z.string().describe("A stable code for programs."),
    message: z.string().describe("A message for people. The wording may change."),
    details: z
      .record(z.string(), z.union([z.string(), z.int(), moneyJson]))
      .describe(
        "With a 422: each invalid field by its dotted name, and what it must be. Other codes document their own details: texts, counts and Money.",
      )
      .optional(),
  })
  .meta({ id: "Error", description: "Why a request failed." });

const headersByStatus: Record<number, HeaderName[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

/**
 * Describes how a route refuses, by status. Without an example or a limit of its own, a refusal refers to one of
 * `sharedRefusals`.
 */
export function describeRefusals(
  route: Route,
  recorded: RecordedExample[],
): Record<string, Response | Reference> {
  const refusals = [...errorsOf(route)].map(([status, codes]) => {
    const examples = examplesOf(recorded, status);
    // A file may be larger than other bodies.
    const hasLimit = route.receivesFile !== undefined && codes.includes("PAYLOAD_TOO_LARGE");
    if (examples === undefined && !hasLimit)
      return [status, { $ref: `#/components/responses/${nameOf(codes)}` }];
    return [status, describeRefusal(status, codes, { examples, mostBytes: route.receivesFile?.mostBytes })];
  });
  return Object.fromEntries(refusals);
}

/** The refusals that several routes have in common, as the document's components. */
export function sharedRefusals(routes: Route[]): Record<string, Response> {
  const refusals = routes.flatMap((route) => [...errorsOf(route)]);
  return Object.fromEntries(
    refusals.map(([status, codes]) => [nameOf(codes), describeRefusal(status, codes)]),
  );
}

function describeRefusal(
  status: number,
  codes: ProblemCode[],
  { examples, mostBytes }: { examples?: object | undefined; mostBytes?: number | undefined } = {},
): Response {
  const meaningOf = (code: ProblemCode) =>
    code === "PAYLOAD_TOO_LARGE" && mostBytes !== undefined
      ? `The body is larger than ${mostBytes / 1024 ** 2} MB.`
      : errorMeanings[code];
  const error: JsonSchema = {
    allOf: [
      { $ref: "#/components/schemas/Error" },
      { type: "object", required: ["code"], properties: { code: { type: "string", enum: codes } } },
    ],
  };
  const schema = { type: "object", required: ["error"], properties: { error } };
  return {
    description: codes.map((code) => `\`${code}\`: ${meaningOf(code)}`).join("\n\n"),
    headers: headersNamed("X-Request-Id", ...(headersByStatus[status] ?? [])),
    content: { "application/json": { schema, ...(examples && { examples }) } } as Response["content"] &
      object,
  };
}

/** IpNotAllowedOrScopeInsufficient */
function nameOf(codes: ProblemCode[]): string {
  const words = codes.map((code) =>
    code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase()),
  );
  return words.join("Or");
}
