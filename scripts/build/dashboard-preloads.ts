import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Preloads } from "../../ingress/dashboard/preloads.ts";

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    isDynamicEntry: z.boolean().default(false),
  }),
);

type Manifest = z.output<typeof manifestSchema>;

/** Vite's manifest: each part by its source, with its file and the parts it imports. */
export async function readManifest(folder: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")));
}

/** All files that a part needs, its own included. */
export function filesOf(manifest: Manifest, part: string, seen = new Set<string>()): Set<string> {
  const { file, imports } = manifest[part]!;
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const imported of imports) filesOf(manifest, imported, seen);
  return seen;
}

/**
 * Writes preloads.json: by path, the files that each screen needs besides the page's own. With it the ingress has
 * browsers load them all at once, instead of finding one after the other.
 */
export async function writePreloads(dashboard: string, outDir: string): Promise<void> {
  const manifest = await readManifest(outDir);
  const source = await readFile(join(dashboard, "routes.tsx"), "utf8");
  const started = filesOf(manifest, "index.html");
  const screens = source.matchAll(/ (signedOut|within)\(\s*"([^"]+)",\s*\(\) => import\("\.\/([^"]+)"\)/g);
  const preloads: Preloads = [...screens].map(([, layout, path, part]) => {
    const isWithin = layout === "within";
    const around = isWithin ? "shell/shell.tsx" : "people/signed-out-layout.tsx";
    const files = new Set([...filesOf(manifest, around), ...filesOf(manifest, part!)]);
    return {
      path: isWithin ? `/$environment/${path}`.replace(/\/+$/, "") : `/${path}`,
      files: [...files.difference(started)],
    };
  });
  await writeFile(join(outDir, "preloads.json"), JSON.stringify(preloads));
}
