import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { z } from "zod";
import { startPostgres } from "../../scripts/postgres/start-postgres.ts";
import { createDatabase } from "../../sql/process/database.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createTraceId, rootOf, runInScope } from "../../sql/process/tracing/trace.ts";
import { runAdminQuery } from "../helpers/database/run-admin-query.ts";
import { setRolePasswords } from "../helpers/database/role-url.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";

/** The owner of the tables, who is no superuser in production. */
const owner = "payments_owner";
const secret = "3141592653";

// A server of its own: the extension has to be loaded when it starts.
test("slow-statements says what is missing until PostgreSQL counts statements, then shows them without values", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "payments-platform-slow-statements-"));
  let postgres = await startPostgres({ dataDir, durable: false });
  const { url, port } = postgres;
  const show = () => runOpsScript(url, "slow-statements");
  try {
    await migrate(url);
    await setRolePasswords(url, inject("rolePassword"));
    expect(await show()).toContain("set shared_preload_libraries = 'pg_stat_statements'");

    // By whoever runs the server, to whom nothing applies that migrating sets for the owner.
    await runAdminQuery(url, "create role root superuser");
    await runAdminQuery(url, "set role root; create extension pg_stat_statements");
    expect(await show()).toContain("set shared_preload_libraries");

    await runAdminQuery(url, "alter system set shared_preload_libraries = 'pg_stat_statements'");
    await postgres.stop();
    postgres = await startPostgres({ dataDir, durable: false, port });
    await runAdminQuery(url, `create role ${owner}`);
    await runAdminQuery(url, `alter function slow_statements() owner to ${owner}`);
    expect(await show()).toContain(`grant pg_read_all_stats to ${owner}`);
    await runAdminQuery(url, `grant pg_read_all_stats to ${owner}`);

    await runAdminQuery(url, `alter role ${owner} password '${secret}'`);
    const database = await createDatabase({ url, maxPoolSize: 1, applicationName: "test" });
    const traceId = createTraceId();
    await runInScope(rootOf(traceId), {}, async () => {
      await createFundedMerchant(database, 1_000n);
      await database.any(sql.type(z.object({}))`
        select from payouts where account_number = ${sql.literalValue(secret)} or merchant_id = 27182818`);
    });
    await database.end();

    const rows = await show();
    const text = JSON.stringify(rows);
    expect(rows).toContainEqual(
      expect.objectContaining({
        statement: "select from payouts where account_number = $1 or merchant_id = $2",
        role: "postgres",
        calls: 1,
        rows: 0,
        mean_ms: expect.anything(),
      }),
    );
    for (const hidden of [secret, "27182818", "password", "traceparent", traceId])
      expect(text).not.toContain(hidden);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThanOrEqual(30);
  } finally {
    await postgres.stop("immediately");
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);
