import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";
import { calledBy, type AskedBy } from "../keys/callers.ts";
import { memberRoles, type MemberRole } from "../sessions/sessions.ts";

const member = z.object({
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  hasSecondFactor: z.boolean(),
  since: z.string(),
});

/** The people who belong to a merchant, those who joined first first; at most 100. */
export async function listMembers(
  connection: Connection,
  merchantId: bigint,
): Promise<z.output<typeof member>[]> {
  const rows = await connection.any(sql.type(member)`
    select p.reference, p.name, p.email, m.role, has_second_factor(p.id) as "hasSecondFactor",
      iso_timestamp(m.created_at) as since
    from memberships m join people p on p.id = m.person_id
    where m.merchant_id = ${merchantId} order by m.created_at, p.id limit 100`);
  return [...rows];
}

const roleSet = z.object({ outcome: z.enum(["set", "unchanged", "not_found", "last_owner"]) });

/** Gives a member another role, and ends the member's sessions that show the merchant, but for `sessionId`. */
export async function setMemberRole(
  connection: Connection,
  merchantId: bigint,
  { person, role, sessionId }: { person: string; role: MemberRole; sessionId: bigint },
  acting: Acting,
  by?: AskedBy,
): Promise<z.output<typeof roleSet>["outcome"]> {
  return connection.oneFirst(sql.type(roleSet)`
    select set_member_role(
      ${merchantId}, ${person}, ${role}, ${sessionId}, ${actingAs(acting)}, ${calledBy(by)}
    ) as outcome`);
}

const removed = z.object({ outcome: z.enum(["removed", "not_found", "last_owner"]) });

/**
 * Ends a person's membership of a merchant, and revokes the keys that the person made but for those of `keep`: "all",
 * or these references.
 */
export async function removeMember(
  connection: Connection,
  merchantId: bigint,
  person: string,
  acting: Acting,
  { keep = [], by }: { keep?: readonly string[] | "all"; by?: AskedBy } = {},
): Promise<z.output<typeof removed>["outcome"]> {
  const kept = keep === "all" ? null : sql.array([...keep], "text");
  return connection.oneFirst(sql.type(removed)`
    select remove_member(${merchantId}, ${person}, ${actingAs(acting)}, ${kept}, ${calledBy(by)}) as outcome`);
}

/** Adds a merchant that belongs to the person who adds it; its reference, or null if the person has added 10. */
export async function addOwnMerchant(
  connection: Connection,
  personId: bigint,
  name: string,
  acting: Acting,
): Promise<string | null> {
  return connection.oneFirst(sql.type(z.object({ reference: z.string().nullable() }))`
    select reference from add_own_merchant(${personId}, ${name}, ${actingAs(acting)})`);
}
