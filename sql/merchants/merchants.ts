import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { call } from "../process/call.ts";

const merchant = z.object({ id: z.bigint(), reference: z.string(), kybStatus: z.string() });
export type Merchant = z.output<typeof merchant>;

export const kybStatuses = ["draft", "submitted", "approved", "rejected"] as const;

/** Adds a merchant with its ledger accounts in both environments. */
export const createMerchant = call("create_merchant", merchant);

/** The merchant of a reference (mer_...); null if there is none. */
export async function findMerchant(connection: Connection, reference: string): Promise<Merchant | null> {
  return connection.maybeOne(sql.type(merchant)`
    select id, reference, kyb_status as "kybStatus" from merchants where reference = ${reference}`);
}

/** Sets the state of the business's verification; live keys need `approved`. */
export const setKybStatus = call("set_kyb_status");

/** Sets the largest single payout, in kobo. */
export const setPayoutMax = call("set_payout_max");
