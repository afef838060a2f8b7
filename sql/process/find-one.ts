import type { Connection } from "./database.ts";
import type { Tenant } from "../merchants/tenant.ts";
import { jsonOf, sql } from "./sql-tag.ts";

/** The condition that every row meets. */
export const anyRow = sql.fragment`true`;

/** Finds a tenant's row by its name: what a SQL function makes of it, or null if there is none. */
export const findOne =
  <Json>(table: string, json: string, column = "reference", visible = anyRow) =>
  (connection: Connection, { merchantId, environment }: Tenant, name: string): Promise<Json | null> =>
    connection.maybeOneFirst(sql.type(jsonOf<Json>())`
      select ${sql.identifier([json])}(r) as json from ${sql.identifier([table])} r
      where r.merchant_id = ${merchantId} and r.environment = ${environment}
        and r.${sql.identifier([column])} = ${name} and ${visible}`);
