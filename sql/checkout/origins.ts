import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";

/**
 * Lets pages of `origin`, which parseOrigin() returned, embed a merchant's checkout. Adding it again does nothing.
 * Raises too_many if the merchant has a hundred.
 */
export async function addOrigin(
  connection: Connection,
  merchantId: bigint,
  origin: string,
  acting: Acting = {},
): Promise<void> {
  await connection.query(sql.type(z.object({}))`
    select from add_merchant_origin(${merchantId}, ${origin}, ${actingAs(acting)})`);
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
  acting: Acting = {},
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ removed: z.boolean() }))`
    select remove_merchant_origin(${merchantId}, ${origin}, ${actingAs(acting)}) as removed`);
}
