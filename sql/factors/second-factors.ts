import { createHash } from "node:crypto";
import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";

const factors = z.object({
  passkeys: z.int(),
  totpSince: z.string().nullable(),
  recoveryCodesLeft: z.int(),
});

/** How many passkeys and recovery codes a person has, and since when an app for codes; null: the person has none. */
export async function findSecondFactors(
  connection: Connection,
  personId: bigint,
): Promise<z.output<typeof factors>> {
  return connection.one(sql.type(factors)`
    select (select count(*)::int from passkeys where person_id = ${personId}) as passkeys,
      (select iso_timestamp(confirmed_at) from totp_secrets where person_id = ${personId}) as "totpSince",
      (select count(*)::int from recovery_codes where person_id = ${personId}) as "recoveryCodesLeft"`);
}

/** The SHA-256 of a recovery code, which is stored. Case, spaces and hyphens do not matter: people type it. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash("sha256").update(code.replace(/[\s-]/g, "").toLowerCase()).digest();
}

/** Uses up a recovery code. False if the person has no such code, or not any more. */
export async function useRecoveryCode(
  connection: Connection,
  personId: bigint,
  code: string,
  acting: Acting,
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ used: z.boolean() }))`
    select use_recovery_code(${personId}, ${sql.binary(hashRecoveryCode(code))}, ${actingAs(acting)}) as used`);
}

/** Replaces a person's recovery codes. False if the person has no second factor. */
export async function renewRecoveryCodes(
  connection: Connection,
  personId: bigint,
  hashes: Buffer[],
  acting: Acting,
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ renewed: z.boolean() }))`
    select renew_recovery_codes(${personId}, ${sql.array(hashes, "bytea")}, ${actingAs(acting)}) as renewed`);
}

/** Counts an attempt to prove to be a person, before it is looked at. False: `most` were wrong in this hour. */
export async function takeProofAttempt(
  connection: Connection,
  personId: bigint,
  most: number,
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ taken: z.boolean() }))`
    select take_proof_attempt(${personId}, ${most}) as taken`);
}

/** Gives back an attempt that was right. */
export async function returnProofAttempt(connection: Connection, personId: bigint): Promise<void> {
  await connection.query(sql.type(z.object({}))`select from return_proof_attempt(${personId})`);
}
