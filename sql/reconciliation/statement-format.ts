import { z } from "zod";
import type { StatementLine } from "./statements.ts";

/** A line of a statement, before its position in the file is known. */
type Movement = Omit<StatementLine, "number">;

/** How a provider writes its statements. */
export type StatementFormat = {
  /** Which movements it covers: those booked here without a line are missing there. All: also the owner's moves. */
  has: "transfers" | "credits" | "all";
  /** The required columns, in any order. A row may have optional ones; others are ignored. See columnName(). */
  columns: readonly string[];
  /** Whether a row, with the columns as members, moved our money. Others are skipped unread. */
  concerns: (row: Record<string, string>) => boolean;
  /** Converts such a row to movements. */
  row: z.ZodType<Movement[], Record<string, string | undefined>>;
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

/** Nothing where the column is empty. */
export const chargedFee = z
  .string()
  .transform((text) => (text === "" ? "0" : text))
  .pipe(amountText);

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

/** The movements of a reversed row: two at the same time, since it has no other. */
export function withReversal(movement: Movement, isReversed: boolean): Movement[] {
  if (!isReversed) return [movement];
  return [movement, { ...movement, lineId: `${movement.lineId}/reversed`, kind: "reversal", fee: 0n }];
}

/** A column's name in formats: `Transfer Code` and `transferCode` are `transfer_code`. */
export function columnName(name: string): string {
  return name
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/\W+/g, "_");
}
