import type { Unknown } from "../gateway.ts";

/** Our keys, or our address, are not accepted: so it goes for every request until an operator acts. */
const refusesUs = [401, 403];

/** What a status that is no success says of the request: nothing. `what`: of the reason, after the status. */
export function badStatus(status: number, what = ""): Unknown {
  const unknown: Unknown = { kind: "unknown", reason: `status ${status}${what}` };
  return refusesUs.includes(status) ? { ...unknown, forOperator: "TRANSFER_REFUSED" } : unknown;
}
