import { z } from "zod";
import { printable } from "../../http/fields.ts";
import { payoutBody, payoutDestination } from "../../payouts/payout-fields.ts";

/** The most items of one batch. */
export const MOST_ITEMS = 10_000;

/** One item as callers send it. What is wrong with it is its own error: see check-item.ts. */
export const batchItem = z
  .strictObject({
    ...payoutBody.shape,
    destination: payoutDestination.partial({ accountName: true }).optional(),
    confirm: z
      .boolean({ error: "must be true or false" })
      .describe("Pay out even if the account's name is only close to accountName.")
      .optional(),
  })
  .meta({ rule: "destination or payoutAccountId, and not both" });

const name = printable(100).describe("Your name for the batch, such as its month.").optional();
const itemsRule = `must be a list of 1 to ${MOST_ITEMS} items`;
const csvRule = "must be the text of a CSV file";

const oneOf = <Body extends { items?: unknown; csv?: unknown }>(body: z.ZodType<Body>) =>
  body
    .refine(({ items, csv }) => items === undefined || csv === undefined, {
      path: ["csv"],
      error: "must be left out when items is present",
    })
    .refine(({ items, csv }) => items !== undefined || csv !== undefined, {
      path: ["items"],
      error: "a list of items, or csv: the text of a CSV file",
    });

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item, { error: itemsRule }).min(1, { error: itemsRule }).max(MOST_ITEMS, { error: itemsRule });

const csv = z.string({ error: csvRule }).min(1, { error: csvRule });

/** A whole request: what is wrong here refuses it. */
export const batchBody = oneOf(
  z.strictObject({ name, items: listOf(z.unknown()).optional(), csv: csv.optional() }),
);

/** The fields that a request and its items know. */
export const batchFields = z.strictObject({ name, items: listOf(batchItem).optional(), csv: csv.optional() });
