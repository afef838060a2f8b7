import type { Unknown } from "./gateway.ts";
import { unknownStatus } from "./request-json.ts";

/** Our keys or our IP address are not accepted: every request fails until an operator acts. */
const refusesUs = [401, 403];

/** An error status tells nothing about the request. `what`: put in the reason, after the status. */
export function badStatus(response: Parameters<typeof unknownStatus>[0], what = ""): Unknown {
  const unknown = unknownStatus(response, what);
  return refusesUs.includes(response.status)
    ? { ...unknown, forOperator: "TRANSFER_REFUSED", refusesUs: true }
    : unknown;
}
