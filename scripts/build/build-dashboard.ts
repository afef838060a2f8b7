import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, type Plugin } from "vite";
import { writePreloads } from "./dashboard-preloads.ts";
import { quiet } from "./quiet-build.ts";

const dashboard = fileURLToPath(new URL("../../widget/dashboard", import.meta.url));
const script = fileURLToPath(new URL("../../widget/js", import.meta.url));

/** People use the dashboard on their own machines, whose browsers update themselves. */
const TARGET = ["chrome123", "firefox125", "safari17.5"];

/**
 * Builds the dashboard into a folder: index.html, and assets/ with content-hashed names, each with a copy compressed by
 * Brotli and one by gzip.
 */
export async function buildDashboard(outDir: string): Promise<void> {
  await build({
    ...quiet(dashboard),
    base: "/dashboard/",
    // Tests also build it, with another NODE_ENV.
    define: { "process.env.NODE_ENV": '"production"', ...(await newestScript()) },
    plugins: [onlyEnglish, orderedLayers],
    build: {
      target: TARGET,
      outDir,
      manifest: "manifest.json",
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      // One file: all styles together are cheaper than many requests.
      cssCodeSplit: false,
      rolldownOptions: {
        // "use client" in packages means nothing here: everything is client code.
        checks: { moduleLevelDirective: false, bundlerTimings: false },
        output: {
          codeSplitting: {
            groups: [
              // Few files, since each request is slow on a slow network: what starts the page,
              { name: "start", tags: ["$initial"] },
              // the parts of the shell and most screens, and what opens over a screen: select lists, menus, dialogs.
              // Each screen loads the rest that it needs.
              { name: "screens", test: isOften, minShareCount: 2 },
              { name: "overlays", test: isOverlay, minShareCount: 2 },
            ],
          },
        },
      },
    },
  });
  await writePreloads(dashboard, outDir);
  const assets = join(outDir, "assets");
  await Promise.all((await readdir(assets)).map((name) => compress(join(assets, name))));
}

/** The newest released version of the script for shops' pages, and the hash of its bytes, for the snippet. */
async function newestScript(): Promise<Record<string, string>> {
  const names = await readdir(join(script, "released"));
  const newest = names.toSorted(new Intl.Collator("en", { numeric: true }).compare).at(-1)!;
  const bytes = await readFile(join(script, "released", newest));
  const integrity = `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  const version = newest.replace(/\.js$/, "");
  return { SCRIPT_VERSION: JSON.stringify(version), SCRIPT_INTEGRITY: JSON.stringify(integrity) };
}

const isShared = (id: string) => /\/widget\/dashboard\/(components|shell)/.test(id);
/** Half of all component code; the sign-in page and Home don't need it. */
const overlays = [
  /\/components\/(forms\/select|layout\/(dialog|menu|option))\.tsx$/,
  // Filters have select lists.
  /\/components\/lists\/(list-screen|filters|period-filter)\.tsx$/,
  /\/shell\/(account-menu|merchant-menu|drawer)\.tsx$/,
];
const isOverlay = (id: string) => overlays.some((each) => each.test(id));
/** Large components that few screens use. */
const seldom = /\/components\/\w+\/(checkbox|code-block|search-select|timeline)\.tsx$/;
const isOften = (id: string) => isShared(id) && !isOverlay(id) && !seldom.test(id);

/**
 * React Aria's few texts come in thirty languages; the dashboard is English. Every other language gets the English
 * texts, so that whichever a browser requests is complete.
 */
const onlyEnglish: Plugin = {
  name: "only-english",
  enforce: "pre",
  load(id) {
    const other =
      /\/react-(?:aria|stately)(?:-components)?\/.*\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.(mjs|js)$/.exec(
        id,
      );
    return other && `export { default } from "./en-US.${other[1]}";`;
  },
};

/** Stylesheets may load in any order, and the first fixes the order of layers, so each declares it. */
const orderedLayers: Plugin = {
  name: "ordered-layers",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith(".css") ? `@layer tokens, base, components, shell, screens;\n${code}` : null,
};

async function compress(file: string): Promise<void> {
  if (![".js", ".css", ".svg"].includes(extname(file))) return;
  const bytes = await readFile(file);
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
}
