import { z } from "zod";
import { moneyJson } from "../ledger/money.ts";

/** A fee by kind; made by SQL's fees_json. */
export const feesJson = z
  .array(z.object({ kind: z.string(), amount: moneyJson }))
  .describe(
    "The fee by kind: service is the price, vat and stamp_duty are taxes. More kinds may follow. A kind that the payout doesn't owe is absent; in test each is zero.",
  );
