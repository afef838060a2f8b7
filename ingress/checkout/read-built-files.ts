import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
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
  widget: WidgetScript;
};

/** Reads what `npm run build` made of widget/. Raises an Error that says so where that has not been run. */
export function readBuiltFiles(): BuiltFiles {
  const widget = fileURLToPath(new URL("../../widget/", import.meta.url));
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
  const widgetText = read("js/dist/service.global.js");
  const integrity = `sha384-${createHash("sha384").update(widgetText).digest("base64")}`;
  return {
    script: checkoutFile(built.file),
    stylesheet: checkoutFile(built.css[0]),
    widget: { text: widgetText, version, integrity },
  };
}
