import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where `npm run build` puts the documentation site: its files in site/, and what else there is to know in build.json. */
export const builtDocs = fileURLToPath(new URL("../../docs/site/dist", import.meta.url));

export type DocsBuild = {
  /** SHA-256 of all that the site was made of, in hex. */
  digest: string;
  /** The scripts that stand in pages, as sources of a Content-Security-Policy: 'sha256-…'. */
  inlineScripts: string[];
};

/** What the build notes about the site in `folder`; undefined where nothing has been built. */
export async function readBuild(folder: string): Promise<DocsBuild | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, "build.json"), "utf8")) as DocsBuild;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
