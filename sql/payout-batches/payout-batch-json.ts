import { z } from "zod";
import { feesJson } from "../charges/fees-json.ts";
import { environmentJson, ownJson, referenceJson, timestampJson } from "../formats/public-json.ts";
import { moneyJson } from "../ledger/money.ts";
import { payoutPurposes, payoutStatuses } from "../payouts/payout-json.ts";

export const payoutBatchStatuses = [
  "validating",
  "ready",
  "awaiting_approval",
  "processing",
  "completed",
  "canceled",
  "failed",
] as const;

export const nameMatches = ["match", "close", "different", "unchecked", "unverified"] as const;

/** An item's own statuses, and then that of its payout. */
export const itemStatuses = [
  "validating",
  "valid",
  "invalid",
  "skipped",
  "waiting",
  ...payoutStatuses,
] as const;

const count = z.int();

/** How many there are of each word; absent where there are none. */
const countsOf = <Word extends string>(words: readonly Word[]) =>
  Object.fromEntries(words.map((word) => [word, count.optional()])) as Record<Word, z.ZodOptional<z.ZodInt>>;

/** A batch of payouts as the API and its events show it; made by SQL's payout_batch_json. */
export const payoutBatchJson = z
  .object({
    reference: referenceJson("bat"),
    name: z.string().optional(),
    status: z
      .enum(payoutBatchStatuses)
      .describe(
        "validating → ready → processing → completed, or canceled. A batch that your approval policy covers is awaiting_approval before it's processing. failed: its names couldn't be checked within a day.",
      ),
    items: z
      .object({
        total: count,
        ...countsOf(itemStatuses),
      })
      .describe("How many items it has, in all and in each status. Lists have only the total."),
    names: z
      .object(countsOf(nameMatches))
      .describe("How the names you gave compare with the banks' names.")
      .optional(),
    duplicates: count
      .describe(
        "Items with the same account and amount as another item, a payout of the last 24 hours, or a pending item of another batch that was started.",
      )
      .optional(),
    amount: moneyJson.describe("Of the items that can go; once it's started, of those that went."),
    fee: moneyJson.describe("With taxes: the sum of fees. Before the start, what it would be now."),
    fees: feesJson,
    total: moneyJson.describe("Amount and fee: what the batch takes from your balance."),
    estimatedReadyAt: timestampJson.describe("While it's validating: when it may be ready.").optional(),
    cancelReason: z
      .enum(["rejected", "expired", "unstarted"])
      .describe(
        "rejected or expired: it, or its last retry, wasn't approved. unstarted: nobody started it within 7 days. Absent if you canceled it.",
      )
      .optional(),
    environment: environmentJson,
    createdAt: timestampJson,
    updatedAt: timestampJson,
    readyAt: timestampJson.optional(),
    startedAt: timestampJson.optional(),
    canceledAt: timestampJson
      .describe("When you canceled it. What was sent by then still ends; until then it's processing.")
      .optional(),
    completedAt: timestampJson.optional(),
    expiresAt: timestampJson.describe("When it's canceled unless you start it.").optional(),
  })
  .meta({ id: "PayoutBatch", description: "Many payouts that are checked and started together." });

export type PayoutBatchJson = z.output<typeof payoutBatchJson>;

/** An item of a batch as the API shows it; made by SQL's payout_batch_item_json. */
export const payoutBatchItemJson = z
  .object({
    index: count.describe("Its place in the batch, from 0."),
    row: count.describe("Its line in the CSV file.").optional(),
    status: z
      .enum(itemStatuses)
      .describe(
        "validating → valid or invalid. Once the batch is started: waiting, then the status of its payout. skipped: left out as invalid.",
      ),
    attempt: count.describe("How often it was started: retries count."),
    amount: moneyJson.optional(),
    fee: moneyJson.describe("With taxes. Absent until the batch is started.").optional(),
    fees: feesJson.optional(),
    destination: z
      .object({
        bankCode: z.string().optional(),
        bankName: z.string().optional(),
        accountNumber: z.string().optional(),
        accountName: z.string().describe("The name that you gave.").optional(),
      })
      .optional(),
    payoutAccountId: z.string().optional(),
    name: z
      .enum(nameMatches)
      .describe(
        "How the name you gave compares with the bank's. close: other order, initials, or a name left out. unchecked: you gave none. unverified: the bank didn't answer.",
      )
      .optional(),
    resolvedName: z.string().describe("The bank's name of the holder, which the payout carries.").optional(),
    duplicate: z
      .enum(["batch", "paid"])
      .describe(
        "batch: another item has this account and amount. paid: a payout of the last 24 hours has, or a pending item of another batch that was started.",
      )
      .optional(),
    confirm: z.boolean().describe("Whether you confirmed its name."),
    narration: z.string().optional(),
    purpose: z.enum(payoutPurposes).optional(),
    ...ownJson,
    given: z.record(z.string(), z.string()).describe("What was wrong, as you sent it.").optional(),
    errors: z
      .array(
        z.object({
          field: z.string(),
          code: z.string(),
          message: z.string(),
          suggestion: z.string().describe("What you may have meant.").optional(),
        }),
      )
      .describe("Why it's invalid.")
      .optional(),
    payout: referenceJson("pyt").optional(),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .describe("Why its payout failed.")
      .optional(),
  })
  .meta({ id: "PayoutBatchItem", description: "One payout of a batch, before and after it's started." });

export type PayoutBatchItemJson = z.output<typeof payoutBatchItemJson>;
