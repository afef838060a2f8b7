import { z } from "zod";
import { money, reference } from "../http/fields.ts";
import { MOST_ITEMS } from "./intake/batch-body.ts";

/** The batch that a path names. */
export const batchParams = z.object({ reference: reference("bat") });

const allowed = (what: string) => z.boolean({ error: "must be true or false" }).describe(what).optional();
const fromZero = `must be a whole number from 0 to ${MOST_ITEMS}`;

/** What whoever starts a batch, or retries its failed items, allows for. */
export const startBody = z.strictObject({
  confirmClose: allowed("Whether items may go whose names are close to the banks', or weren't given."),
  allowDuplicates: allowed("Whether items may go that have a duplicate."),
  expectedDuplicates: z
    .int({ error: fromZero })
    .min(0, fromZero)
    .max(MOST_ITEMS, fromZero)
    .describe("How many of these you have seen. If there are more by now, nothing is started.")
    .optional(),
  skipInvalid: allowed("Whether to leave out invalid items."),
  expectedTotal: money({ currency: "NGN", from: 1, upTo: 9_000_000_000_000_000 })
    .strict()
    .describe("What the batch should cost, with fees. If it costs something else, nothing is started.")
    .optional(),
});
