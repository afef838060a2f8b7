import { z } from "zod";
import { feesJson } from "../charges/fees-json.ts";
import { environmentJson, timestampJson } from "../formats/public-json.ts";
import { moneyJson } from "../ledger/money.ts";

const balances = z.object({ available: moneyJson, reserved: moneyJson });

const subtotal = z.object({
  count: z.int(),
  amount: moneyJson.describe("Before fees."),
  fees: feesJson,
  net: moneyJson.describe("amount less fees."),
});

/** Made by SQL's statement_json. */
export const statementJson = z
  .object({
    currency: z.string(),
    environment: environmentJson,
    from: z.iso.date(),
    to: z.iso.date().describe("Inclusive, in Africa/Lagos."),
    asOf: timestampJson.describe("Nothing that was booked before this time is missing."),
    complete: z.boolean().describe("Whether the period was over then, so that the statement stays as it is."),
    opening: balances,
    movements: z
      .array(
        subtotal.extend({
          kind: z.string(),
          datedEarlier: subtotal
            .optional()
            .describe(
              "Of these, what happened at the bank on a day before the period. Absent if there is none.",
            ),
        }),
      )
      .describe("By kind, as in balance transactions."),
    total: subtotal.describe("All movements: opening.available plus net is closing.available."),
    closing: balances,
  })
  .meta({ id: "Statement", description: "What happened to your money in a period." });

export type StatementJson = z.output<typeof statementJson>;
