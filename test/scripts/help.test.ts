import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { nodeEnvironment } from "../helpers/platform/node-environment.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { scripts } = JSON.parse(await readFile(`${root}/package.json`, "utf8")) as {
  scripts: Record<string, string>;
};
/** For people who work on the service. They load most of it before they can say anything, which takes seconds. */
const forContributors = [
  "check",
  "bench",
  "fuzz",
  "attack",
  "faults",
  "guards",
  "schema",
  "examples",
  "payout-path",
  "providers",
  "misbehaviours",
  "settings",
];
const own = Object.entries(scripts).flatMap(([name, command]) => {
  const file = /^exec node (\S+\.ts)$/.exec(command)?.[1];
  return file === undefined || forContributors.includes(name) ? [] : [[name, file] as const];
});

test("every command for merchants and operators says with --help what it does, and does nothing", async () => {
  expect(own.length).toBeGreaterThan(10);
  const helps = own.map(async ([name, file]) => {
    // Without settings, so that a command that goes on fails.
    const run = promisify(execFile)(process.execPath, [file, "--help"], { cwd: root, env: nodeEnvironment });
    const { stdout, stderr } = await run;
    expect({ name, stdout, stderr }).toMatchObject({ stdout: expect.stringMatching(/^Usage: /), stderr: "" });
  });
  await Promise.all(helps);
});

test("a command refuses what it does not know", async () => {
  const run = promisify(execFile)(process.execPath, ["scripts/migrate.ts", "--dry-run"], {
    cwd: root,
    env: nodeEnvironment,
  });
  await expect(run).rejects.toMatchObject({ code: 1, stderr: "error: unknown option '--dry-run'\n" });
});
