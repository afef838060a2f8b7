import { z } from "zod";
import { decrypt, encrypt, type MasterKeys } from "../process/encryption/encryption.ts";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import type { Acting } from "../audit-log/acting.ts";

/** The encryption context of the secret of a person's app for codes. */
export function totpContext(personId: bigint): string {
  return `totp_secret:${personId}`;
}

const row = z.object({ encrypted: z.instanceof(Buffer) });
const states = {
  used: sql.fragment`confirmed_at is not null`,
  begun: sql.fragment`confirmed_at is null and created_at > now() - interval '15 minutes'`,
};

/** The secret of a person's app for codes, in base32, and as it is stored. */
export type TotpSecret = { secret: string; encrypted: Buffer };

/** The secret of the app that a person uses, or began to add within 15 minutes; null if there is none. */
export async function findTotpSecret(
  connection: Connection,
  keys: MasterKeys,
  personId: bigint,
  state: keyof typeof states,
): Promise<TotpSecret | null> {
  const encrypted = await connection.maybeOneFirst(sql.type(row)`
    select encrypted_secret as encrypted from totp_secrets where person_id = ${personId} and ${states[state]}`);
  return encrypted && { secret: decrypt(keys, encrypted, totpContext(personId)), encrypted };
}

const begin = call("begin_totp");

/** Stores the base32 secret of an app that a person is adding. False if the person uses one already. */
export const beginTotp = (connection: Connection, keys: MasterKeys, personId: bigint, secret: string) =>
  begin(connection, { personId, encryptedSecret: encrypt(keys, secret, totpContext(personId)) });

const confirm = call("confirm_totp", { outcome: z.enum(["confirmed", "not_begun"]) });

type RightCode = { encrypted: Buffer; step: number; recoveryHashes: Buffer[] };

/** Turns on the app with this secret, after a correct code for the step `step`. */
export async function confirmTotp(
  connection: Connection,
  { id: sessionId, personId }: { id: bigint; personId: bigint },
  { encrypted: encryptedSecret, step, recoveryHashes }: RightCode,
  acting: Acting,
) {
  const secret = { encryptedSecret, step: BigInt(step), recoveryHashes };
  return confirm(connection, { personId, sessionId, ...secret, acting });
}

/** Turns a person's app off. False if there is none. */
export const disableTotp = call("disable_totp");

/** Accepts a correct code for the step `step`. False if one of that step or of a later one was accepted before. */
export const useTotpStep = call("use_totp_step");
