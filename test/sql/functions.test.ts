import { readFile } from "node:fs/promises";
import pg from "pg";
import { expect } from "vitest";
import { z } from "zod";
import { describeFunctions } from "../../scripts/schema/describe-functions.ts";
import { call } from "../../sql/process/call.ts";
import { test } from "../helpers/test.ts";

test("sql/functions.generated.ts describes the functions of a migrated database", async ({ databaseUrl }) => {
  const written = await readFile(new URL("../../sql/functions.generated.ts", import.meta.url), "utf8");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const described = await describeFunctions(client).finally(() => client.end());
  expect(described, 'run "npm run schema" to rewrite it').toBe(written);
});

test("a result that is not of the type that its function declares, or null, is refused", async ({
  database,
}) => {
  const kinds = await call("retention_kinds")(database);
  expect(kinds).toContain("events");
  await expect(call("retention_kinds", z.int())(database)).rejects.toThrow();
  const findMember = call("set_member_role", z.enum(["set"]));
  const nobody = {
    merchantId: 0n,
    person: "per_x",
    role: "viewer",
    sessionId: 0n,
    acting: {},
    caller: undefined,
  };
  await expect(findMember(database, nobody)).rejects.toThrow();
  // Null, where the query does not say that it may be.
  await expect(call("use_sign_in")(database, { tokenHash: Buffer.alloc(32) })).rejects.toThrow();
});
