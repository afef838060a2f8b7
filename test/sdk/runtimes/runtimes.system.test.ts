import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { findFreePort } from "../../../scripts/postgres/find-free-port.ts";
import { createMember } from "../../helpers/create-member.ts";
import { eventually } from "../../helpers/eventually.ts";
import { test } from "../../helpers/test.ts";
import { fetchProgram, installShop, played, type Shop } from "./shop.ts";

const run = promisify(execFile);
const platform = `${process.platform}-${process.arch}`;
const glibc = process.platform === "linux" ? "-glibc" : "";

let shop: Shop;
beforeAll(async () => void (shop = await installShop()));
afterAll(() => shop?.[Symbol.asyncDispose]());

const runtimes: [name: string, program: () => Promise<string>, flags: string[]][] = [
  ["Node 20", () => fetchProgram(shop, `node-${platform}@20.20.2`, "bin/node"), []],
  ["Node 22", () => fetchProgram(shop, `node-${platform}@22.23.3`, "bin/node"), []],
  ["Node 24", async () => process.execPath, []],
  ["Bun", () => fetchProgram(shop, `@oven/bun-${platform.replace("arm64", "aarch64")}@1.4.5`, "bin/bun"), []],
  ["Deno", () => fetchProgram(shop, `@deno/${platform}${glibc}@2.9.6`, "deno"), ["run", "--allow-all"]],
];

describe("the packed SDK and command line", () => {
  test.for(runtimes)(
    "run on %s",
    async ([, find, flags], { fileIngress: { url }, fileDatabase, fileWorkers: _workers }) => {
      const { key } = await createMember(fileDatabase, { available: 50_000n });
      const options = { cwd: shop.folder, env: shop.environment(url, key) };
      const runtime = await find();
      const sdk = await run(runtime, [...flags, "main.mjs"], options);
      expect(JSON.parse(sdk.stdout)).toEqual(played);
      const program = "node_modules/@service/cli/dist/payments.js";
      const listed = await run(runtime, [...flags, program, "payouts", "list", "--json"], options);
      expect(JSON.parse(listed.stdout)).toMatchObject({
        data: [{ amount: { value: 10_050 } }],
        hasMore: false,
      });
    },
  );

  test("run in a bundle of Vite's", async ({ fileIngress: { url }, fileDatabase, fileWorkers: _workers }) => {
    const { key } = await createMember(fileDatabase, { available: 50_000n });
    const bundle = join(shop.folder, await bundleWithVite("main.mjs"));
    expect(await readFile(bundle, "utf8")).not.toContain("@service/node");
    const { stdout } = await run(process.execPath, [bundle], { env: shop.environment(url, key) });
    expect(JSON.parse(stdout)).toEqual(played);
  });

  test("run in workerd", async ({ fileIngress: { url }, fileDatabase, fileWorkers: _workers }) => {
    const { key } = await createMember(fileDatabase, { available: 50_000n });
    await shop.write(
      "worker.mjs",
      `import { play } from "./program.mjs";
       export default {
         fetch: async (request, variables) =>
           Response.json(await play(variables.PAYMENTS_KEY, variables.PAYMENTS_URL)),
       };`,
    );
    const port = await findFreePort();
    const bound = (name: string) => `(name = "${name}", fromEnvironment = "${name}")`;
    const config = await shop.write(
      "workerd.capnp",
      `using Workerd = import "/workerd/workerd.capnp";
       const config :Workerd.Config = (
         services = [
           (name = "main", worker = (
             modules = [(name = "worker", esModule = embed "${await bundleWithVite("worker.mjs")}")],
             compatibilityDate = "2026-01-01",
             bindings = [${bound("PAYMENTS_KEY")}, ${bound("PAYMENTS_URL")}],
           )),
           (name = "internet", network = (allow = ["public", "private"])),
         ],
         sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
       );`,
    );
    const spec = `@cloudflare/workerd-${platform.replace("x64", "64")}@1.20261117.1`;
    const workerd = await fetchProgram(shop, spec, "bin/workerd");
    const child = spawn(workerd, ["serve", config], { env: shop.environment(url, key), stdio: "ignore" });
    const exited = once(child, "exit");
    try {
      await eventually(async () => {
        const response = await fetch(`http://127.0.0.1:${port}`);
        expect(await response.json()).toEqual(played);
      });
    } finally {
      child.kill();
      await exited;
    }
  });

  test("are what their manifests say, and the command is on the path", async () => {
    const [, cli] = shop.packages;
    expect(cli!.files.toSorted()).toEqual(
      ["LICENSE", "README.md", "dist/LICENSE-commander", "dist/payments.js", "package.json"].toSorted(),
    );
    const { stdout } = await run("node_modules/.bin/payments", ["--version"], { cwd: shop.folder });
    expect(stdout).toBe(`${cli!.version}\n`);
  });
});

/** Bundles a module of the shop's with all that it imports. Returns the file's path in the shop's folder. */
async function bundleWithVite(entry: string): Promise<string> {
  const output = { entryFileNames: entry };
  await build({
    root: shop.folder,
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: { ssr: join(shop.folder, entry), outDir: "bundle", minify: true, rolldownOptions: { output } },
  });
  return `bundle/${entry}`;
}
