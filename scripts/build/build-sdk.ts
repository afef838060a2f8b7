import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, copyFile, glob, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describeCommands } from "./describe-commands.ts";
import { digestOfRoutes } from "./generate-dashboard-client.ts";
import { quiet } from "./quiet-build.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sdk = join(root, "sdk/node");
const schema = join(sdk, "api/dist/schema.d.ts");
const dist = join(sdk, "dist");
const cli = join(root, "sdk/cli");

/**
 * Builds the SDK for Node and the command line if their sources, or the API, may have changed since the last time.
 * Returns whether it did.
 */
export async function buildStaleSdk(): Promise<boolean> {
  const heading = `// Made by the build from the API's description: ${await digestOfSdk()}\n`;
  const present = await readFile(join(dist, "schema.d.ts"), "utf8").catch(() => "");
  if (present.startsWith(heading)) return false;
  const aside = join(sdk, `.dist-${process.pid}`);
  const programAside = join(cli, `.dist-${process.pid}`);
  try {
    await mkdir(dirname(schema), { recursive: true });
    await writeFile(schema, heading + (await describeApi()));
    await compile(aside, "nodenext", "nodenext");
    await compile(join(aside, "cjs"), "commonjs", "bundler");
    await writeFile(join(aside, "cjs/package.json"), '{ "type": "commonjs" }\n');
    await bundleProgram(programAside);
    await replace(join(cli, "dist"), programAside);
    // Last, since it says that all is built.
    await replace(dist, aside);
  } finally {
    for (const folder of [aside, programAside]) await rm(folder, { recursive: true, force: true });
  }
  return true;
}

async function replace(folder: string, by: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await rename(by, folder);
}

async function describeApi(): Promise<string> {
  // Loaded only here: a start without changes should not wait for it.
  const [{ buildOpenapi }, { domains }, { generateClient }] = await Promise.all([
    import("../../ingress/openapi/build-openapi.ts"),
    import("../../ingress/api-routes.ts"),
    import("../openapi/client-generator/generate-client.ts"),
  ]);
  return generateClient(JSON.stringify(buildOpenapi(domains, "")));
}

/** Writes the SDK as JavaScript of one module system, with its declarations. */
async function compile(outDir: string, module: string, moduleResolution: string): Promise<void> {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const emit = ["--noEmit", "false", "--declaration", "--rewriteRelativeImportExtensions", "--rootDir", sdk];
  const target = ["--outDir", outDir, "--module", module, "--moduleResolution", moduleResolution];
  await mkdir(outDir, { recursive: true });
  try {
    await promisify(execFile)(process.execPath, [compiler, "-p", sdk, ...emit, ...target]);
  } catch (error) {
    throw new Error(`The SDK cannot be built:\n${(error as { stdout?: string }).stdout}`, { cause: error });
  }
  await copyFile(schema, join(outDir, "schema.d.ts"));
  // Declarations name modules as the compiler finds them beside their code.
  for await (const name of glob("*.d.ts", { cwd: outDir })) {
    const text = await readFile(join(outDir, name), "utf8");
    const named = text.replaceAll("./api/dist/schema.d.ts", "./schema.ts");
    await writeFile(join(outDir, name), named.replace(/((?:from|import\() ?"\.\/[\w-]+)\.ts"/g, '$1.js"'));
  }
}

/** Writes the command line as one file that needs nothing but Node. */
async function bundleProgram(outDir: string): Promise<void> {
  // Loaded only here: a start without changes should not wait for it.
  const { build } = await import("vite");
  await build({
    ...quiet(cli),
    define: { DESCRIPTIONS: JSON.stringify(await describeCommands()) },
    ssr: { noExternal: true },
    build: {
      ssr: join(cli, "main.ts"),
      target: "node20",
      outDir,
      rolldownOptions: { output: { entryFileNames: "payments.js", banner: "#!/usr/bin/env node" } },
    },
  });
  await copyFile(join(root, "node_modules/commander/LICENSE"), join(outDir, "LICENSE-commander"));
  await chmod(join(outDir, "payments.js"), 0o755);
}

/** SHA-256 of all that the packages are made of, in hex. */
async function digestOfSdk(): Promise<string> {
  const hash = createHash("sha256").update(await digestOfRoutes());
  const sources: string[] = [];
  for await (const name of glob("{node/*,cli/**/*}.{ts,json}", { cwd: join(root, "sdk") })) {
    if (!name.includes("dist")) sources.push(`sdk/${name}`);
  }
  sources.push("ingress/openapi/examples.json");
  for (const name of ["build-sdk.ts", "describe-commands.ts"]) sources.push(`scripts/build/${name}`);
  const paths = sources.toSorted().map((name) => join(root, name));
  for (const path of paths) hash.update(`${path.slice(root.length)}\0`).update(await readFile(path));
  return hash.digest("hex");
}
