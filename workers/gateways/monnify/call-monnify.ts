import { z } from "zod";
import type { MonnifySettings } from "./manifest.ts";
import { fit, type Expected, type Fitting } from "../fit.ts";
import type { Unknown } from "../gateway.ts";
import { createRequestJson, LIST_LIMIT, type ProviderRequest } from "../request-json.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { badStatus } from "../bad-status.ts";
import { parseExactly } from "../naira.ts";

/**
 * Monnify did not do what it was asked, and says so itself. `code`: its own. `message`: its words, to be compared with
 * those that are known, and never logged.
 */
export type Refusal = { kind: "refusal"; status: number; code: string; message: string };

export type CallMonnify = <Data>(
  request: ProviderRequest,
  expected: Expected<Data>,
  signal: AbortSignal,
) => Promise<Fitting<Data> | Refusal | Unknown>;

/** Every response is {requestSuccessful, responseMessage, responseCode, responseBody}; a refusal has no body. */
const success = z.object({ requestSuccessful: z.literal(true), responseBody: z.unknown() });
const failure = z.object({
  requestSuccessful: z.literal(false),
  responseCode: z.unknown().optional(),
  responseMessage: z.string().catch(""),
});
/** Such as 99, D06, R12: safe in a log, whoever sent it. */
const code = z.string().regex(/^[A-Z]?\d{1,4}$/);

/** With these, Monnify itself speaks about the request. A token that it refuses, or a limit, says nothing about it. */
const refusals = [400, 404, 422];

/**
 * Returns the function that makes one request to Monnify's API. It never throws.
 *
 * `ok` is a 2xx with `requestSuccessful` true whose `responseBody` is as expected; that alone says only that Monnify
 * understood. A 400, 404 or 422 in Monnify's own form is a refusal. All else is unknown: 401, 429, 5xx, a page of a
 * proxy, no response in time. 401 and 403, to the login too, need an operator. Where there was no token, the request
 * was not made.
 *
 * After a 401 it logs in once more and repeats the request once: what carries no valid token is not carried out.
 */
export function createCallMonnify(settings: Pick<MonnifySettings, "url" | "apiKey" | "secret">): CallMonnify {
  const requestJson = createRequestJson({
    url: settings.url,
    headers: {},
    parse: parseExactly,
    bodyLimit: LIST_LIMIT,
  });
  const tokens = createAccessTokens(settings, requestJson);

  async function requestWithToken(request: ProviderRequest, signal: AbortSignal) {
    const token = await tokens.get(signal);
    if (token.kind === "unknown") return { ...token, notSent: "unavailable", neverLeft: true } as const;
    const response = await requestJson({ ...request, authorization: `Bearer ${token.text}` }, signal);
    if (response.kind === "response" && response.status === 401) tokens.drop(token);
    return response;
  }

  return async (request, expected, signal) => {
    let response = await requestWithToken(request, signal);
    if (response.kind === "response" && response.status === 401) {
      response = await requestWithToken(request, signal);
      // The first one left: of that no later error says anything.
      if (response.kind === "unknown") return { kind: "unknown", reason: response.reason };
    }
    if (response.kind === "unknown") return response;
    const { status, body } = response;
    const refusal = failure.safeParse(body).data;
    if (refusal !== undefined && refusals.includes(status)) {
      const known = code.safeParse(refusal.responseCode).data ?? "no code";
      return { kind: "refusal", status, code: known, message: refusal.responseMessage };
    }
    if (status < 200 || status > 299) return badStatus(response);
    const good = success.safeParse(body).data;
    if (good === undefined) return { kind: "unknown", reason: "a response without requestSuccessful true" };
    return fit(good.responseBody, expected);
  };
}
