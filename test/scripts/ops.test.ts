import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { z } from "zod";
import { readScripts } from "../../scripts/ops/program/read-scripts.ts";
import { listAuditLog } from "../../sql/audit-log/audit-log.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { nodeEnvironment } from "../helpers/platform/node-environment.ts";
import { createFundedMerchant, createPayout, resolveDestination } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimPayout } from "../helpers/worker-steps.ts";
import { pathOf } from "./run-script.ts";

/** What the command prints, with the operator's role and no psql to be found. */
async function ops(databaseUrl: string, ...args: string[]) {
  const env = { ...nodeEnvironment, PATH: "/nowhere", DATABASE_URL: roleUrl(databaseUrl, "operator") };
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
    for (const { name, usage } of await readScripts()) {
      if (/ -v /.test(usage)) continue;
      // Needs an extension that a server has to load: test/operations/slow-statements.test.ts.
      if (name === "slow-statements") continue;
      const { code, stdout, error } = await ops(fileDatabaseUrl, name);
      expect([name, code, error]).toEqual([name, 0, undefined]);
      for (const rows of Object.values(JSON.parse(stdout) as object)) expect(rows).toBeInstanceOf(Array);
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
      expect(at("workers", "-v", "jobs=x")).toMatch(
        /^There is no variable jobs\. Usage: npm run -s ops.* \(USAGE\)$/,
      );
      expect(JSON.parse(at("workers", "-v", "jobs=x", "--json"))).toMatchObject({ error: { code: "USAGE" } });
    },
  );

  test("refuses what psql refuses, and a variable that the script does not have", async ({
    fileDatabaseUrl,
  }) => {
    const retry = (...args: string[]) => ops(fileDatabaseUrl, "retry-job", ...args);
    expect((await retry("-v", "reason=x")).error).toMatchObject({
      code: "REFUSED",
      message: expect.stringMatching(
        /^-v job=TASK:NUMBER is missing. Usage: npm run -s ops -- retry-job -v job=/,
      ),
    });
    expect((await retry("-v", "job=x", "-v", "reason=x")).error!.message).toContain("is wrong");
    expect((await retry("-v", "jobs=x")).error).toMatchObject({ code: "USAGE" });
    expect((await retry("-v", "job=execute_payout:1", "-v", "reason=it's fixed")).error).toMatchObject({
      code: "REFUSED",
      message: "there is no job execute_payout:1 that is not running",
    });
  });

  test("changes what a script changes, under the operator's name", async ({ database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    await resolveDestination(database, tenant);
    const { id, reference } = await createPayout(database, tenant);
    await claimPayout(database, id);
    await database.query(sql.type(z.object({}))`update payouts set needs_review = true`);
    const values = [
      "-v",
      `reference=${reference}`,
      "-v",
      "outcome=succeeded",
      "-v",
      "reason=O'Hara's statement",
    ];
    const { stdout } = await ops(databaseUrl, "decide-payout", ...values, "-v", "operator=Ada");
    expect(JSON.parse(stdout)).toEqual({ decide_payout_or_refuse: [{ reference, status: "succeeded" }] });
    expect((await listAuditLog(database, { limit: 1 }))[0]).toMatchObject({
      action: "payout decide",
      actor: "Ada",
      reason: "O'Hara's statement",
    });
    expect((await ops(databaseUrl, "decide-payout", ...values)).error!.message).toContain(
      "needs no decision",
    );
  });
});
