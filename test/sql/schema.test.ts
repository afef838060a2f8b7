import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { dumpDatabase } from "../helpers/dump-database.ts";
import { test } from "../helpers/test.ts";

test("sql/schema.sql is the schema of a migrated database", async ({ databaseUrl }) => {
  const written = await readFile(new URL("../../sql/schema.sql", import.meta.url), "utf8");
  expect(await dumpDatabase(databaseUrl), 'run "npm run schema" to rewrite it').toBe(written);
});
