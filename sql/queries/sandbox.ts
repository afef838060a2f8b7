import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

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

/** Carries out a transfer once per reference; a repeat is counted and returns the existing one. */
export async function recordSandboxTransfer(
  connection: Connection,
  sent: NewSandboxTransfer,
): Promise<SandboxTransfer> {
  return connection.one(sql.type(transfer)`
    select record_sandbox_transfer(
      ${sent.reference}, ${sent.amount}, ${sent.currency}, ${sent.bankCode}, ${sent.accountNumber}
    ) as account_number`);
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
