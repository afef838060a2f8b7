import { createSqlTag } from "slonik";

/** Builds every query of the service; row types are given with `sql.type(schema)` and checked (see database.ts). */
export const sql = createSqlTag();
