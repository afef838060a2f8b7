import { z } from "zod";
import { readPaidAt } from "../../sql/collections/read-paid-at.ts";
import { recordHttpCredit } from "../../sql/collections/credits/credits.ts";
import { creditAmount } from "../collections/collection-fields.ts";
import { reportedPayer } from "../collections/reported-payer.ts";
import { printable } from "../http/fields.ts";
import { publicRoute } from "../http/route.ts";

/** An incoming payment, as reported by the provider. */
export const creditReport = z.object({
  id: printable(200).describe("The provider's transaction id. Each one counts once, as first sent."),
  recipient: printable(200).describe(
    "The reference of the paid account (va_…) or crypto collection (col_…).",
  ),
  amount: creditAmount,
  payer: reportedPayer,
  paidAt: z
    .unknown()
    .transform(readPaidAt)
    .meta({ wire: { type: "string", format: "date-time" } })
    .describe("When the payer paid, if known. Invalid times are ignored.")
    .optional(),
  confirmed: z
    .boolean({ error: "must be true or false" })
    .describe("false: seen on the chain but not final yet.")
    .default(true),
});

/**
 * The live gateway's provider calls this when money came in. Each transaction (`id`) is recorded once, even if it is
 * sent again or out of order; a worker books it. Money for an unknown recipient is kept for an operator. So is a report
 * that contradicts an earlier one of the same transaction, and one for an account of another gateway. These are logged
 * for operators, and get the same response as a repeated one, because a retry would help nobody.
 */
export const recordProviderCredit = publicRoute({
  method: "post",
  path: "/v1/provider/credits",
  summary: "Receive a provider's notification of a payment",
  signed: "http",
  request: {
    body: creditReport,
  },
  success: { status: 200, data: z.object({ recorded: z.boolean() }) },
  errors: ["AUTH_INVALID", "NOT_FOUND"],
  handler: async ({ body }, { database, log }) => {
    const { outcome } = await recordHttpCredit(database, {
      recipient: body.recipient,
      providerReference: body.id,
      amount: body.amount.value,
      currency: body.amount.currency,
      payer: body.payer ?? null,
      confirmed: body.confirmed,
      paidAt: body.paidAt,
    });
    if (outcome === "discrepancy") {
      log.error(
        { code: "CREDIT_DISCREPANCY" },
        "the provider reported a transaction again, with another amount or recipient: see scripts/ops/collections/credit-discrepancies.sql",
      );
    }
    if (outcome === "elsewhere") {
      log.error(
        { code: "CREDIT_ELSEWHERE" },
        "the provider reported money for an account that another gateway opened: see scripts/ops/collections/unconfirmed-credits.sql",
      );
    }
    return { data: { recorded: outcome === "recorded" } };
  },
});
