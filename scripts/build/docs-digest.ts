import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** What the build creates in docs/site. */
const made = /^site\/(dist|\.dist-\w+|\.astro|node_modules|openapi\.json)(\/|$)/;

/** SHA-256 of the documentation site's sources, in hex: docs/, the OpenAPI document, and its build scripts. */
export async function digestOfDocs(docs: string, document: string): Promise<string> {
  const entries = await readdir(docs, { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(docs.length + 1))
    .filter((path) => !made.test(path));
  const tools = ["package-lock.json", "scripts/build/build-docs.ts", "scripts/build/hash-inline-scripts.ts"];
  const hash = createHash("sha256").update(document);
  for (const path of [...sources.toSorted(), ...tools.map((tool) => `../${tool}`)]) {
    hash.update(`\0${path}\0`).update(await readFile(join(docs, path)));
  }
  return hash.digest("hex");
}
