import { z } from "zod";
import { decrypt, encrypt, type MasterKeys } from "../process/encryption/encryption.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";

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

/** Keeps the secret of an app that a person is adding, in base32. False if the person uses one already. */
export async function beginTotp(
  connection: Connection,
  keys: MasterKeys,
  personId: bigint,
  secret: string,
): Promise<boolean> {
  const encrypted = encrypt(keys, secret, totpContext(personId));
  return connection.oneFirst(sql.type(z.object({ begun: z.boolean() }))`
    select begin_totp(${personId}, ${sql.binary(encrypted)}) as begun`);
}

const confirmed = z.object({ outcome: z.enum(["confirmed", "not_begun"]), is_first: z.boolean() });

/**
 * Turns on the app with this secret, which made a right code, of the step `step`. Recovery codes are kept where this is
 * the first second factor of the session's person; their other sessions have to prove again who they are.
 */
export async function confirmTotp(
  connection: Connection,
  { id, personId }: { id: bigint; personId: bigint },
  { encrypted, step, recoveryHashes }: { encrypted: Buffer; step: number; recoveryHashes: Buffer[] },
  acting: Acting,
): Promise<z.output<typeof confirmed>> {
  return connection.one(sql.type(confirmed)`
    select outcome, is_first from confirm_totp(
      ${personId}, ${sql.binary(encrypted)}, ${step}, ${sql.array(recoveryHashes, "bytea")}, ${actingAs(acting)},
      ${id}
    )`);
}

/** Turns a person's app off. False if there is none. */
export async function disableTotp(
  connection: Connection,
  personId: bigint,
  acting: Acting,
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ disabled: z.boolean() }))`
    select disable_totp(${personId}, ${actingAs(acting)}) as disabled`);
}

/** Accepts a right code of the step `step`. False if one of that step or of a later one was accepted before. */
export async function useTotpStep(connection: Connection, personId: bigint, step: number): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ used: z.boolean() }))`
    select use_totp_step(${personId}, ${step}) as used`);
}
