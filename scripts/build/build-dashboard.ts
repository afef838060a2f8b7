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

/** The dashboard is for people at their own machines, whose browsers keep themselves up to date. */
const TARGET = ["chrome123", "firefox125", "safari17.5"];

/**
 * Builds the dashboard into a folder: index.html, and under assets/ all that it loads, under names that change with
 * their content, each with a copy compressed by Brotli and one by gzip.
 */
export async function buildDashboard(outDir: string): Promise<void> {
  await build({
    ...quiet(dashboard),
    base: "/dashboard/",
    // Tests build it too, in an environment of their own.
    define: { "process.env.NODE_ENV": '"production"', ...(await newestScript()) },
    plugins: [onlyEnglish, orderedLayers],
    build: {
      target: TARGET,
      outDir,
      manifest: "manifest.json",
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      // One file: all styles together cost less than many requests would.
      cssCodeSplit: false,
      rolldownOptions: {
        // "use client" of packages means nothing here: all of it is the client.
        checks: { moduleLevelDirective: false, bundlerTimings: false },
        output: {
          codeSplitting: {
            groups: [
              // In few files, since each request takes a slow network's time: what starts the page,
              { name: "start", tags: ["$initial"] },
              // what the shell and most screens are made of, and what opens over a screen: lists to choose from, menus,
              // dialogs. Each screen loads the rest that it needs.
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

/** The version of the script for shops' pages that was released last, and the hash of its bytes, for the snippet. */
async function newestScript(): Promise<Record<string, string>> {
  const names = await readdir(join(script, "released"));
  const newest = names.toSorted(new Intl.Collator("en", { numeric: true }).compare).at(-1)!;
  const bytes = await readFile(join(script, "released", newest));
  const integrity = `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  const version = newest.replace(/\.js$/, "");
  return { SCRIPT_VERSION: JSON.stringify(version), SCRIPT_INTEGRITY: JSON.stringify(integrity) };
}

const isShared = (id: string) => /\/widget\/dashboard\/(components|shell)/.test(id);
/** Half of all the code of components; the sign-in page and Home do without. */
const overlays = [
  /\/components\/(forms\/select|layout\/(dialog|menu|option))\.tsx$/,
  // Filters have lists to choose from.
  /\/components\/lists\/(list-screen|filters|period-filter)\.tsx$/,
  /\/shell\/(account-menu|merchant-menu|drawer)\.tsx$/,
];
const isOverlay = (id: string) => overlays.some((each) => each.test(id));
/** Components that bring much with them and that few screens have. */
const seldom = /\/components\/\w+\/(checkbox|code-block|search-select|timeline)\.tsx$/;
const isOften = (id: string) => isShared(id) && !isOverlay(id) && !seldom.test(id);

/**
 * React Aria's own few texts come in thirty languages; the dashboard speaks one. Each other is the English one, so that
 * whichever language a browser asks for has every text.
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

/** Stylesheets may load in any order, and the first decides the order of layers, so each declares it. */
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
