import { z } from "zod";
import type { Acting } from "../audit-log/acting.ts";
import type { RequestedBy } from "../keys/callers.ts";
import { call } from "../process/call.ts";
import type { MasterKeys } from "../process/encryption/encryption.ts";
import { hashToken } from "../process/encryption/tokens.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { mailLink } from "../mails/mails.ts";
import { invitationJson, memberRoles, type MemberRole } from "./member-json.ts";

/** A merchant's open invitations, the newest first; at most 50. */
export async function listInvitations(connection: Connection, merchantId: bigint) {
  return connection.any(sql.type(invitationJson)`
    select i.reference, i.email, i.role, p.name as "invitedBy", iso_timestamp(i.created_at) as "createdAt",
      iso_timestamp(i.expires_at) as "expiresAt"
    from invitations i left join people p on p.id = i.invited_by
    where i.merchant_id = ${merchantId} and i.ended_at is null and i.expires_at > now()
    order by i.id desc limit 50`);
}

const create = call("create_invitation", {
  outcome: z.enum(["created", "member", "too_many"]),
  invitation: z.string().nullable(),
});

/** Invites an address to a merchant by mail. */
export async function createInvitation(
  connection: Connection,
  keys: MasterKeys,
  merchantId: bigint,
  { email, role }: { email: string; role: MemberRole },
  acting: Acting,
  caller: RequestedBy | undefined,
) {
  return create(connection, {
    merchantId,
    email,
    role,
    ...mailLink(keys, "invitation", email),
    acting,
    caller,
  });
}

const invite = call("invite_owner", z.string().nullable());

/** Invites an address as a merchant's first owner; the invitation's reference, null where there is an owner. */
export async function inviteOwner(
  connection: Connection,
  keys: MasterKeys,
  merchantId: bigint,
  email: string,
  acting: Acting,
) {
  return invite(connection, { merchantId, email, ...mailLink(keys, "invitation", email), acting });
}

/** Ends an open invitation. False if the merchant has none of that reference. */
export const revokeInvitation = call("revoke_invitation");

const find = call("find_invitation", { role: z.enum(memberRoles) });

/** The open invitation of a token; null if there is none. */
export const findInvitation = (connection: Connection, token: string) =>
  find(connection, { tokenHash: hashToken(token) });

const accept = call("accept_invitation", {
  outcome: z.enum(["accepted", "member", "not_found", "other_address"]),
  merchant: z.string().nullable(),
});

/** Makes the person whose address was invited a member; `merchant` is the merchant's reference. */
export const acceptInvitation = (connection: Connection, token: string, personId: bigint, acting: Acting) =>
  accept(connection, { tokenHash: hashToken(token), personId, acting });

const signUp = call("sign_up_by_invitation", {
  outcome: z.enum(["accepted", "not_found", "has_account"]),
  personId: z.bigint().nullable(),
});

/** Adds the person whose address was invited, with a password's hash, and accepts the invitation. */
export async function signUpByInvitation(
  connection: Connection,
  token: string,
  { name, passwordHash, address }: { name: string; passwordHash: string; address: string },
) {
  return signUp(connection, { tokenHash: hashToken(token), name, passwordHash, address });
}
