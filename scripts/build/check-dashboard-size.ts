import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesOf, readManifest } from "./dashboard-preloads.ts";

/** What a first visit may load, compressed: with 1.6 Mbit/s this is a second. */
const LARGEST_BYTES = 200 * 1024;

const built = fileURLToPath(new URL("../../widget/dashboard/dist", import.meta.url));

/**
 * The most that a first visit of any screen loads, in bytes as Brotli leaves them: the page, the shell around the
 * screens and the largest screen. Throws if that is too much.
 */
export async function checkDashboardSize(folder = built): Promise<{ bytes: number; screen: string }> {
  const manifest = await readManifest(folder);
  const html = await readFile(join(folder, "index.html"), "utf8");
  const stylesheets = [...html.matchAll(/assets\/[\w-]+\.css/g)].map(([name]) => name);
  const always = [
    ...stylesheets,
    ...filesOf(manifest, "index.html"),
    ...filesOf(manifest, "shell/shell.tsx"),
  ];
  const sizeOf = async (file: string) => (await readFile(join(folder, `${file}.br`))).length;
  let largest = { bytes: 0, screen: "" };
  for (const [screen, { isDynamicEntry }] of Object.entries(manifest)) {
    if (!isDynamicEntry) continue;
    const sizes = await Promise.all([...new Set([...always, ...filesOf(manifest, screen)])].map(sizeOf));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (bytes > largest.bytes) largest = { bytes, screen };
  }
  if (largest.bytes > LARGEST_BYTES) {
    throw new Error(
      `The dashboard's first visit of ${largest.screen} is ${largest.bytes} bytes compressed, more than ${LARGEST_BYTES}.`,
    );
  }
  return largest;
}
