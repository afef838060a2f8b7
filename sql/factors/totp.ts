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

const row = z.object({
  encrypted_secret: z.instanceof(Buffer),
  is_confirmed: z.boolean(),
  is_fresh: z.boolean(),
});

/** The secret of a person's app for codes, in base32, and as it is stored. */
export type TotpSecret = { secret: string; encrypted: Buffer };

/** The secret of the app that a person uses; null if the person uses none. */
export async function findTotpSecret(
  connection: Connection,
  keys: MasterKeys,
  personId: bigint,
): Promise<TotpSecret | null> {
  return find(connection, keys, personId, ({ is_confirmed: isConfirmed }) => isConfirmed);
}

/** The secret of the app that a person began to add within 15 minutes; null if there is none. */
export async function findNewTotpSecret(
  connection: Connection,
  keys: MasterKeys,
  personId: bigint,
): Promise<TotpSecret | null> {
  return find(connection, keys, personId, (found) => !found.is_confirmed && found.is_fresh);
}

async function find(
  connection: Connection,
  keys: MasterKeys,
  personId: bigint,
  counts: (found: z.output<typeof row>) => boolean,
): Promise<TotpSecret | null> {
  const found = await connection.maybeOne(sql.type(row)`
    select encrypted_secret, confirmed_at is not null as is_confirmed,
      created_at > now() - interval '15 minutes' as is_fresh
    from totp_secrets where person_id = ${personId}`);
  if (found === null || !counts(found)) return null;
  const encrypted = found.encrypted_secret;
  return { secret: decrypt(keys, encrypted, totpContext(personId)), encrypted };
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
