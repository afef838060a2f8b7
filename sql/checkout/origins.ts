import { z } from "zod";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";

/** Lets pages of `origin`, which parseOrigin() returned, embed a merchant's checkout. Raises too_many. */
export const addOrigin = call("add_merchant_origin");

/** The origins whose pages may embed a merchant's checkout, in their order. */
export async function listOrigins(connection: Connection, merchantId: bigint) {
  return connection.anyFirst(sql.type(z.object({ origin: z.string() }))`
    select origin from merchant_origins where merchant_id = ${merchantId} order by origin`);
}

/** Removes an origin. False if the merchant does not have it. */
export const removeOrigin = call("remove_merchant_origin");
