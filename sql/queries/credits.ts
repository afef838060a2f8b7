import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

const simulation = z.object({
  outcome: z.enum(["simulated", "not_found", "already_settled", "expired"]),
  credit_id: z.bigint().nullable(),
});

/** Plays the payer of a merchant's test account; `credit_id` is what to wait for when the outcome is 'simulated'. */
export async function simulateCollectionSuccess(
  connection: Connection,
  merchantId: bigint,
  virtualAccount: string,
) {
  return connection.one(sql.type(simulation)`
    select outcome, credit_id from simulate_collection_success(${merchantId}, ${virtualAccount})`);
}

/** How a credit was booked; null while it is not. */
export async function readCredit(
  connection: Connection,
  id: bigint,
): Promise<"settled" | "suspended" | null> {
  return connection.maybeOneFirst(sql.type(z.object({ status: z.enum(["settled", "suspended"]) }))`
    select status from credits where id = ${id} and status <> 'received'`);
}

/** Books a recorded credit, once, however often it is called. */
export async function settleCredit(connection: Connection, id: bigint): Promise<"settled" | "suspended"> {
  return connection.oneFirst(sql.type(z.object({ status: z.enum(["settled", "suspended"]) }))`
    select settle_credit(${id}) as status`);
}
