import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { z } from "zod";
import { migrate } from "../../sql/install/migrate.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { readConfig } from "../../workers/config.ts";
import { requireReadyDatabase } from "../../workers/queue/require-ready-database.ts";
import { testEncryptionKey } from "../helpers/encryption-key.ts";
import { test } from "../helpers/test.ts";
import { listFiles } from "../lab/guards/find-guarded.ts";

test("what graphile-worker does not document is known to one file of SQL and one of TypeScript", async () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const ours = listFiles(root).filter(
    (path) => /^(ingress|workers|sql|scripts)\/.*\.(ts|sql)$/.test(path) && path !== "sql/schema.sql",
  );
  const knowing: string[] = [];
  for (const path of ours)
    if (/\b_private_|\bget_jobs?\b/.test(await readFile(join(root, path), "utf8"))) knowing.push(path);
  expect(knowing).toEqual(["sql/queue/graphile-worker.ts", "sql/queue/graphile_worker.sql"]);
});

describe("a release of graphile-worker that", () => {
  test.for([
    {
      does: "renames a column",
      change: sql.fragment`alter table queue_test_money._private_jobs rename column locked_by to taken_by`,
      lacks: "_private_jobs.locked_by of queue_test_money",
    },
    {
      does: "renames a table",
      change: sql.fragment`alter table queue_live_money._private_tasks rename to tasks`,
      lacks: "_private_tasks.id of queue_live_money, _private_tasks.identifier of queue_live_money",
    },
    {
      does: "lets a key have several jobs",
      change: sql.fragment`alter table queue_live_money._private_jobs drop constraint jobs_key_key1`,
      lacks: "_private_jobs.key of queue_live_money",
    },
  ])(
    "$does is refused when the database is migrated, and when workers start",
    async ({ change, lacks }, { database, databaseUrl }) => {
      const config = readConfig({
        DATABASE_URL: databaseUrl,
        SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"),
      });
      await requireReadyDatabase(config);
      await database.query(sql.type(z.object({}))`${change}`);
      const refusal = new RegExp(`its tables lack ${lacks}$`);
      await expect(requireReadyDatabase(config)).rejects.toThrow(refusal);
      await expect(migrate(databaseUrl)).rejects.toThrow(refusal);
    },
  );
});
