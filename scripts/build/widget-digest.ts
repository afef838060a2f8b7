import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const KEPT = ".built";

/**
 * Whether a widget folder has to be built: its sources, its build or the service that its packages are for have
 * changed, or `dist` is missing.
 */
export async function isWidgetStale(widget: string, payOrigin?: string): Promise<boolean> {
  const isBuilt = ["checkout", "js", "react", "dashboard"].every((part) =>
    existsSync(join(widget, part, "dist")),
  );
  const kept = await readFile(join(widget, KEPT), "utf8").catch(() => "");
  return !isBuilt || kept !== (await digestOfWidget(widget, payOrigin));
}

/** Remembers what has just been built. */
export async function keepWidgetDigest(widget: string, digest: string): Promise<void> {
  await writeFile(join(widget, KEPT), digest);
}

/** SHA-256 of everything that the build depends on, in hex. */
export async function digestOfWidget(widget: string, payOrigin = ""): Promise<string> {
  const names = await readdir(widget, { recursive: true, withFileTypes: true });
  const sources = names
    .filter((entry) => entry.isFile() && entry.name !== KEPT)
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(dist|\.dist-\w+|node_modules)\//.test(path));
  const tools = ["build-widget", "build-dashboard", "dashboard-preloads", "quiet-build"].map(
    (name) => `../scripts/build/${name}.ts`,
  );
  const others = ["../package-lock.json", ...tools].map((path) => join(widget, path));
  const hash = createHash("sha256").update(payOrigin);
  for (const path of [...sources.toSorted(), ...others]) {
    hash
      .update(`${path.slice(widget.length)}\0`)
      .update(await readFile(path))
      .update("\0");
  }
  return hash.digest("hex");
}
