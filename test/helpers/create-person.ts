import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { startSession } from "../../sql/sessions/sessions.ts";
import { type MemberRole } from "../../sql/members/member-json.ts";
import { sql } from "../../sql/process/sql-tag.ts";

export type Person = { id: bigint; reference: string; email: string; session: string };

let people = 0;

/** A person with a proved address and a session, who belongs to these merchants. */
export async function createPerson(
  database: Database,
  roles: readonly (readonly [merchantId: bigint, role: MemberRole])[] = [],
  { isReviewer = false } = {},
): Promise<Person> {
  const email = `person-${(people += 1)}-${Date.now()}@example.com`;
  const { id, reference } = await database.one(sql.type(z.object({ id: z.bigint(), reference: z.string() }))`
    insert into people (reference, email, name, email_verified_at, is_reviewer)
    values (new_reference('per'), ${email}, 'Ada Okafor', now(), ${isReviewer}) returning id, reference`);
  for (const [merchantId, role] of roles) {
    await database.query(sql.type(z.object({}))`
      insert into memberships (person_id, merchant_id, role) values (${id}, ${merchantId}, ${role})`);
  }
  const session = await startSession(database, id, { address: "127.0.0.1", userAgent: "test" });
  return { id, reference, email, session };
}
