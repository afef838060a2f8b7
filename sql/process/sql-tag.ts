import { createSqlTag } from "slonik";
import { z } from "zod";

/**
 * Builds every query of the service; row types are given with `sql.type(schema)` and checked (see database.ts). Schemas
 * are made once, outside of functions: making one takes longer than checking a row with it.
 */
export const sql = createSqlTag();

const json = z.object({ json: z.unknown() });
/** Rows of one column, `json`, which SQL makes and nobody checks again: see formats/public-json.ts. */
export const jsonOf = <Json>() => json as unknown as z.ZodType<{ json: Json }>;
