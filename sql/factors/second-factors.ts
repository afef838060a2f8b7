import { createHash } from "node:crypto";
import { z } from "zod";
import type { Acting } from "../audit-log/acting.ts";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";

const factors = z.object({
  passkeys: z.int(),
  totpSince: z.string().nullable(),
  recoveryCodesLeft: z.int(),
});

/** How many passkeys and recovery codes a person has, and since when an authenticator app; null: none. */
export async function findSecondFactors(connection: Connection, personId: bigint) {
  return connection.one(sql.type(factors)`
    select (select count(*)::int from passkeys where person_id = ${personId}) as passkeys,
      (select iso_timestamp(confirmed_at) from totp_secrets where person_id = ${personId}) as "totpSince",
      (select count(*)::int from recovery_codes where person_id = ${personId}) as "recoveryCodesLeft"`);
}

/** The stored SHA-256 of a recovery code. Case, spaces and hyphens do not matter: people type it. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash("sha256").update(code.replace(/[\s-]/g, "").toLowerCase()).digest();
}

const use = call("use_recovery_code");

/** Uses up a recovery code. False if the person has no such unused code. */
export const useRecoveryCode = (connection: Connection, personId: bigint, code: string, acting: Acting) =>
  use(connection, { personId, codeHash: hashRecoveryCode(code), acting });

/** Replaces a person's recovery codes. False if the person has no second factor. */
export const renewRecoveryCodes = call("renew_recovery_codes");

/** Counts an attempt to prove to be a person, before it is checked. False: too many were wrong in this hour. */
export const takeProofAttempt = call("take_proof_attempt");

/** Returns an attempt that was correct. */
export const returnProofAttempt = call("return_proof_attempt");
