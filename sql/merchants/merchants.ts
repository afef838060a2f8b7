import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import type { Acting } from "../audit-log/acting.ts";
import { call } from "../process/call.ts";

const merchant = z.object({ id: z.bigint(), reference: z.string(), kyb_status: z.string() });
export type Merchant = z.output<typeof merchant>;

export const kybStatuses = ["draft", "submitted", "approved", "rejected"] as const;

const create = call("create_merchant", merchant);

/** Adds a merchant with its ledger accounts in both environments. */
export const createMerchant = (connection: Connection, name: string, email: string, acting: Acting = {}) =>
  create(connection, name, email, acting);

/** The merchant of a reference (mer_...); null if there is none. */
export async function findMerchant(connection: Connection, reference: string): Promise<Merchant | null> {
  return connection.maybeOne(sql.type(merchant)`
    select id, reference, kyb_status from merchants where reference = ${reference}`);
}

const setStatus = call("set_kyb_status");

/** Sets the state of the business's verification; live keys need `approved`. */
export async function setKybStatus(
  connection: Connection,
  merchantId: bigint,
  status: (typeof kybStatuses)[number],
  acting: Acting = {},
) {
  await setStatus(connection, merchantId, status, acting);
}

/** Sets the largest single payout, in kobo. */
export const setPayoutMax = call("set_payout_max");
