import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";

const transfer = z.object({ account_number: z.string() });
/** A transfer of the sandbox bank. The account that it goes to decides its outcome. */
export type SandboxTransfer = z.output<typeof transfer>;

export type NewSandboxTransfer = {
  reference: string;
  amount: bigint;
  currency: string;
  bankCode: string;
  accountNumber: string;
};

/** Carries out transfers, each once per reference, in one call; repeats are counted. */
export async function recordSandboxTransfers(
  connection: Connection,
  sent: readonly NewSandboxTransfer[],
): Promise<void> {
  const transfers = sent.map(({ reference, amount, currency, bankCode, accountNumber }) => ({
    ...{ reference, amount: String(amount), currency },
    ...{ bank_code: bankCode, account_number: accountNumber },
  }));
  await connection.query(sql.type(z.object({}))`
    select from record_sandbox_transfers(${sql.jsonb(transfers)})`);
}

/** The transfer of a reference, or null. */
export async function findSandboxTransfer(
  connection: Connection,
  reference: string,
): Promise<SandboxTransfer | null> {
  return connection.maybeOne(sql.type(transfer)`
    select account_number from sandbox_transfers where reference = ${reference}`);
}

/** The account number provisioned for a reference, the same each time. */
export async function provisionSandboxAccount(connection: Connection, reference: string): Promise<string> {
  return connection.oneFirst(sql.type(z.object({ account_number: z.string() }))`
    select provision_sandbox_account(${reference}) as account_number`);
}

/** Stores an identity with an encrypted phone. If it is stored already, returns the phone stored first. */
export async function rememberSandboxIdentity(
  connection: Connection,
  reference: string,
  encryptedPhone: Buffer,
): Promise<Buffer> {
  return connection.oneFirst(sql.type(z.object({ encrypted_phone: z.instanceof(Buffer) }))`
    select remember_sandbox_identity(${reference}, ${sql.binary(encryptedPhone)}) as encrypted_phone`);
}
