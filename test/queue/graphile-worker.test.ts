import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
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
