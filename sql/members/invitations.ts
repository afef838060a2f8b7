import { z } from "zod";
import { encrypt, type MasterKeys } from "../process/encryption/encryption.ts";
import { hashToken, newToken } from "../process/encryption/tokens.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";
import { calledBy, type AskedBy } from "../keys/callers.ts";
import { mailTokenContext } from "../mails/mails.ts";
import { memberRoles, type MemberRole } from "../sessions/sessions.ts";
import { presentTraceId } from "../process/tracing/trace.ts";

const invitation = z.object({
  reference: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  invitedBy: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
});

/** A merchant's open invitations, the newest first; at most 50. */
export async function listInvitations(
  connection: Connection,
  merchantId: bigint,
): Promise<z.output<typeof invitation>[]> {
  const rows = await connection.any(sql.type(invitation)`
    select i.reference, i.email, i.role, p.name as "invitedBy", iso_timestamp(i.created_at) as "createdAt",
      iso_timestamp(i.expires_at) as "expiresAt"
    from invitations i left join people p on p.id = i.invited_by
    where i.merchant_id = ${merchantId} and i.ended_at is null and i.expires_at > now()
    order by i.id desc limit 50`);
  return [...rows];
}

/** A new token of an invitation: as it is found again, and as the mail's job decrypts it. */
function newLink(keys: MasterKeys, email: string) {
  const token = newToken();
  const encrypted = encrypt(keys, token, mailTokenContext({ template: "invitation", recipient: email }));
  return { hash: sql.binary(hashToken(token)), encrypted: sql.binary(encrypted) };
}

const created = z.object({
  outcome: z.enum(["created", "member", "too_many"]),
  invitation: z.string().nullable(),
});

/** Invites an address to a merchant by mail. Of the token in its link a SHA-256 is stored. */
export async function createInvitation(
  connection: Connection,
  keys: MasterKeys,
  merchantId: bigint,
  { email, role }: { email: string; role: MemberRole },
  acting: Acting,
  by?: AskedBy,
): Promise<z.output<typeof created>> {
  const link = newLink(keys, email);
  return connection.one(sql.type(created)`
    select outcome, invitation from create_invitation(
      ${merchantId}, ${email}, ${role}, ${link.hash}, ${link.encrypted}, ${actingAs(acting)}, ${calledBy(by)}
    )`);
}

/**
 * Invites an address by mail as a merchant's first owner, for an operator, in place of whom an operator invited before.
 * The invitation's reference; null where the merchant has an owner.
 */
export async function inviteOwner(
  connection: Connection,
  keys: MasterKeys,
  merchantId: bigint,
  email: string,
  acting: Acting,
): Promise<string | null> {
  const link = newLink(keys, email);
  return connection.oneFirst(sql.type(z.object({ invitation: z.string().nullable() }))`
    select invite_owner(${merchantId}, ${email}, ${link.hash}, ${link.encrypted}, ${actingAs(acting)}) as invitation`);
}

/** Ends an open invitation. False if the merchant has none of that reference. */
export async function revokeInvitation(
  connection: Connection,
  merchantId: bigint,
  reference: string,
  acting: Acting,
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ revoked: z.boolean() }))`
    select revoke_invitation(${merchantId}, ${reference}, ${actingAs(acting)}) as revoked`);
}

const found = z.object({
  business: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  hasAccount: z.boolean(),
});

/** The open invitation of a token; null if there is none. */
export async function findInvitation(
  connection: Connection,
  token: string,
): Promise<z.output<typeof found> | null> {
  return connection.maybeOne(sql.type(found)`
    select business, email, role, has_account as "hasAccount" from find_invitation(${sql.binary(hashToken(token))})`);
}

const accepted = z.object({
  outcome: z.enum(["accepted", "member", "not_found", "other_address"]),
  merchant: z.string().nullable(),
});

/** Makes the person whose address was invited a member; `merchant` is the merchant's reference. */
export async function acceptInvitation(
  connection: Connection,
  token: string,
  personId: bigint,
  acting: Acting,
): Promise<z.output<typeof accepted>> {
  return connection.one(sql.type(accepted)`
    select outcome, merchant
    from accept_invitation(${sql.binary(hashToken(token))}, ${personId}, ${actingAs(acting)})`);
}

const signedUp = z.object({
  outcome: z.enum(["accepted", "not_found", "has_account"]),
  personId: z.bigint().nullable(),
});

/** Adds the person whose address was invited, with a password's hash, and accepts the invitation. */
export async function signUpByInvitation(
  connection: Connection,
  token: string,
  { name, passwordHash, address }: { name: string; passwordHash: string; address: string },
): Promise<z.output<typeof signedUp>> {
  return connection.one(sql.type(signedUp)`
    select outcome, person_id as "personId"
    from sign_up_by_invitation(
      ${sql.binary(hashToken(token))}, ${name}, ${passwordHash}, ${address}, ${presentTraceId()}
    )`);
}
