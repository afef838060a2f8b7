import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { z } from "zod";
import { runWords } from "../../scripts/cli/run-program.ts";
import { createOpsProgram } from "../../scripts/ops/create-ops-program.ts";
import { readScripts } from "../../scripts/ops/read-scripts.ts";
import { listAuditLog } from "../helpers/list-audit-log.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { nodeEnvironment } from "../helpers/platform/node-environment.ts";
import { createFundedMerchant, saveAccount } from "../helpers/records.ts";
import { acceptTestPayouts } from "../payouts/accept-test-payouts.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { runOps } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { pathOf } from "./run-script.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

/** What the command prints, with the operator's role. */
async function ops(databaseUrl: string, ...args: string[]) {
  const env = { ...nodeEnvironment, DATABASE_URL: roleUrl(databaseUrl, "operator") };
  return promisify(execFile)(process.execPath, [pathOf("ops.ts"), ...args], { env }).then(
    ({ stdout }) => ({ code: 0, stdout, error: undefined }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      error: (JSON.parse(stderr) as { error: { code: string; message: string } }).error,
    }),
  );
}

/** On Linux, the program of this name runs a command on a terminal of its own. */
const hasTerminals = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");

describe("npm run ops", () => {
  test("lists every script with when it is for", async ({ fileDatabaseUrl }) => {
    const { stdout } = await ops(fileDatabaseUrl, "--help");
    for (const { name, description } of await readScripts()) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
      expect(description).toMatch(/^When: /);
    }
  });

  test("runs the scripts that need no values, and shows their rows", async ({ fileDatabaseUrl }) => {
    for (const { name, flags } of await readScripts()) {
      if (!z.safeParse(flags, {}).success) continue;
      // Needs an extension that a server has to load: test/operations/slow-statements.system.test.ts.
      if (name === "slow-statements") continue;
      const { document, error } = await runOps(fileDatabaseUrl, name);
      expect([name, error]).toEqual([name, undefined]);
      for (const rows of Object.values(document)) expect(rows).toBeInstanceOf(Array);
    }
  });

  test("says that a list was cut, and cuts none that a person works through after a restore", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000_000n);
    const references = await acceptTestPayouts(database, tenant, { count: 101 });
    await runSql(
      databaseUrl,
      `insert into payout_holds (payout_id, cause) select id, 'name' from payouts;
       update payouts set held_since = now(), needs_review = true`,
    );
    expect((await runOps(databaseUrl, "held-payouts")).document).toMatchObject({ cutAt: 100 });
    for (const name of ["unfinished-payouts", "payouts-to-review"]) {
      const { document } = await runOps(databaseUrl, name);
      expect(document[name]!.map(({ reference }) => reference)).toEqual(references);
      expect(document).not.toHaveProperty("cutAt");
    }
  });

  test.skipIf(!hasTerminals)(
    "says what is wrong in a sentence at a terminal, and as JSON with --json",
    ({ fileDatabaseUrl }) => {
      const at = (...args: string[]) => {
        const command = [process.execPath, pathOf("ops.ts"), ...args].map((word) => `'${word}'`).join(" ");
        const env = { ...nodeEnvironment, DATABASE_URL: roleUrl(fileDatabaseUrl, "operator"), TERM: "xterm" };
        return spawnSync("script", ["-qec", command, "/dev/null"], { encoding: "utf8", env }).stdout.trim();
      };
      expect(at("retry-job", "--reason", "x")).toMatch(/^--job: is required\. \(VALIDATION_ERROR\)$/);
      expect(JSON.parse(at("retry-job", "--reason", "x", "--json"))).toMatchObject({
        error: { code: "VALIDATION_ERROR" },
      });
    },
  );

  test("refuses a wrong flag, and what the database refuses", async ({ fileDatabaseUrl }) => {
    const retry = (...args: string[]) => ops(fileDatabaseUrl, "retry-job", ...args);
    expect((await retry("--job", "x", "--reason", " ")).error).toEqual({
      code: "VALIDATION_ERROR",
      message:
        "--job: must be a job's key, such as execute_payout:12; " +
        "--reason: must be text of 1 to 1000 characters on one line",
    });
    expect((await retry("--jobs", "x")).error).toEqual({
      code: "USAGE",
      message: "unknown option '--jobs' (Did you mean --job?)",
    });
    expect((await retry("--job", "execute_payout:1", "--reason", "it's fixed")).error).toEqual({
      code: "REFUSED",
      message: "there is no job execute_payout:1 that is not running",
    });
  });

  test("changes what a script changes, under the operator's name", async ({ database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database);
    const { reference } = await saveAccount(database, tenant);
    const merchant = await merchantOf(database, tenant);
    const flags = ["--merchant", merchant, "--environment", "test", "--account", reference];
    const remove = (...more: string[]) => ops(databaseUrl, "remove-payout-account", ...flags, ...more);
    const { stdout } = await remove("--reason", "O'Hara's account", "--operator", "Ada");
    expect(JSON.parse(stdout)).toEqual({ "remove-payout-account": [{ removed: true }] });
    expect((await listAuditLog(database, { limit: 1 }))[0]).toMatchObject({
      action: "payout-account remove",
      target: reference,
      actor: "Ada",
      reason: "O'Hara's account",
    });
    expect((await remove("--reason", "again")).error!.message).toContain("is no saved account");
  });

  test("a script that asks for no reason cannot write", async ({ database, databaseUrl }) => {
    await createFundedMerchant(database, 1n);
    const statements = ["update merchants set name = 'x'"];
    const script = { name: "rename", description: "When: never.", flags: z.object({}), statements };
    const environment = { DATABASE_URL: databaseUrl };
    const run = (writes: boolean) =>
      runWords(
        createOpsProgram([{ ...script, writes }], () => {}, environment),
        { words: ["rename"] },
      );
    expect(await run(false)).toEqual({
      code: "REFUSED",
      message: "cannot execute UPDATE in a read-only transaction",
    });
    expect(await run(true)).toBeUndefined();
  });
});
