import { z } from "zod";

/** An environment: test money and live money are never mixed. */
export const environments = ["test", "live"] as const;
export type Environment = (typeof environments)[number];

/** One naira, in kobo: the smallest payout or collection. */
export const MINIMUM_AMOUNT = 100;

/** Ten billion naira, in kobo: the most that one virtual account may expect. JSON numbers hold at most 2^53. */
export const MAXIMUM_COLLECTION = 1_000_000_000_000;

/** Money as the API shows it, of an amount in kobo. */
export const naira = (kobo: number | bigint) => ({ value: Number(kobo), currency: "NGN" });

/** Money as the API shows it (documented surface, 2.2): a safe integer of minor units and an ISO currency code. */
export const moneyJson = z
  .object({
    value: z
      .int()
      .meta({ description: "In the currency's minor unit: kobo for NGN, cents for USD.", format: "int64" }),
    currency: z.string().describe("ISO 4217."),
  })
  .meta({ id: "Money", description: "An amount of money, always a whole number." });
