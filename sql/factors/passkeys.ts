import { createHash } from "node:crypto";
import type { FragmentSqlToken } from "slonik";
import { z } from "zod";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { passkeyJson } from "./passkey-json.ts";
import type { Acting } from "../audit-log/acting.ts";

/** A person's passkeys, the oldest first; at most 20. */
export async function listPasskeys(connection: Connection, personId: bigint) {
  return connection.any(sql.type(passkeyJson)`
    select reference, name, is_synced as "isSynced", iso_timestamp(created_at) as "createdAt",
      iso_timestamp(last_used_at) as "lastUsedAt"
    from passkeys where person_id = ${personId} order by id`);
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

const passkeys = (condition: FragmentSqlToken) => sql.type(passkey)`
  select k.id, k.person_id as "personId", p.reference as person, p.email, k.credential_id as "credentialId",
    k.public_key as "publicKey", k.transports
  from passkeys k join people p on p.id = k.person_id
  where ${condition} order by k.id`;

/** The passkey of a credential id, with its person; null if there is none. */
export const findPasskey = (connection: Connection, credentialId: Buffer): Promise<Passkey | null> =>
  connection.maybeOne(passkeys(sql.fragment`k.credential_id = ${sql.binary(credentialId)}`));

/** A person's passkeys as browsers get them. */
export const findPasskeysOf = (connection: Connection, personId: bigint): Promise<readonly Passkey[]> =>
  connection.any(passkeys(sql.fragment`k.person_id = ${personId}`));

/** An authenticator's response to a challenge. */
export type NewPasskey = {
  challenge: string;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: readonly string[];
  isSynced: boolean;
  name: string;
};

const add = call("add_passkey", {
  outcome: z.enum(["added", "challenge_used", "too_many", "known"]),
  passkey: z.string().nullable(),
});

/** Adds a passkey of a session's person. */
export async function addPasskey(
  connection: Connection,
  { id: sessionId, personId }: { id: bigint; personId: bigint },
  { challenge, signCount, ...made }: NewPasskey,
  recoveryHashes: Buffer[],
  acting: Acting,
) {
  const proof = { challengeHash: hashOf(challenge), signCount: BigInt(signCount), ...made };
  return add(connection, { personId, sessionId, ...proof, recoveryHashes, acting });
}

/** Renames a person's passkey. False if the person has no such passkey. */
export const renamePasskey = call("rename_passkey");

/** Removes a person's passkey, but not the last way to sign in. */
export const removePasskey = call("remove_passkey", z.enum(["removed", "not_found", "last_way_in"]));

const use = call("use_passkey", z.enum(["used", "challenge_used", "gone", "cloned"]));

/** Accepts a signature that was checked; `cloned`: the authenticator's count did not grow. */
export async function usePasskey(
  connection: Connection,
  passkeyId: bigint,
  { challenge, signCount, isSynced }: Pick<NewPasskey, "challenge" | "signCount" | "isSynced">,
  acting: Acting,
) {
  const proof = { challengeHash: hashOf(challenge), signCount: BigInt(signCount), isSynced };
  return use(connection, { passkeyId, ...proof, acting });
}

function hashOf(challenge: string): Buffer {
  return createHash("sha256").update(challenge).digest();
}
