import { z } from "zod";
import { call } from "../process/call.ts";
import type { PayoutJson } from "./payout-json.ts";

/** Cancels a payout that no worker has claimed. A live one that a person cancels is in the audit log. */
export const cancelPayout = call(
  "cancel_payout",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("canceled"), payout: z.custom<PayoutJson>() }),
    z.object({ outcome: z.enum(["not_pending", "not_found"]), payout: z.null() }),
  ]),
);

/** Decides the result of a payout that needs a person. */
export const decidePayout = call(
  "decide_payout",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("decided"), payout: z.custom<PayoutJson>() }),
    z.object({
      outcome: z.enum(["not_found", "no_decision_needed", "not_covered", "moved_before"]),
      payout: z.null(),
    }),
  ]),
);
