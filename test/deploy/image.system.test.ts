import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { startThrowawayPostgres } from "../../scripts/postgres/start-throwaway-postgres.ts";
import { runAdminQuery } from "../helpers/database/run-admin-query.ts";
import { nodeEnvironment } from "../helpers/platform/node-environment.ts";
import { deployPath, exampleOf, readDeploy } from "./deploy-files.ts";
import { hasProgram } from "./has-program.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const hasPsql = await hasProgram("psql", "The content of the image is not started");

/** Whatever a machine that runs other tests may take for a start. */
const READY_SECONDS = "120";
const timeout = 300_000;

/** What the last stage of the Dockerfile copies: where from, below which folder of the repository, and where to. */
function copiesOf(dockerfile: string): { stage: string | undefined; from: string; to: string }[] {
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  return [...last.matchAll(/^COPY (?:--from=(\w+) )?(\S+) (\S+)$/gm)].map(([, stage, from, to]) => ({
    stage,
    from: from!.replace(/^\/app\//, ""),
    to: to!.endsWith("/") ? join(to!, from!) : to!,
  }));
}

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), link: z.boolean().optional() })),
});

/** Links to the packages that an install without those for development has. */
async function linkProductionPackages(to: string): Promise<void> {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  for (const [path, { dev = false, link = false }] of Object.entries(packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (name === undefined || dev || link || !existsSync(join(root, path))) continue;
    await mkdir(dirname(join(to, name)), { recursive: true });
    await symlink(join(root, path), join(to, name));
  }
}

test("the Dockerfile copies what there is, runs as nobody, and lets signals reach Node", () => {
  const dockerfile = readDeploy("Dockerfile");
  const copies = copiesOf(dockerfile);
  expect(copies.length).toBeGreaterThan(8);
  const ignored = readDeploy("Dockerfile.dockerignore");
  for (const { stage, from } of copies.filter((copy) => copy.stage !== "dependencies")) {
    // The documentation is built by npm run build alone.
    if (from !== "docs/site/dist") expect([from, existsSync(join(root, from))]).toEqual([from, true]);
    // What a build makes comes from the stage that built it: the context has none.
    expect([from, stage]).toEqual([from, from.endsWith("/dist") ? "build" : undefined]);
  }
  expect(ignored).toMatch(/^\*\*\/dist$/m);
  expect(ignored).toMatch(/^\*\*\/\.env$/m);
  expect(ignored).toMatch(/^scripts\/deploy\/env\/\*\.env$/m);
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^CMD \["node", "ingress\/main\.ts"\]$/m);
});

test.runIf(hasPsql)(
  "what the image holds migrates a new database and runs, with the examples' settings and roles",
  { timeout },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "payments-image-"));
    const postgres = await startThrowawayPostgres({ durable: true });
    try {
      for (const { stage, from, to } of copiesOf(readDeploy("Dockerfile"))) {
        if (stage === "dependencies") await linkProductionPackages(join(folder, to));
        else if (existsSync(join(root, from)))
          await cp(join(root, from), join(folder, to), { recursive: true });
      }
      const { hostname, port, username, password } = new URL(postgres.url);
      await runAdminQuery(postgres.url.replace(/\/payments$/, "/postgres"), "drop database payments");
      await run("sh", [deployPath("postgres/create-roles.sh")], {
        env: {
          ...nodeEnvironment,
          PATH: process.env.PATH,
          PGHOST: hostname,
          PGPORT: port,
          POSTGRES_USER: username,
          PGPASSWORD: decodeURIComponent(password),
          ...Object.fromEntries(Object.keys(exampleOf("postgres")).map((name) => [name, name.toLowerCase()])),
        },
      });

      const settingsOf = (name: "migrate" | "ingress" | "workers") => {
        const owner = name === "migrate" ? "owner" : name;
        const own = exampleOf(name);
        const url = new URL(own.DATABASE_URL!);
        url.hostname = hostname;
        url.port = port;
        url.password = `payments_${owner}_password`;
        return { ...own, DATABASE_URL: url.href, REDIS_URL: "" };
      };
      const shared = {
        ...exampleOf("shared"),
        PUBLIC_URL: "https://pay.example.com",
        SERVICE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      };
      const env = { ...nodeEnvironment, PATH: process.env.PATH };
      const node = (args: string[], settings: Record<string, string> = {}) =>
        run(process.execPath, args, { cwd: folder, env: { ...env, ...settings } });
      const { stdout } = await node(["scripts/migrate.ts"], settingsOf("migrate"));
      expect(stdout).toContain("applied migrations/");
      // Of DATABASE_READ_URL, which leads to a standby.
      const reader = new URL(settingsOf("ingress").DATABASE_URL);
      reader.username = "payments_reader";
      reader.password = "payments_reader_password";
      expect(await runAdminQuery(reader.href, "select count(*)::int as days from daily_totals")).toEqual([
        { days: 0 },
      ]);

      const listening = { PORT: `${await findFreePort()}`, WORKER_HEALTH_PORT: `${await findFreePort()}` };
      await using ingress = start("ingress", { ...shared, ...settingsOf("ingress"), ...listening });
      await using workers = start("workers", { ...shared, ...settingsOf("workers"), ...listening });
      for (const of of [listening.PORT, listening.WORKER_HEALTH_PORT]) {
        const ready = node(["scripts/deploy/await-ready.ts", `http://127.0.0.1:${of}/readyz`, READY_SECONDS]);
        await Promise.race([ready, ingress.failed, workers.failed]);
      }
      for (const path of ["/healthz", "/@service/js@0", "/dashboard", "/openapi.json", "/v1/banks"]) {
        const response = await fetch(`http://127.0.0.1:${listening.PORT}${path}`, { redirect: "manual" });
        await response.body?.cancel();
        const asked = path === "/v1/banks" ? 401 : 200;
        expect([path, response.status]).toEqual([path, asked]);
      }
      for (const each of [ingress, workers]) each.process.kill("SIGTERM");
      expect(await Promise.all([ingress.ended, workers.ended])).toEqual([0, 0]);

      function start(name: "ingress" | "workers", settings: Record<string, string>) {
        const child = spawn(process.execPath, [`${name}/main.ts`], {
          cwd: folder,
          env: { ...env, HOST: "127.0.0.1", ...settings },
          stdio: ["ignore", "pipe", "pipe"],
        });
        let output = "";
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (data) => (output += String(data)));
        const ended = once(child, "exit").then(([code]) => code as number | null);
        const failed = ended.then((code) => {
          throw new Error(`${name} ended with ${code}:\n${output}`);
        });
        failed.catch(() => {});
        return {
          process: child,
          ended,
          failed,
          [Symbol.asyncDispose]: async () => {
            child.kill("SIGKILL");
            await ended;
          },
        };
      }
    } finally {
      await postgres.stop();
      await rm(folder, { recursive: true });
    }
  },
);
