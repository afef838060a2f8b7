import { z } from "zod";
import type { FlutterwaveSettings } from "./manifest.ts";
import { badStatus } from "../bad-status.ts";
import { fit, type CallProvider } from "../fit.ts";
import { parseExactly } from "../naira.ts";
import { createRequestJson, LIST_LIMIT } from "../request-json.ts";

/**
 * Flutterwave refused the request, in its own format: only as text, since it has no codes. The text is compared with
 * known ones, and never logged.
 */
export type Refusal = { kind: "refusal"; message: string };

/** Every response is {status, message, data}; a refusal has no data. */
const success = z.object({ status: z.literal("success"), data: z.unknown() });
const failure = z.object({
  status: z.literal("error"),
  message: z.string().catch(""),
  data: z.null().optional(),
});

/**
 * Returns the function that makes one request to Flutterwave's API, version 3. It never throws.
 *
 * `ok` is a 2xx with the status "success" and the expected `data`. A 400 in Flutterwave's own format is a refusal. All
 * else is unknown: a proxy's page, no response in time, and 503, its own timeout, which doesn't mean that nothing was
 * done. 401 and 403 need an operator. 404 and 422 are not documented.
 */
export function createCallFlutterwave(settings: FlutterwaveSettings): CallProvider<Refusal> {
  const requestJson = createRequestJson({ ...settings, parse: parseExactly, bodyLimit: LIST_LIMIT });

  return async (request, expected, signal) => {
    const response = await requestJson(request, signal);
    if (response.kind === "unknown") return response;
    const { status, body } = response;
    const refusal = failure.safeParse(body).data;
    if (status === 400 && refusal !== undefined) return { kind: "refusal", message: refusal.message };
    if (status < 200 || status > 299) return badStatus(response);
    const good = success.safeParse(body).data;
    if (good === undefined) return { kind: "unknown", reason: "a response without the status success" };
    return fit(good.data, expected);
  };
}
