import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { builtDocs, compressedTypes, readBuild, type DocsBuild } from "../../ingress/docs/read-build.ts";
import { describeSite } from "../openapi/describe-site.ts";
import { digestOfDocs } from "./docs-digest.ts";
import { hashInlineScripts } from "./hash-inline-scripts.ts";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));
const project = join(docs, "site");

/** Builds the documentation site if its sources have changed since the last time. Returns whether it did. */
export async function buildStaleDocs(): Promise<boolean> {
  const document = JSON.stringify(describeSite());
  const digest = await digestOfDocs(docs, document);
  if ((await readBuild(builtDocs))?.digest === digest) return false;
  await writeFile(join(project, "openapi.json"), document);
  // Built in another folder and then moved, so that readers never see an incomplete site.
  const aside = join(project, `.dist-${process.pid}`);
  try {
    await mkdir(aside, { recursive: true });
    await runAstro(join(aside, "site"));
    await cp(join(docs, "images"), join(aside, "site/images"), { recursive: true });
    const files = await listFiles(join(aside, "site"));
    const build: DocsBuild = { digest, inlineScripts: await hashInlineScripts(files) };
    await Promise.all(files.map(compress));
    await writeFile(join(aside, "build.json"), JSON.stringify(build));
    await rm(builtDocs, { recursive: true, force: true });
    await rename(aside, builtDocs);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return true;
}

async function runAstro(outDir: string): Promise<void> {
  const { resolve } = createRequire(join(project, "package.json"));
  const astro = join(resolve("astro/package.json"), "../bin/astro.mjs");
  // No settings of ours: Vite would read BASE_URL and MODE, which tests have, as the site's.
  const env = { NODE_ENV: "production", ASTRO_TELEMETRY_DISABLED: "1" };
  try {
    await promisify(execFile)(process.execPath, [astro, "build", "--outDir", outDir], {
      cwd: project,
      env,
    });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`The documentation cannot be built:\n${stdout}${stderr}`, { cause: error });
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function compress(file: string): Promise<void> {
  if (!compressedTypes.includes(extname(file))) return;
  await writeFile(`${file}.gz`, await promisify(gzip)(await readFile(file), { level: 9 }));
}
