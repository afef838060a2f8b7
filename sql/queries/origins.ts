import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

/**
 * Lets pages of `origin`, which parseOrigin() returned, embed a merchant's checkout. Adding it again does nothing.
 */
export async function addOrigin(connection: Connection, merchantId: bigint, origin: string): Promise<void> {
  await connection.query(sql.type(z.object({}))`
    insert into merchant_origins (merchant_id, origin) values (${merchantId}, ${origin})
    on conflict on constraint merchant_origin_is_unique do nothing`);
}

/** The origins whose pages may embed a merchant's checkout, in their order. */
export async function listOrigins(connection: Connection, merchantId: bigint): Promise<readonly string[]> {
  return connection.anyFirst(sql.type(z.object({ origin: z.string() }))`
    select origin from merchant_origins where merchant_id = ${merchantId} order by origin`);
}

/** Removes an origin. False if the merchant does not have it. */
export async function removeOrigin(
  connection: Connection,
  merchantId: bigint,
  origin: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(sql.type(z.object({}))`
    delete from merchant_origins where merchant_id = ${merchantId} and origin = ${origin}`);
  return rowCount === 1;
}
