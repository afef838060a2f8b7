import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { call } from "../process/call.ts";
import { sql } from "../process/sql-tag.ts";

const transfer = z.object({ account_number: z.string() });

export type NewSandboxTransfer = {
  reference: string;
  amount: bigint;
  currency: string;
  bankCode: string;
  accountNumber: string;
};

/** Carries out transfers, each once per reference, in one call; repeats are counted. */
export const recordSandboxTransfers = call("record_sandbox_transfers");

/** The transfer of a reference, or null. */
export async function findSandboxTransfer(connection: Connection, reference: string) {
  return connection.maybeOne(sql.type(transfer)`
    select account_number from sandbox_transfers where reference = ${reference}`);
}

/** The account number provisioned for a reference, the same each time. */
export const provisionSandboxAccount = call("provision_sandbox_account");

/** Stores an identity with an encrypted phone. If it is stored already, returns the phone stored first. */
export const rememberSandboxIdentity = call("remember_sandbox_identity");
