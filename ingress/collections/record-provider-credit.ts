import { z } from "zod";
import { recordCredit } from "../../sql/queries/credits.ts";
import { creditAmount } from "./collection-fields.ts";
import { reportedPayer } from "./reported-payer.ts";
import { printable } from "../http/fields.ts";
import { publicRoute } from "../http/route.ts";

/**
 * The live gateway's provider notifies us here that money came in. One transaction (`id`) is recorded once, however often it
 * is notified and in any order; a worker books it. Money that matches no recipient of ours is kept for an operator.
 */
export const recordProviderCredit = publicRoute({
  method: "post",
  path: "/v1/provider/credits",
  summary: "The provider's notification of a payment that came in",
  signed: "provider",
  request: {
    body: z.object({
      id: printable(200).describe(
        "The provider's own name of the transaction. It counts once, however often it is told.",
      ),
      recipient: printable(200).describe("Our reference of what was paid: va_… or, for crypto, col_…."),
      amount: creditAmount,
      payer: reportedPayer,
      confirmed: z
        .boolean({ error: "must be true or false" })
        .describe("false: seen on the chain, but not final yet.")
        .default(true),
    }),
  },
  success: { status: 200, data: z.object({ recorded: z.boolean() }) },
  errors: ["AUTH_INVALID", "NOT_FOUND"],
  handler: async ({ body }, { database }) => {
    const credit = await recordCredit(database, {
      environment: "live",
      recipient: body.recipient,
      providerReference: body.id,
      amount: body.amount.value,
      currency: body.amount.currency,
      payer: body.payer ?? null,
      confirmed: body.confirmed,
    });
    return { data: { recorded: credit !== null } };
  },
});
