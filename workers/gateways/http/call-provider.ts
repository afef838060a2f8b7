import { notSentResponse } from "./responses.ts";
import { fit, type CallProvider } from "../fit.ts";
import type { NotFound, Unknown } from "../gateway.ts";
import { unknownStatus, type RequestJson } from "../request-json.ts";

/**
 * Returns the function that makes one request to the provider. It never throws: anything but a 2xx with the expected
 * JSON object, or the provider's own "not found", is unknown; so is its own "not sent", with the reason.
 */
export function createCallProvider(requestJson: RequestJson): CallProvider<NotFound> {
  return async (request, expected, signal) => {
    const response = await requestJson(request, signal);
    if (response.kind === "unknown") return response;
    const { status, body } = response;
    // A 404 without it may be a proxy's page: it tells nothing about the transfer.
    if (status === 404 && body?.error === "not_found") return { kind: "not_found" };
    const refusal = notSentResponse.safeParse(body).data;
    if (status >= 400 && refusal !== undefined)
      return { ...unknownStatus(response, `, ${refusal.reason}`), notSent: refusal.reason };
    if (status < 200 || status > 299) return unknownStatus(response);
    if (body === undefined) return unknown("a response that is not a JSON object");
    if ((body.error ?? null) !== null) return unknown("an error in a response with a 2xx status");
    return fit(body, expected);
  };
}

function unknown(reason: string): Unknown {
  return { kind: "unknown", reason };
}
