import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { loadPageRenderer, type PageRenderer } from "./page-renderer.ts";

const manifest = z.object({
  "main.ts": z.object({ file: z.string(), css: z.tuple([z.string()]) }),
});

export type BuiltFile = { name: string; text: string };

/** A released script that merchants include with a tag. */
type WidgetScript = {
  text: string;
  version: string;
  /** For the `integrity` attribute of a tag with the exact version (Subresource Integrity). */
  integrity: string;
};

export type BuiltFiles = {
  /** The checkout page's own files. Their names change with their content. */
  script: BuiltFile;
  stylesheet: BuiltFile;
  /** Makes the checkout page's HTML. */
  renderer: PageRenderer;
  /** The released versions, the newest last. Their bytes are in the repository and never change. */
  released: WidgetScript[];
  /** By major version: for merchants' pages that name only that. */
  majors: Map<string, string>;
};

/**
 * Reads the build of widget/ (`npm run build`), and the released scripts. Rejects with an Error that names the command
 * if something is missing.
 */
export async function readBuiltFiles(
  widget = fileURLToPath(new URL("../../widget/", import.meta.url)),
): Promise<BuiltFiles> {
  const notBuilt = (cause: unknown) =>
    new Error("The checkout page is not built: run npm run build.", { cause });
  const read = (path: string) => {
    try {
      return readFileSync(join(widget, path), "utf8");
    } catch (cause) {
      throw notBuilt(cause);
    }
  };
  const built = manifest.parse(JSON.parse(read("checkout/dist/manifest.json")))["main.ts"];
  const checkoutFile = (name: string) => ({ name, text: read(`checkout/dist/${name}`) });
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read("js/package.json")));
  const released = releasedVersions(join(widget, "js/released")).map((each) =>
    describeWidget(each, read(`js/released/${each}.js`)),
  );
  const renderer = await loadPageRenderer(join(widget, "checkout/dist/server/render.js")).catch((cause) => {
    throw notBuilt(cause);
  });
  return {
    script: checkoutFile(built.file),
    stylesheet: checkoutFile(built.css[0]),
    renderer,
    released,
    // The script that is built here is the last entry, so it wins: it is the newest of its major version.
    majors: new Map([
      ...released.map(({ version: each, text }) => [majorOf(each), text] as const),
      [majorOf(version), read("js/dist/service.global.js")],
    ]),
  };
}

const majorOf = (version: string) => version.slice(0, version.indexOf("."));

/** The newest last. Merchants' tags name these versions, and the hashes of their bytes. */
function releasedVersions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => /^(\d+\.\d+\.\d+)\.js$/.exec(name)?.[1] ?? [])
    .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

function describeWidget(version: string, text: string): WidgetScript {
  const integrity = `sha384-${createHash("sha384").update(text).digest("base64")}`;
  return { version, text, integrity };
}
