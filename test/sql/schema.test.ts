import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { dumpDatabase } from "../helpers/database/dump-database.ts";
import { test } from "../helpers/test.ts";

test("sql/schema.sql is the schema of a migrated database", async ({ databaseUrl }) => {
  const written = await readFile(new URL("../../sql/schema.sql", import.meta.url), "utf8");
  expect(await dumpDatabase(databaseUrl), 'run "npm run schema" to rewrite it').toBe(written);
});

test("every parameter of a function begins with p_, so that it is never taken for a column", async ({
  database,
}) => {
  const others = await database.anyFirst(sql.type(z.object({ name: z.string() }))`
    select p.proname || '.' || a.name as name
    from pg_proc p cross join unnest(p.proargnames) with ordinality a (name, n)
    where p.pronamespace = 'public'::regnamespace and not starts_with(a.name, 'p_')
      and coalesce(p.proargmodes[a.n], 'i') = 'i'`);
  expect(others).toEqual([]);
  const conflicts = await database.anyFirst(sql.type(z.object({ name: z.string() }))`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc like '%#variable_conflict%'`);
  expect(conflicts).toEqual([]);
});
