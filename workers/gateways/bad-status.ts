import type { Unknown } from "./gateway.ts";
import { unknownStatus } from "./request-json.ts";

/** Our keys, or our address, are not accepted: so it goes for every request until an operator acts. */
const refusesUs = [401, 403];

/** What a status that is no success says of the request: nothing. `what`: of the reason, after the status. */
export function badStatus(response: Parameters<typeof unknownStatus>[0], what = ""): Unknown {
  const unknown = unknownStatus(response, what);
  return refusesUs.includes(response.status)
    ? { ...unknown, forOperator: "TRANSFER_REFUSED", refusesUs: true }
    : unknown;
}
