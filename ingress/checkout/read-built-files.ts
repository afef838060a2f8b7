import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const manifest = z.object({
  "main.ts": z.object({ file: z.string(), css: z.tuple([z.string()]) }),
});

export type BuiltFile = { name: string; text: string };

/** The script that merchants include with a tag. */
export type WidgetScript = {
  text: string;
  version: string;
  /** What a tag with the exact version may demand of it (Subresource Integrity). */
  integrity: string;
};

export type BuiltFiles = {
  /** The checkout page's own, under names that change with what is in them. */
  script: BuiltFile;
  stylesheet: BuiltFile;
  /** Every version that merchants may include, the newest last. */
  widgets: WidgetScript[];
};

/**
 * Reads what `npm run build` made of widget/, and the scripts that were released. Raises an Error that says so where it has
 * not been run.
 */
export function readBuiltFiles(
  widget = fileURLToPath(new URL("../../widget/", import.meta.url)),
): BuiltFiles {
  const read = (path: string) => {
    try {
      return readFileSync(join(widget, path), "utf8");
    } catch (cause) {
      throw new Error("The checkout's browser code is not built: run npm run build.", { cause });
    }
  };
  const built = manifest.parse(JSON.parse(read("checkout/dist/manifest.json")))["main.ts"];
  const checkoutFile = (name: string) => ({ name, text: read(`checkout/dist/${name}`) });
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read("js/package.json")));
  const earlier = releasedVersions(join(widget, "js/released"))
    .filter((released) => released !== version)
    .map((released) => describeWidget(released, read(`js/released/${released}.js`)));
  return {
    script: checkoutFile(built.file),
    stylesheet: checkoutFile(built.css[0]),
    widgets: [describeWidget(version, read("js/dist/service.global.js")), ...earlier].toSorted(byVersion),
  };
}

/** What was released stays as it was: tags out there name these versions, and the hashes of their bytes. */
function releasedVersions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => /^(\d+\.\d+\.\d+)\.js$/.exec(name)?.[1] ?? []);
}

function describeWidget(version: string, text: string): WidgetScript {
  const integrity = `sha384-${createHash("sha384").update(text).digest("base64")}`;
  return { version, text, integrity };
}

function byVersion(one: WidgetScript, other: WidgetScript): number {
  return one.version.localeCompare(other.version, "en", { numeric: true });
}
