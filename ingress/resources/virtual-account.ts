import { z } from "zod";
import { environment, money, reference, timestamp } from "../fields.ts";
import { collectionStatus } from "./collection.ts";

/** A virtual account as callers see it; made by SQL's virtual_account_json. */
export const virtualAccount = z.object({
  reference: reference("va"),
  status: z.enum(["active", "closed", "expired"]),
  bankCode: z.string(),
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  amount: money,
  customerEmail: z.string(),
  expiresAt: timestamp,
  environment,
  createdAt: timestamp,
  collection: z.object({ reference: reference("col"), status: collectionStatus }),
});
