import { z } from "zod";
import { moneyJson } from "../ledger/money.ts";

/** What a search can find. */
const foundKinds = [
  "payout",
  "payout_batch",
  "refund",
  "collection",
  "virtual_account",
  "payment_link",
  "event",
  "identity_check",
  "payout_account",
  "payment",
  "key",
  "business",
  "person",
  "invitation",
  "document",
  "passkey",
  "request",
] as const;
export type FoundKind = (typeof foundKinds)[number];

export const foundJson = z.object({
  kind: z.enum(foundKinds),
  reference: z.string().describe("The slug of a payment link, or the x-request-id of a request."),
  title: z.string().describe("Who or what it's about. This text may come from other people."),
  status: z.string(),
  amount: moneyJson.optional(),
  collection: z
    .string()
    .optional()
    .describe("For a payment, the reference of the collection. Absent if it was unmatched."),
});
export type FoundJson = z.output<typeof foundJson>;
