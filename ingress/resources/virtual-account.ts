import { z } from "zod";
import { moneyJson } from "../../sql/columns/money.ts";
import { environment, reference, timestamp } from "../fields.ts";
import { collectionStatus } from "./collection.ts";

/** A virtual account as callers see it; made by SQL's virtual_account_json. */
export const virtualAccount = z.object({
  reference: reference("va"),
  status: z.enum(["active", "closed", "expired"]),
  bankCode: z.string(),
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  amount: moneyJson,
  customerEmail: z.string(),
  expiresAt: timestamp,
  environment,
  createdAt: timestamp,
  collection: z.object({ reference: reference("col"), status: collectionStatus }),
});
