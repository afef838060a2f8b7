import { z } from "zod";
import type { MonnifySettings } from "./manifest.ts";
import { fit, type CallProvider } from "../fit.ts";
import { createRequestJson, LIST_LIMIT, type ProviderRequest } from "../request-json.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { badStatus } from "../bad-status.ts";
import { parseExactly } from "../naira.ts";

/**
 * Monnify refused the request, in its own format. `code`: its own. `message`: its text, compared with known ones, and
 * never logged.
 */
export type Refusal = { kind: "refusal"; status: number; code: string; message: string };

export type CallMonnify = CallProvider<Refusal>;

/** Every response is {requestSuccessful, responseMessage, responseCode, responseBody}; a refusal has no body. */
const success = z.object({ requestSuccessful: z.literal(true), responseBody: z.unknown() });
const failure = z.object({
  requestSuccessful: z.literal(false),
  responseCode: z.unknown().optional(),
  responseMessage: z.string().catch(""),
});
/** Such as 99, D06, R12: safe to log, whoever sent it. */
const code = z.string().regex(/^[A-Z]?\d{1,4}$/);

/** With these, Monnify itself answers the request. A refused token, or a limit, tells nothing about it. */
const refusals = [400, 404, 422];

/**
 * Returns the function that makes one request to Monnify's API. It never throws.
 *
 * `ok` is a 2xx with `requestSuccessful` true and the expected `responseBody`; that alone only means that Monnify
 * understood. A 400, 404 or 422 in Monnify's own format is a refusal. All else is unknown: 401, 429, 5xx, a proxy's
 * page, no response in time. 401 and 403, also at login, need an operator. Without a token, the request was not made.
 *
 * After a 401 it logs in again and repeats the request once: a request without a valid token is not carried out.
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
      // The first one was sent, whatever later errors say.
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
