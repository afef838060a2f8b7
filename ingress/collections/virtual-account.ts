import { z } from "zod";
import { moneyJson } from "../../sql/ledger/money.ts";
import { environment, reference, timestamp } from "../http/fields.ts";
import { collectionStatus } from "./collection.ts";

export const virtualAccountStatus = z.enum(["active", "closed", "expired"]);

/** A virtual account as callers see it; made by SQL's virtual_account_json. */
export const virtualAccount = z
  .object({
    reference: reference("va"),
    status: virtualAccountStatus.describe("Closed once it is paid; expired when its time is over."),
    bankCode: z.string(),
    bankName: z.string(),
    accountNumber: z.string(),
    accountName: z.string(),
    amount: moneyJson.describe("What it expects."),
    customerEmail: z.string(),
    expiresAt: timestamp,
    environment,
    createdAt: timestamp,
    collection: z
      .object({ reference: reference("col"), status: collectionStatus })
      .describe("The newest payment that it expects or was paid."),
  })
  .meta({ id: "VirtualAccount", description: "A bank account that expects one payment at a time." });
