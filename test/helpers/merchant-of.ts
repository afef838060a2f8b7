import { z } from "zod";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Connection } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";

/** The reference of a tenant's merchant, mer_... */
export const merchantOf = (database: Connection, { merchantId }: Pick<Tenant, "merchantId">) =>
  database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from merchants where id = ${merchantId}`);
