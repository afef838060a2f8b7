import { z } from "zod";
import { moneyJson } from "../../ledger/money.ts";
import { environmentJson, ownJson, referenceJson, timestampJson } from "../../formats/public-json.ts";
import { collectionStatuses } from "../collection-json.ts";

export const virtualAccountStatuses = ["active", "closed", "expired"] as const;

/** A virtual account as the API shows it; made by SQL's virtual_account_json. */
export const virtualAccountJson = z
  .object({
    reference: referenceJson("va"),
    status: z.enum(virtualAccountStatuses).describe("closed: paid. expired: its time ran out."),
    bankCode: z.string(),
    bankName: z.string(),
    accountNumber: z.string(),
    accountName: z.string(),
    amount: moneyJson.describe("The expected amount."),
    customerEmail: z.string(),
    expiresAt: timestampJson,
    ...ownJson,
    environment: environmentJson,
    createdAt: timestampJson,
    collection: z
      .object({ reference: referenceJson("col"), status: z.enum(collectionStatuses) })
      .describe("The account's newest collection."),
  })
  .meta({ id: "VirtualAccount", description: "A bank account that expects one payment at a time." });

export type VirtualAccountJson = z.output<typeof virtualAccountJson>;
