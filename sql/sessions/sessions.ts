import { z } from "zod";
import { hashToken, isToken, newToken } from "../process/encryption/tokens.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";
import { kybStatuses } from "../merchants/merchants.ts";

/** What a person may be to a merchant. */
export const memberRoles = ["viewer", "developer", "finance", "owner"] as const;
export type MemberRole = (typeof memberRoles)[number];

const session = z.object({
  session_id: z.bigint(),
  session: z.string(),
  person_id: z.bigint(),
  person: z.string(),
  email: z.string(),
  name: z.string(),
  is_reviewer: z.boolean(),
  merchant_id: z.bigint().nullable(),
  merchant: z.string().nullable(),
  role: z.enum(memberRoles).nullable(),
  is_live_approved: z.boolean(),
  proved_at: z.number(),
});
export type FoundSession = z.output<typeof session>;

/** Where a session was started. */
export type Device = { address: string; userAgent: string | undefined };

/**
 * Starts a session of a person who has just proved who they are. Returns its token, which is nowhere else: a SHA-256 of
 * it is stored. It has 256 random bits, so a slow hash would add nothing.
 */
export async function startSession(
  connection: Connection,
  personId: bigint,
  { address, userAgent }: Device,
  merchantId: bigint | null = null,
): Promise<string> {
  const token = newToken();
  await connection.oneFirst(sql.type(z.object({ session: z.string() }))`
    select start_session(
      ${personId}, ${sql.binary(hashToken(token))}, ${address}, ${userAgent ?? null}, ${merchantId}
    ) as session`);
  return token;
}

/**
 * The session of a token, with its person and what that person may do at the merchant that it shows; null if it ended.
 * Looked up for every request, without a cache, so that an ended session and a lost role count from their commit on.
 */
export async function findSession(connection: Connection, token: string): Promise<FoundSession | null> {
  if (!isToken(token)) return null;
  return connection.maybeOne(sql.type(session)`
    select s.session_id, s.session, s.person_id, s.person, s.email, s.name, s.is_reviewer, s.merchant_id,
      m.reference as merchant, s.role, s.is_live_approved, extract(epoch from s.proved_at)::float8 * 1000 as proved_at
    from use_session(${sql.binary(hashToken(token))}) s left join merchants m on m.id = s.merchant_id`);
}

/**
 * Gives a session a new token and returns it; null if the session has ended. `proved`: its person has just proved who
 * they are.
 */
export async function renewSession(
  connection: Connection,
  sessionId: bigint,
  { proved }: { proved: boolean },
): Promise<string | null> {
  const token = newToken();
  const renewed = await connection.oneFirst(sql.type(z.object({ renewed: z.boolean() }))`
    select renew_session(${sessionId}, ${sql.binary(hashToken(token))}, ${proved}) as renewed`);
  return renewed ? token : null;
}

/**
 * Gives a session a new token, since its person has just given the password, and returns it; null if the session has
 * ended. It is a proof of who they are for those alone who have no second factor.
 */
export async function proveByPassword(connection: Connection, sessionId: bigint): Promise<string | null> {
  const token = newToken();
  const renewed = await connection.oneFirst(sql.type(z.object({ renewed: z.boolean() }))`
    select prove_by_password(${sessionId}, ${sql.binary(hashToken(token))}) as renewed`);
  return renewed ? token : null;
}

/** Ends one of a person's sessions. False if there is none of that reference. */
export async function endSession(
  connection: Connection,
  personId: bigint,
  reference: string,
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ ended: z.boolean() }))`
    select end_session(${personId}, ${reference}) as ended`);
}

const listed = z.object({
  id: z.bigint(),
  reference: z.string(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: z.string(),
  last_seen_at: z.string(),
});

/** A person's sessions, the one seen last first. */
export async function listSessions(
  connection: Connection,
  personId: bigint,
): Promise<readonly z.output<typeof listed>[]> {
  return connection.any(sql.type(listed)`
    select id, reference, address, user_agent, created_at, last_seen_at from list_sessions(${personId})`);
}

/**
 * Ends sessions of a person: the one of `reference`, or all; never that of `except`. Returns how many. Is in the audit
 * log.
 */
export async function endSessions(
  connection: Connection,
  personId: bigint,
  { reference, except }: { reference?: string; except?: bigint },
  acting: Acting,
): Promise<number> {
  return connection.oneFirst(sql.type(z.object({ ended: z.int() }))`
    select end_sessions(${personId}, ${reference ?? null}, ${except ?? null}, ${actingAs(acting)}) as ended`);
}

/** Makes a session show another merchant. False if its person does not belong to that. */
export async function showMerchant(
  connection: Connection,
  sessionId: bigint,
  merchant: string,
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ shown: z.boolean() }))`
    select show_merchant(${sessionId}, ${merchant}) as shown`);
}

const belonging = z.object({
  id: z.bigint(),
  reference: z.string(),
  name: z.string(),
  role: z.enum(memberRoles),
  kybStatus: z.enum(kybStatuses),
});

/** The merchants that a person belongs to, by name; at most 100. */
export async function listMerchantsOf(
  connection: Connection,
  personId: bigint,
): Promise<readonly z.output<typeof belonging>[]> {
  return connection.any(sql.type(belonging)`
    select b.id, b.reference, b.name, m.role, b.kyb_status as "kybStatus"
    from memberships m join merchants b on b.id = m.merchant_id
    where m.person_id = ${personId} order by b.name, b.id limit 100`);
}
