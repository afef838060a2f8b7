import { z } from "zod";
import { call } from "../process/call.ts";
import { hashToken, isToken, newToken } from "../process/encryption/tokens.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { memberRoles, membershipJson } from "../members/member-json.ts";

const session = z.object({
  id: z.bigint(),
  /** Its public reference, ses_... */
  reference: z.string(),
  personId: z.bigint(),
  /** The person's public reference, per_... */
  person: z.string(),
  email: z.string(),
  name: z.string(),
  /** Decides about businesses for the platform. */
  isReviewer: z.boolean(),
  /** The merchant that is shown, and the person's role there; null if the person belongs to none. */
  merchantId: z.bigint().nullable(),
  /** That merchant's public reference, mer_... */
  merchant: z.string().nullable(),
  role: z.enum(memberRoles).nullable(),
  /** Whether the business of that merchant is verified. */
  isLiveApproved: z.boolean(),
  /** When the person last proved who they are: Unix time in milliseconds. */
  provedAt: z.number(),
});
export type FoundSession = z.output<typeof session>;

/** Where a session was started. */
export type Device = { address: string; userAgent: string | undefined };

const start = call("start_session");

/**
 * Starts a session of a person who has just proved who they are and returns its token, which is stored as a SHA-256: it
 * has 256 random bits, so a slow hash would add nothing.
 */
export async function startSession(
  connection: Connection,
  personId: bigint,
  device: Device,
  merchantId: bigint | null = null,
) {
  const token = newToken();
  await start(connection, { personId, tokenHash: hashToken(token), ...device, merchantId });
  return token;
}

/** The session of a token; null if it ended. Without a cache, so that a lost role counts from its commit on. */
export async function findSession(connection: Connection, token: string): Promise<FoundSession | null> {
  if (!isToken(token)) return null;
  return connection.maybeOne(sql.type(session)`
    select s.session_id as id, s.session as reference, s.person_id as "personId", s.person, s.email, s.name,
      s.is_reviewer as "isReviewer", s.merchant_id as "merchantId", m.reference as merchant, s.role,
      s.is_live_approved as "isLiveApproved", extract(epoch from s.proved_at)::float8 * 1000 as "provedAt"
    from use_session(${sql.binary(hashToken(token))}) s left join merchants m on m.id = s.merchant_id`);
}

const renew = call("renew_session");

/** Gives a session a new token and returns it; null if it has ended. `proved`: its person proved who they are. */
export async function renewSession(connection: Connection, id: bigint, { proved }: { proved: boolean }) {
  const token = newToken();
  return (await renew(connection, { sessionId: id, tokenHash: hashToken(token), proved })) ? token : null;
}

const prove = call("prove_by_password");

/** Gives a session, whose person has given the password, a new token and returns it; null if it has ended. */
export async function proveByPassword(connection: Connection, sessionId: bigint) {
  const token = newToken();
  return (await prove(connection, { sessionId, tokenHash: hashToken(token) })) ? token : null;
}

/** Ends one of a person's sessions. False if there is none of that reference. */
export const endSession = call("end_session");

/** A person's sessions, the one seen last first. */
export const listSessions = call("list_sessions", {
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});

/** Ends sessions of a person, the one of `reference` or all but that of `except`, and returns how many. */
export const endSessions = call("end_sessions");

/** Makes a session show another merchant. False if its person does not belong to that. */
export const showMerchant = call("show_merchant");

const belonging = membershipJson.extend({ id: z.bigint() });

/** The merchants that a person belongs to, by name; at most 100. */
export async function listMerchantsOf(connection: Connection, personId: bigint) {
  return connection.any(sql.type(belonging)`
    select b.id, b.reference, b.name, m.role, b.kyb_status as "kybStatus"
    from memberships m join merchants b on b.id = m.merchant_id
    where m.person_id = ${personId} order by b.name, b.id limit 100`);
}
