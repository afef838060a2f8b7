import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildStaleSdk } from "../../scripts/build/build-sdk.ts";
import { installPackedPackages, type InstalledPackages, type Packed } from "../widget/pack-packages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

let shop: InstalledPackages;
let packed: Packed;
let folder: string;
beforeAll(async () => {
  await buildStaleSdk();
  shop = await installPackedPackages(["sdk/node"], ["@types/node", "@types/express", "undici-types"]);
  packed = shop.packages[0]!;
  folder = join(shop.folder, "node_modules", packed.name);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

const modules = [
  "call",
  "endpoint",
  "errors",
  "index",
  "list",
  "money",
  "resources",
  "send",
  "service",
  "types",
];
const all = [...modules, "verification", "webhooks", "webhooks-node"];

describe("what is published", () => {
  test("is each module in both module systems with its types, and nothing else", () => {
    const files = all.flatMap((name) => [`${name}.js`, `${name}.d.ts`]);
    const dist = [...files, "schema.d.ts"];
    expect(packed.files.toSorted()).toEqual(
      [
        ...["LICENSE", "README.md", "package.json", "dist/cjs/package.json"],
        ...dist.flatMap((file) => [`dist/${file}`, `dist/cjs/${file}`]),
      ].toSorted(),
    );
  });

  test("publint finds nothing", async () => {
    const { buffer, byteOffset, byteLength } = packed.tarball;
    const tarball = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    const { messages } = await publint({ pkgDir: "package", pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });

  test("the types work in every module system", async () => {
    const checked = await checkPackage(createPackageFromTarballData(packed.tarball));
    expect(checked.types).not.toBe(false);
    const problems = "problems" in checked ? checked.problems : [];
    // TypeScript before 4.7 knows no `exports`, and so none of the paths below the package.
    expect(
      problems.filter(
        ({ kind, ...rest }) =>
          !("resolutionKind" in rest && rest.resolutionKind === "node10") || kind !== "NoResolution",
      ),
    ).toEqual([]);
  });

  test("depends on nothing, imports nothing but node:crypto in one module, and speaks of no other service", async () => {
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<
      string,
      unknown
    >;
    for (const kind of ["dependencies", "peerDependencies", "optionalDependencies", "scripts"])
      expect(manifest[kind]).toBeUndefined();
    expect(manifest["engines"]).toEqual({ node: ">=20" });
    for await (const file of glob("dist/**/*.js", { cwd: folder })) {
      const code = await readFile(join(folder, file), "utf8");
      const specifiers = [...code.matchAll(/(?:\bfrom |\brequire\()"([^".][^"]*)"/g)].map(([, name]) => name);
      expect(specifiers).toEqual(/webhooks-node/.test(file) ? ["node:crypto"] : []);
      // The address in an error's text is an example.
      expect(code.match(/https?:\/\/(?!pay\.example\.com)\w[^"'`\s]*/g)).toBeNull();
    }
  });

  test.each([
    ["index.js", 12],
    ["webhooks.js", 2],
  ])("%s is small: in a bundle at most %i kB compressed", async (entry, most) => {
    const built = (await build({
      root: folder,
      configFile: false,
      logLevel: "error",
      build: {
        write: false,
        minify: true,
        target: "es2022",
        lib: { entry: join(folder, "dist", entry), formats: ["cjs"] },
      },
    })) as Rolldown.RolldownOutput[];
    const code = built
      .flatMap(({ output }) => output.map((chunk) => ("code" in chunk ? chunk.code : "")))
      .join("");
    expect(code).toContain(entry === "index.js" ? "payout" : "whsec_");
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(most * 1024);
  });

  test("its public types are those of sdk/node/public-types.txt: vitest -u after a change that is meant", async () => {
    const texts = await Promise.all(
      all.map(async (name) => {
        const text = await readFile(join(folder, "dist", `${name}.d.ts`), "utf8");
        return `// ${name}\n${text.replace(/^\s*(\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm, "")}`;
      }),
    );
    await expect(texts.join("\n")).toMatchFileSnapshot(join(root, "sdk/node/public-types.txt"));
  });
});

const use = `
  const service = new Service("sk_test_x", { baseUrl: "http://127.0.0.1:1" });
  const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
  const main = async () => {
    const [error] = await safe(service.balances.get({}, { maxRetries: 0 }));
    const signed = await webhooks.sign({ id: "evt_1", type: "webhook.test" }, secret);
    const event = await webhooks.verify(signed.body, signed.headers["x-service-signature"], secret);
    const same = sync.verify(signed.body, signed.headers["x-service-signature"], [secret]);
    const create = typeof service.payouts.create;
    console.log(JSON.stringify([error.code, event.id, same.id, naira("2,500.50").value, create]));
  };
  main();`;
const printed = ["CONNECTION_FAILED", "evt_1", "evt_1", 250050, "function"];

describe("installed in an empty folder", () => {
  test.each([
    [
      "module.mjs",
      `import { naira, safe, Service } from "@service/node";
       import * as webhooks from "@service/node/webhooks";
       import * as sync from "@service/node/webhooks/node";`,
    ],
    [
      "script.cjs",
      `const { naira, safe, Service } = require("@service/node");
       const webhooks = require("@service/node/webhooks");
       const sync = require("@service/node/webhooks/node");`,
    ],
  ])("%s runs", async (file, imports) => {
    const { stdout, stderr } = await run(process.execPath, [await shop.write(file, imports + use)]);
    expect([stderr, JSON.parse(stdout)]).toEqual(["", printed]);
  });
});

describe("in strict TypeScript", () => {
  const right = `
    import express from "express";
    import { ApiError, format, InvalidRequestError, naira, RefusedError, safe, Service } from "@service/node";
    import type { Schemas } from "@service/node";
    import { fetchHandler, verify, type WebhookEvent } from "@service/node/webhooks";
    import { expressMiddleware, sign } from "@service/node/webhooks/node";

    export async function main(): Promise<void> {
      const service = new Service("sk_test_x", { baseUrl: "https://pay.example.com", maxRetries: 1 });
      const destination = await service.banks.verifyAccount({ bankCode: "058", accountNumber: "0123456789" });
      const payout = await service.payouts.create({ amount: naira("2,500.50"), destination }, { idempotencyKey: "a" });
      const typed: Schemas["Payout"] = payout;
      const status: string = typed.status;
      // A status that a newer service has is no error.
      if (payout.status === "succeeded" || payout.status === "teleported") console.log(format(payout.amount), status);
      const { data, response, requestId } = await service.payouts.get(payout.reference).withResponse();
      console.log(data.reference, response.headers.get("idempotency-replayed"), requestId);
      const list = service.payouts.list({ status: ["pending", "failed"], limit: 100 });
      for await (const each of list) console.log(each.reference);
      const page = await service.events.attempts.list("evt_1", { limit: 1 }).page();
      const all: Schemas["Collection"][] = await service.collections.list().all({ max: 10 });
      console.log(page.nextCursor, page.data[0]?.number, all.length);
      for await (const { index, amount = naira(1) } of service.payoutBatches.items.list("bat_1"))
        await service.payoutBatches.items.replace("bat_1", index, { amount: naira(amount.value) });
      await service.paymentLinks.create({ title: "Cake", amount: naira(1000) });
      await service.webhookEndpoint.sendTest({ idempotencyKey: "b", signal: new AbortController().signal });
      const statement = await service.statements.get({ from: "2026-01-01", to: "2026-01-31" });
      const csv: string = await service.statements.getCsv({ from: "2026-01-01", to: "2026-01-31" });
      console.log(statement, csv, service.sandbox.magicNumbers.accounts.payoutFails);
      await service.sandbox.simulate.collectionSuccess({ virtualAccountReference: "va_1" });
      const [error, balances] = await safe(service.balances.get());
      if (error === undefined) console.log(balances[0]?.available.value);
      else if (error instanceof RefusedError || error instanceof InvalidRequestError) console.log(error.details);
      else console.log(error.code, error.retryable, error instanceof ApiError);
    }

    export function tell(event: WebhookEvent): string {
      switch (event.type) {
        case "payout.succeeded":
          return event.data.destination.accountName;
        case "collection.success":
          return format(event.data.amountReceived);
        default:
          return event.type;
      }
    }
    export const handler: (request: Request) => Promise<Response> = fetchHandler({ secrets: ["a", "b"] }, tell);
    const middleware = expressMiddleware({ secrets: "a" });
    export const receiver = express().post("/", express.raw(), middleware, (request, response) => {
      if (request.webhookEvent?.type === "payout.failed") response.send(request.webhookEvent.data.reference);
    });
    export const signed: string = sign({ id: "evt_1" }, "whsec_a").body;
    export const verified = verify("", "", "whsec_a").then(tell);`;
  const wrong = `
    import { naira, Service } from "@service/node";
    import type { WebhookEvent } from "@service/node/webhooks";

    const service = new Service("sk_test_x", { baseUrl: "https://pay.example.com" });
    new Service("sk_test_x", {});
    service.payouts.create({ amount: naira(1) });
    service.payouts.create({ amount: naira(1) }, {});
    service.refunds.create({ collection: "col_1" }, { timeout: 1 });
    service.payouts.create({ amount: naira(1), purpose: "fun" }, { idempotencyKey: "a" });
    service.payouts.list({ status: "teleported" });
    service.payouts.list({ statuses: "failed" });
    service.payouts.list().all();
    service.payouts.get(1);
    service.payouts.get("pyt_1", { idempotencyKey: "a" });
    service.events.attempts.get("evt_1");
    service.payoutBatches.items.replace("bat_1", "first", { amount: naira(1) });
    service.statements.get({});
    service.nothing.get();
    export const novelty = async () => (await service.payouts.get("pyt_1")).novelty;
    export const tell = (event: WebhookEvent) => (event.type === "payout.succeeded" ? event.data.slug : "");`;

  const compiler = createRequire(import.meta.url)
    .resolve("typescript/package.json")
    .replace("package.json", "bin/tsc");

  /** The lines of one file of the shop's in which the compiler finds errors, or its other complaints. */
  async function compile(name: string, type: string, options: object, code: string) {
    await shop.write(`${name}/package.json`, JSON.stringify({ type }));
    const strict = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false };
    const compilerOptions = { ...strict, target: "es2022", ...options };
    const project = await shop.write(
      `${name}/tsconfig.json`,
      JSON.stringify({ compilerOptions, files: ["app.ts"] }),
    );
    await shop.write(`${name}/app.ts`, code.trim());
    const { stdout } = await run(process.execPath, [compiler, "-p", project]).catch(
      (error: { stdout: string }) => error,
    );
    const lines = [...stdout.matchAll(/app\.ts\((\d+),\d+\): error|^(?!\s|\S*app\.ts).*error.*$/gm)];
    return [...new Set(lines.map(([complaint, line]) => (line === undefined ? complaint : Number(line))))];
  }

  const node = { lib: ["es2022"], types: ["node"] };
  const browser = { lib: ["es2022", "dom", "dom.asynciterable"], types: [] };
  test.each([
    ["esm", "module", { module: "nodenext", ...node }],
    ["commonjs", "commonjs", { module: "nodenext", ...node }],
    ["bundler", "module", { module: "esnext", moduleResolution: "bundler", ...browser }],
  ])("%s accepts what is right, and nothing that is wrong", async (name, type, options) => {
    expect(await compile(name, type, options, right)).toEqual([]);
    const lines = wrong.trim().split("\n").length;
    expect(await compile(name, type, options, wrong)).toEqual(
      Array.from({ length: lines - 4 }, (_, at) => at + 5),
    );
  });
});
