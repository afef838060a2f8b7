import { z } from "zod";
import type { ProblemCode } from "../http/problems.ts";
import type { Route } from "../http/route.ts";
import type { Answer, JsonSchema, Reference } from "./document.ts";
import { errorMeanings } from "./error-meanings.ts";
import { errorsOf } from "./errors-of.ts";
import { examplesOf, type RecordedExample } from "./examples.ts";
import { headersNamed, type HeaderName } from "./headers.ts";

/** What every refusal holds (documented surface, 2.1). */
export const problem = z
  .object({
    code: z.string().describe("What clients branch on; codes are stable."),
    message: z.string().describe("For people. It may be reworded."),
    details: z
      .record(z.string(), z.string())
      .describe("Of a 422: each wrong field, by its dotted name, and what would be right.")
      .optional(),
  })
  .meta({ id: "Error", description: "Why a request was refused." });

const headersByStatus: Record<number, HeaderName[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

/**
 * Describes how a route refuses, by status. Where there is nothing of its own to show, the answer is one of
 * `sharedRefusals`, which others refer to as well.
 */
export function describeRefusals(
  route: Route,
  recorded: RecordedExample[],
): Record<string, Answer | Reference> {
  const refusals = [...errorsOf(route)].map(([status, codes]) => {
    const examples = examplesOf(recorded, status);
    if (examples === undefined) return [status, { $ref: `#/components/responses/${nameOf(codes)}` }];
    return [status, describeRefusal(status, codes, examples)];
  });
  return Object.fromEntries(refusals);
}

/** The refusals that several routes have in common, as the document's components. */
export function sharedRefusals(routes: Route[]): Record<string, Answer> {
  const refusals = routes.flatMap((route) => [...errorsOf(route)]);
  return Object.fromEntries(
    refusals.map(([status, codes]) => [nameOf(codes), describeRefusal(status, codes)]),
  );
}

function describeRefusal(status: number, codes: ProblemCode[], examples?: object): Answer {
  const error: JsonSchema = {
    allOf: [
      { $ref: "#/components/schemas/Error" },
      { type: "object", required: ["code"], properties: { code: { type: "string", enum: codes } } },
    ],
  };
  const schema = { type: "object", required: ["error"], properties: { error } };
  return {
    description: codes.map((code) => `\`${code}\`: ${errorMeanings[code]}`).join("\n\n"),
    headers: headersNamed("X-Request-Id", ...(headersByStatus[status] ?? [])),
    content: { "application/json": { schema, ...(examples && { examples }) } } as Answer["content"] & object,
  };
}

/** IpNotAllowedOrScopeInsufficient */
function nameOf(codes: ProblemCode[]): string {
  const words = codes.map((code) =>
    code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase()),
  );
  return words.join("Or");
}
