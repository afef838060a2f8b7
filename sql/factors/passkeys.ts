import { createHash } from "node:crypto";
import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";

const listed = z.object({
  reference: z.string(),
  name: z.string(),
  isSynced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
type ListedPasskey = z.output<typeof listed>;

/** A person's passkeys, the oldest first; at most 20. */
export async function listPasskeys(connection: Connection, personId: bigint): Promise<ListedPasskey[]> {
  const rows = await connection.any(sql.type(listed)`
    select reference, name, is_synced as "isSynced", iso_timestamp(created_at) as "createdAt",
      iso_timestamp(last_used_at) as "lastUsedAt"
    from passkeys where person_id = ${personId} order by id`);
  return [...rows];
}

const passkey = z.object({
  id: z.bigint(),
  personId: z.bigint(),
  person: z.string(),
  email: z.string(),
  credentialId: z.instanceof(Buffer),
  publicKey: z.instanceof(Buffer),
  transports: z.array(z.string()),
});
export type Passkey = z.output<typeof passkey>;

const columns = sql.fragment`
  k.id, k.person_id as "personId", p.reference as person, p.email, k.credential_id as "credentialId",
  k.public_key as "publicKey", k.transports`;

/** The passkey of a credential id, with its person; null if there is none. */
export async function findPasskey(connection: Connection, credentialId: Buffer): Promise<Passkey | null> {
  return connection.maybeOne(sql.type(passkey)`
    select ${columns} from passkeys k join people p on p.id = k.person_id
    where k.credential_id = ${sql.binary(credentialId)}`);
}

/** A person's passkeys as browsers get them. */
export async function findPasskeysOf(connection: Connection, personId: bigint): Promise<readonly Passkey[]> {
  return connection.any(sql.type(passkey)`
    select ${columns} from passkeys k join people p on p.id = k.person_id
    where k.person_id = ${personId} order by k.id`);
}

/** What an authenticator has made, for the challenge that it got. */
export type NewPasskey = {
  challenge: string;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: readonly string[];
  isSynced: boolean;
  name: string;
};

const added = z.object({
  outcome: z.enum(["added", "challenge_used", "too_many", "known"]),
  passkey: z.string().nullable(),
  is_first: z.boolean(),
});

/**
 * Adds a passkey of a session's person. With the first second factor recovery codes are kept, and the person's other
 * sessions have to prove again who they are.
 */
export async function addPasskey(
  connection: Connection,
  { id, personId }: { id: bigint; personId: bigint },
  { challenge, credentialId, publicKey, signCount, transports, isSynced, name }: NewPasskey,
  recoveryHashes: Buffer[],
  acting: Acting,
): Promise<z.output<typeof added>> {
  return connection.one(sql.type(added)`
    select outcome, passkey, is_first from add_passkey(
      ${personId}, ${sql.binary(hashOf(challenge))}, ${sql.binary(credentialId)}, ${sql.binary(publicKey)},
      ${signCount}, ${sql.array(transports, "text")}, ${isSynced}, ${name}, ${sql.array(recoveryHashes, "bytea")},
      ${actingAs(acting)}, ${id}
    )`);
}

/** Gives a person's passkey another name. False if the person has no such passkey. */
export async function renamePasskey(
  connection: Connection,
  personId: bigint,
  reference: string,
  name: string,
  acting: Acting,
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ renamed: z.boolean() }))`
    select rename_passkey(${personId}, ${reference}, ${name}, ${actingAs(acting)}) as renamed`);
}

const removed = z.object({ outcome: z.enum(["removed", "not_found", "last_way_in"]) });

/** Removes a person's passkey, but not the last way to sign in. */
export async function removePasskey(
  connection: Connection,
  personId: bigint,
  reference: string,
  acting: Acting,
): Promise<z.output<typeof removed>["outcome"]> {
  return connection.oneFirst(sql.type(removed)`
    select remove_passkey(${personId}, ${reference}, ${actingAs(acting)}) as outcome`);
}

const used = z.object({ outcome: z.enum(["used", "challenge_used", "gone", "cloned"]) });

/** Accepts a signature that was checked. `cloned`: the authenticator's count did not grow, as the audit log says. */
export async function usePasskey(
  connection: Connection,
  passkeyId: bigint,
  { challenge, signCount, isSynced }: { challenge: string; signCount: number; isSynced: boolean },
  acting: Acting,
): Promise<z.output<typeof used>["outcome"]> {
  return connection.oneFirst(sql.type(used)`
    select use_passkey(
      ${passkeyId}, ${sql.binary(hashOf(challenge))}, ${signCount}, ${isSynced}, ${actingAs(acting)}
    ) as outcome`);
}

function hashOf(challenge: string): Buffer {
  return createHash("sha256").update(challenge).digest();
}
