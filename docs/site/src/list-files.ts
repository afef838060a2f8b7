import { readdirSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const docs = fileURLToPath(new URL("../../", import.meta.url));

/** The Markdown files of docs/, as paths below it. */
export function listFiles(): string[] {
  return readdirSync(docs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map(({ parentPath, name }) => relative(docs, `${parentPath}/${name}`))
    .filter((file) => !file.startsWith("site/"))
    .toSorted();
}
