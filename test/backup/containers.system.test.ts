import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { migrate } from "../../sql/install/migrate.ts";
import { deployPath, readDeploy } from "../deploy/deploy-files.ts";
import { hasProgram } from "../deploy/has-program.ts";
import { setRolePasswords } from "../helpers/database/role-url.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { eventually } from "../helpers/eventually.ts";
import { measureDatabase } from "../metrics/scrape.ts";
import { binaries, startArchivedPostgres, type ArchivedPostgres } from "./start-archived-postgres.ts";

const run = promisify(execFile);
const notTested = "The backups of compose.yaml are not tested";
const canRestore =
  (await hasProgram("pgbackrest", notTested)) && (await hasProgram(`${binaries}/postgres`, notTested));

const compose = z
  .object({
    services: z.object({
      postgres: z.object({ command: z.array(z.string()) }),
      backup: z.object({ command: z.tuple([z.literal("sh"), z.string()]), volumes: z.array(z.string()) }),
    }),
  })
  .parse(parse(readDeploy("compose.yaml"), { merge: true }));
const [program, ...words] = compose.services.postgres.command;
const [, script] = compose.services.backup.command;
const mounted = compose.services.backup.volumes.find((volume) => volume.includes(`:${script}:`))!;

const numbers = "select array_agg(n order by n) as numbers from numbers";

describe.runIf(canRestore)("the containers of compose.yaml", { timeout: 300_000 }, () => {
  test("back PostgreSQL up each night, and docs/operating/recovery.md restores it to a moment", async () => {
    expect(program).toBe("postgres");
    await using postgres = await startArchivedPostgres(words);
    const { url } = postgres;
    await migrate(url);
    await setRolePasswords(url, inject("rolePassword"));
    await runSql(url, "create table numbers (n integer)");
    const newest = async () => (await measureDatabase(url)).value("payments_backup_timestamp_seconds");

    // 1. One at its start, and one each night; the alert's measure follows.
    const backups = await startBackups(postgres);
    await eventually(async () => expect(await backups.kinds()).toEqual(["full"]));
    const waits = await backups.nextWait();
    const wakes = new Date(Date.now() + waits * 1_000);
    expect(wakes.toLocaleTimeString("en-GB", { timeZone: "Africa/Lagos", timeStyle: "short" })).toBe("02:30");
    const first = await newest();
    await runSql(url, "insert into numbers values (1)");
    await backups.wake();
    const today = new Date().getUTCDay() === 0 ? "full" : "diff";
    await eventually(async () => expect(await backups.kinds()).toEqual(["full", today]));
    await eventually(async () => expect(await newest()).toBeGreaterThan(first));
    await backups.nextWait();
    await backups.stop();

    // 2. What was written since is in the archive: a rehearsal finds it.
    await runSql(url, "insert into numbers values (2)");
    const [row] = await runSql<{ moment: string }>(url, "select clock_timestamp()::text as moment");
    await runSql(url, "insert into numbers values (3)");
    await postgres.backrest("check");
    const { root, options } = postgres;
    const [rehearse, restore] = await restoring(root, row!.moment);
    await run("sh", ["-ec", rehearse!], options);
    const rehearsal = await postgres.startRestored(join(root, "rehearsal"), ["-c", "archive_mode=off"]);
    expect(await runSql(rehearsal, numbers)).toEqual([{ numbers: [1, 2] }]);

    // 3. PostgreSQL is lost, and restored with the old files beside it. What it writes is archived again.
    await postgres.crash();
    await run("sh", ["-ec", restore!], options);
    const restored = await postgres.startRestored(join(root, "main"));
    expect(await runSql(restored, numbers)).toEqual([{ numbers: [1, 2] }]);
    expect(await readFile(join(root, "main.lost/PG_VERSION"), "utf8")).toBe("15\n");
    await postgres.backrest("--type=full", "backup");
    await postgres.backrest("check");
  });
});

/** What the document runs in the volume of PostgreSQL, with this folder and moment: for a rehearsal, and to restore. */
async function restoring(folder: string, moment: string): Promise<string[]> {
  const document = await readFile(new URL("../../docs/operating/recovery.md", import.meta.url), "utf8");
  return [...document.matchAll(/backup sh -ec '([^']+)'/g)].map(([, text]) =>
    text!.replaceAll("/var/lib/postgresql/data", folder).replace(/--target="[^"]+"/, `--target="${moment}"`),
  );
}

/** The container's script, whose `sleep` notes how long it would last, and ends when it is told to. */
async function startBackups({ root, options, backrest, makeFolder }: ArchivedPostgres) {
  const programs = await makeFolder("programs");
  const [slept, woken] = [join(root, "slept"), join(root, "woken")];
  const sleep = `#!/bin/sh\necho "$1" > ${slept}\nuntil rm ${woken} 2> /dev/null; do /bin/sleep 0.1; done\n`;
  await writeFile(join(programs, "sleep"), sleep, { mode: 0o755 });
  const env = {
    ...options.env,
    PATH: `${programs}:${options.env.PATH}`,
    PGHOST: root,
    PGPORT: options.env.PGBACKREST_PG1_PORT!,
    PGUSER: "postgres",
  };
  await copyFile(deployPath(mounted.split(":")[0]!), join(root, "take-backups.sh"));
  const backups = spawn("sh", [join(root, "take-backups.sh")], { ...options, env, stdio: "ignore" });
  return {
    kinds: async () =>
      z
        .array(z.object({ backup: z.array(z.object({ type: z.string() })) }))
        .parse(JSON.parse(await backrest("--output=json", "info")))
        .flatMap(({ backup }) => backup.map(({ type }) => type)),
    /** In seconds. */
    nextWait: () =>
      eventually(async () =>
        z.coerce
          .number()
          .positive()
          .parse(await readFile(slept, "utf8")),
      ),
    wake: async () => {
      await run("rm", [slept]);
      await writeFile(woken, "");
    },
    stop: async () => {
      const ended = once(backups, "exit");
      backups.kill();
      await ended;
    },
  };
}
