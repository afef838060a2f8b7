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

/** What Vite says that it built: each part by its source, with its file and the parts that it cannot run without. */
export async function readManifest(folder: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")));
}

/** The files that a part cannot run without, its own included. */
export function filesOf(manifest: Manifest, part: string, seen = new Set<string>()): Set<string> {
  const { file, imports } = manifest[part]!;
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const imported of imports) filesOf(manifest, imported, seen);
  return seen;
}

/**
 * Writes preloads.json: which files each screen needs besides those that the page names, by the screen's path. With it
 * the ingress has a browser load them all at once, where it would find out about one after the other.
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
