import { cp, mkdtemp, rename, rm, symlink, writeFile, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { planRestart } from "../../scripts/dev/plan-restart.ts";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { eventually } from "../helpers/eventually.ts";
import { childrenOf, untilGone } from "../flows/processes.ts";
import { test } from "../helpers/test.ts";
import { runScript } from "./run-script.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("npm run dev", () => {
  test.for([
    ["ingress/app.ts", { ingress: true }],
    ["workers/tasks/send.ts", { workers: true }],
    ["sql/queue/jobs.ts", { workers: true, ingress: true }],
    ["sql/payouts/accept_payouts.sql", { migrate: true, workers: true, ingress: true }],
    ["sql/migrations/0002_more.sql", { migrate: true, workers: true, ingress: true }],
    ["widget/js/index.ts", { build: true, ingress: true }],
    ["widget/js/dist/index.js", {}],
    ["widget/js/.dist-12/index.js", {}],
    ["ingress/.app.ts.swp", {}],
    ["ingress/app.ts~", {}],
  ] as const)("plans what a change of %s needs", ([path, needed]) => {
    const nothing = { build: false, migrate: false, workers: false, ingress: false };
    expect(planRestart([path])).toEqual({ ...nothing, ...needed });
  });

  test.skipIf(process.platform !== "linux")(
    "restarts what changed, waits where that is broken, and leaves nothing behind",
    { timeout: 120_000 },
    async ({ databaseUrl }) => {
      const folder = await mkdtemp(join(tmpdir(), "payments-platform-dev-"));
      const copy = join(folder, "copy");
      try {
        await copyProject(copy);
        const env = {
          DATABASE_URL: databaseUrl,
          DATA_DIR: join(folder, "data"),
          PORT: `${await findFreePort()}`,
        };
        await using dev = runScript(join(copy, "scripts/dev.ts"), [], { env });
        await eventually(() => expect(dev.stderr()).toContain("Watching"), 60_000);
        const started = await childrenOf(dev.pid);
        expect(started).toHaveLength(2);
        const pidOf = async (name: string) =>
          (await childrenOf(dev.pid)).find(({ command }) => command.includes(`${name}/main.ts`))?.pid;
        const [ingress, workers] = [await pidOf("ingress"), await pidOf("workers")];

        // As an editor saves: a new file takes the old one's place.
        const app = join(copy, "ingress/app.ts");
        const source = await readFile(app, "utf8");
        await writeFile(`${app}~`, `${source}\nthrow new Error("broken on purpose");\n`);
        await rename(`${app}~`, app);
        await eventually(() => expect(dev.stderr()).toContain("when a file changes"), 20_000);
        expect(dev.stderr()).toContain("broken on purpose");
        await writeFile(app, source);
        await eventually(async () => expect(await pidOf("ingress")).toSatisfy((pid) => pid > 0), 20_000);
        expect(await pidOf("ingress")).not.toBe(ingress);
        expect(await pidOf("workers")).toBe(workers);

        await writeFile(
          join(copy, "sql/process/zz_dev.sql"),
          "create or replace function zz_dev() returns int language sql return 7;\n",
        );
        await eventually(
          async () => expect(await pidOf("workers")).toSatisfy((pid) => pid > 0 && pid !== workers),
          20_000,
        );
        const running = await childrenOf(dev.pid);

        dev.signal("SIGINT");
        expect(await dev.ended).toBe(0);
        await untilGone([...started, ...running]);
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  );
});

/** The project's sources and what is built of them; what is installed is shared. */
async function copyProject(to: string): Promise<void> {
  for (const name of [
    "ingress",
    "workers",
    "sql",
    "scripts",
    "widget",
    "docs",
    "package.json",
    "package-lock.json",
  ]) {
    const filter = (path: string) => basename(path) !== "node_modules";
    await cp(join(root, name), join(to, name), { recursive: true, filter });
  }
  await symlink(join(root, "node_modules"), join(to, "node_modules"));
}
