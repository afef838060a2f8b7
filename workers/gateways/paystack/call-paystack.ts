import { z } from "zod";
import type { PaystackSettings } from "./manifest.ts";
import { fit, type CallProvider } from "../fit.ts";
import { createRequestJson, LIST_LIMIT, unknownStatus } from "../request-json.ts";

/**
 * Paystack refused the request, in its own format. `code`: its own, for logs only. `message`: its text, compared with
 * known ones, and never logged.
 */
export type Refusal = { kind: "refusal"; status: number; isOfInput: boolean; code: string; message: string };

export type CallPaystack = CallProvider<Refusal>;

/** Every response is {status, message, data}; a refusal has `type` and `code` in place of `data`. */
const success = z.object({ status: z.literal(true), data: z.unknown() });
const failure = z.object({
  status: z.literal(false),
  type: z.unknown().optional(),
  code: z.unknown().optional(),
  message: z.string().catch(""),
});
/** From a fixed list: safe to log, whoever sent it. */
const word = z.string().regex(/^[a-z_]{1,64}$/);

/** With these, Paystack itself answers the request. A refused key, or a limit, tells nothing about it. */
const refusals = [400, 404, 422];

/**
 * Returns the function that makes one request to Paystack's API. It never throws.
 *
 * `ok` is any 2xx with the expected `data`, as the documentation differs about which one. A 400, 404 or 422 in
 * Paystack's own format is a refusal. All else is unknown: 401, 429, 5xx, a proxy's page, no response in time.
 */
export function createCallPaystack(settings: Pick<PaystackSettings, "url" | "secret">): CallPaystack {
  const requestJson = createRequestJson({ ...settings, bodyLimit: LIST_LIMIT });

  return async (request, expected, signal) => {
    const response = await requestJson(request, signal);
    if (response.kind === "unknown") return response;
    const { status, body } = response;
    const refusal = failure.safeParse(body).data;
    if (refusal !== undefined && refusals.includes(status)) {
      const code = word.safeParse(refusal.code).data ?? "no code";
      const isOfInput = refusal.type === "validation_error";
      return { kind: "refusal", status, isOfInput, code, message: refusal.message };
    }
    if (status < 200 || status > 299) return unknownStatus(response);
    const good = success.safeParse(body).data;
    if (good === undefined) return { kind: "unknown", reason: "a response without status true" };
    return fit(good.data, expected);
  };
}
