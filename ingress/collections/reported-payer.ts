import { z } from "zod";
import { cleanPayer, payerMembers } from "../../sql/collections/clean-payer.ts";

/** Who paid, as reported by a provider. A payment is never refused because of these members: see cleanPayer(). */
export const reportedPayer = z
  .unknown()
  .transform(cleanPayer)
  .meta({
    wire: {
      type: "object",
      properties: Object.fromEntries(payerMembers.map((name) => [name, { type: "string" }])),
    },
  })
  .describe("Who paid, if known. Values that are not text are ignored.")
  .optional();
