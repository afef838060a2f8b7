import { execFile } from "node:child_process";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build, type InlineConfig, type LibraryFormats } from "vite";
import { unseen, type Step } from "../cli/show-progress.ts";
import { generateStaleClient } from "./generate-dashboard-client.ts";
import { buildDashboard } from "./build-dashboard.ts";
import { quiet } from "./quiet-build.ts";
import { refuseChangedRelease } from "./refuse-changed-release.ts";
import { digestOfWidget, isWidgetStale, keepWidgetDigest } from "./widget-digest.ts";

/** The oldest browsers that the widget supports. */
const TARGET = "es2020";

const root = fileURLToPath(new URL("../../", import.meta.url));
const widget = join(root, "widget");

/**
 * Builds the widget's packages and the checkout's page if their sources, or the service they are for, have changed
 * since the last time. Each part is a step.
 */
export async function buildStaleWidget(payOrigin?: string, step: Step = unseen): Promise<void> {
  await generateStaleClient();
  if (await isWidgetStale(widget, payOrigin)) await buildWidget(payOrigin, step);
}

/**
 * Builds everything that runs in browsers into the `dist` folder of each part of widget/. The npm packages open the
 * checkout at `payOrigin` unless a shop names another; without one, shops have to.
 */
export async function buildWidget(payOrigin: string | undefined, step: Step): Promise<void> {
  await generateStaleClient();
  // Taken before the build: changes during the build are not in it.
  const digest = await digestOfWidget(widget, payOrigin);
  const buildPart = (part: string, buildInto: (outDir: string) => Promise<unknown>) =>
    step(`Build widget/${part}`, () => replaceDist(part, buildInto));
  await buildPart("checkout", async (outDir) => {
    await buildCheckoutPage(outDir);
    await buildCheckoutRenderer(join(outDir, "server"));
  });
  await buildPart("js", async (outDir) => {
    await buildJsPackage(outDir, payOrigin);
    await buildLibrary("js", "global.ts", ["iife"], { outDir, emptyOutDir: false });
    await emitTypes("js", outDir);
    await refuseChangedRelease(join(widget, "js"), outDir);
  });
  // After @service/js, because its types import that.
  await buildPart("react", async (outDir) => {
    await buildLibrary("react", "index.tsx", ["es", "cjs"], {
      outDir,
      rolldownOptions: {
        external: ["react", "react/jsx-runtime", "@service/js"],
        // In frameworks with server components, all of it is client code.
        output: { banner: '"use client";' },
      },
    });
    await emitTypes("react", outDir);
  });
  await buildPart("dashboard", buildDashboard);
  await keepWidgetDigest(widget, digest);
}

/** The modules of @service/js. The script for tags needs no pay origin: it knows where it came from. */
export async function buildJsPackage(outDir: string, payOrigin?: string): Promise<void> {
  const define = payOrigin === undefined ? {} : { BUILT_FOR: JSON.stringify(payOrigin) };
  await buildLibrary("js", "index.ts", ["es", "cjs"], { outDir }, define);
}

/** The script and the stylesheet of the checkout page, under names that change with their content. */
async function buildCheckoutPage(outDir: string): Promise<void> {
  await build({
    ...quiet(join(widget, "checkout")),
    base: "/checkout/",
    build: {
      target: TARGET,
      outDir,
      manifest: "manifest.json",
      assetsDir: "",
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(widget, "checkout/main.ts") },
    },
  });
}

/** The module with which the ingress renders the page's HTML: one file that imports nothing, as Node runs no .tsx. */
async function buildCheckoutRenderer(outDir: string): Promise<void> {
  await build({
    ...quiet(join(widget, "checkout")),
    ssr: { noExternal: true },
    build: {
      ssr: join(widget, "checkout/server/render.tsx"),
      target: "node24",
      outDir,
      rolldownOptions: { output: { entryFileNames: "render.js" } },
    },
  });
}

/** Builds a part in another folder and then moves it into place, so that readers never see half of it. */
async function replaceDist(part: string, buildInto: (outDir: string) => Promise<unknown>): Promise<void> {
  const aside = join(widget, part, `.dist-${process.pid}`);
  const dist = join(widget, part, "dist");
  try {
    await buildInto(aside);
    await rm(dist, { recursive: true, force: true });
    await rename(aside, dist);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function buildLibrary(
  name: string,
  entry: string,
  formats: LibraryFormats[],
  options: InlineConfig["build"],
  define: Record<string, string> = {},
): Promise<void> {
  const fileNames: Partial<Record<string, string>> = {
    es: "index.js",
    cjs: "index.cjs",
    iife: "service.global.js",
  };
  await build({
    ...quiet(join(widget, name)),
    define: { BUILT_FOR: "undefined", ...define },
    build: {
      target: TARGET,
      minify: formats.includes("iife"),
      lib: {
        entry: join(widget, name, entry),
        formats,
        name: "service",
        fileName: (format) => fileNames[format]!,
      },
      ...options,
    },
  });
}

/**
 * Writes a package's declarations for both module systems. They name files differently, so each gets one file without
 * imports, with the types.ts that index.ts exports.
 */
async function emitTypes(name: string, outDir: string): Promise<void> {
  const folder = join(widget, name);
  const declarations = await mkdtemp(join(tmpdir(), "widget-types-"));
  try {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const flags = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--rootDir", widget];
    await promisify(execFile)(process.execPath, [compiler, "-p", folder, ...flags, "--outDir", declarations]);
    const index = await readFile(join(declarations, name, "index.d.ts"), "utf8");
    const types = await readFile(join(declarations, name, "types.d.ts"), "utf8").catch(() => "");
    const whole = types + index.replace(/^(import|export) type .* from "\.\/types\.ts";\n/gm, "");
    for (const extension of [".d.ts", ".d.cts"]) await writeFile(join(outDir, `index${extension}`), whole);
  } catch (error) {
    throw new Error(`The types of widget/${name} cannot be made:\n${(error as { stdout?: string }).stdout}`, {
      cause: error,
    });
  } finally {
    await rm(declarations, { recursive: true, force: true });
  }
}
