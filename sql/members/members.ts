import { z } from "zod";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { memberJson } from "./member-json.ts";

/** The people who belong to a merchant, those who joined first first; at most 100. */
export async function listMembers(connection: Connection, merchantId: bigint) {
  return connection.any(sql.type(memberJson)`
    select p.reference, p.name, p.email, m.role, has_second_factor(p.id) as "hasSecondFactor",
      iso_timestamp(m.created_at) as since
    from memberships m join people p on p.id = m.person_id
    where m.merchant_id = ${merchantId} order by m.created_at, p.id limit 100`);
}

/** Gives a member another role, and ends the member's sessions that show the merchant, except `sessionId`. */
export const setMemberRole = call("set_member_role", z.enum(["set", "unchanged", "not_found", "last_owner"]));

/** Ends a membership, and revokes the person's keys except those in `keep`: references, or null for all. */
export const removeMember = call("remove_member", z.enum(["removed", "not_found", "last_owner"]));

/** Adds a merchant that belongs to the person who adds it; `reference` is null if the person has added 10. */
export const addOwnMerchant = call("add_own_merchant", z.object({ reference: z.string().nullable() }));
