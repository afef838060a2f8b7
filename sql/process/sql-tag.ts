import { createSqlTag } from "slonik";

/**
 * Builds every query of the service; row types are given with `sql.type(schema)` and checked (see database.ts). Schemas
 * are made once, outside of functions: making one takes longer than checking a row with it.
 */
export const sql = createSqlTag();
