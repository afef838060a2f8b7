import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where `npm run build` puts the documentation site: its files in site/, and the rest in build.json. */
export const builtDocs = fileURLToPath(new URL("../../docs/site/dist", import.meta.url));

/** What the build keeps a compressed copy of, beside the file itself. */
export const compressedTypes = [".html", ".css", ".js", ".svg", ".json", ".md", ".txt"];

export type DocsBuild = {
  /** SHA-256 of all sources of the site, in hex. */
  digest: string;
  /** The inline scripts of the pages, as sources of a Content-Security-Policy: 'sha256-…'. */
  inlineScripts: string[];
};

/** Reads the build.json of the site in `folder`; undefined if the site is not built. */
export async function readBuild(folder: string): Promise<DocsBuild | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, "build.json"), "utf8")) as DocsBuild;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
