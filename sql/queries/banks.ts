import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

const bank = z.object({ code: z.string(), name: z.string() });

/** The active banks, by name. */
export async function listBanks(connection: Connection): Promise<readonly z.output<typeof bank>[]> {
  return connection.any(sql.type(bank)`select code, name from banks where active order by lower(name), code`);
}
