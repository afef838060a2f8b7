import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";

/**
 * Makes a person a reviewer of the platform, or takes that away. Returns the person's reference; null if nobody proved
 * to have this email address.
 */
export async function setReviewer(
  connection: Connection,
  email: string,
  isReviewer: boolean,
  acting: Acting = {},
): Promise<string | null> {
  return connection.oneFirst(sql.type(z.object({ person: z.string().nullable() }))`
    select set_reviewer(${email.toLowerCase()}, ${isReviewer}, ${actingAs(acting)}) as person`);
}
