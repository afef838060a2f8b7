import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

/** Lets pages of `origin`, which is exact and normal, embed a merchant's checkout. Adding it twice is adding it once. */
export async function addOrigin(connection: Connection, merchantId: bigint, origin: string): Promise<void> {
  await connection.query(sql.type(z.object({}))`
    insert into merchant_origins (merchant_id, origin) values (${merchantId}, ${origin})
    on conflict on constraint merchant_origin_is_unique do nothing`);
}
