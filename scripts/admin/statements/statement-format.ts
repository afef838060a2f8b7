import { z } from "zod";
import type { StatementLine } from "../../../sql/queries/statements.ts";

/** A line of a statement, before it is known where it stands in the file. */
type Movement = Omit<StatementLine, "number">;

/** How a provider writes its statements. */
export type StatementFormat = {
  /** Whether money that came in is in the file too. */
  hasCredits: boolean;
  /** The columns that it must have, in any order; others are passed over. Spaces in them count as underscores. */
  columns: readonly string[];
  /** Makes movements of one row, whose members are the columns: none where the row moved nothing. */
  row: z.ZodType<Movement[], Record<string, string>>;
};

/** An amount in major units, as exact text, in minor units: naira and dollars both have two decimals. */
export const amountText = z
  .string()
  .regex(
    /^\d{1,13}(\.\d{1,2})?$/,
    "must be an amount such as 1250 or 1250.00: digits, and at most two after a dot",
  )
  .transform((text) => {
    const [whole = "", decimals = ""] = text.split(".");
    return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, "0"));
  });

export const positiveAmount = amountText.refine((amount) => amount > 0n, "must be more than zero");

export const shortText = z.string().regex(/^[^\p{Cc}]{1,200}$/u, "must be text of 1 to 200 characters");

/** Null where the column is empty. */
export const optionalText = z.union([z.literal("").transform(() => null), shortText]);

export const currencyCode = z.enum(["NGN", "USD"], { error: "must be NGN or USD" });

export const time = z.iso
  .datetime({
    offset: true,
    error: "must be a time such as 2026-03-02T09:30:00Z or 2026-03-02T10:30:00+01:00",
  })
  .transform((text) => new Date(text));
