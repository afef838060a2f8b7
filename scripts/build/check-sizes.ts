import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { pageFacts } from "../../ingress/checkout/page-renderer.ts";
import { readBuiltFiles } from "../../ingress/checkout/read-built-files.ts";
import { filesOf, readManifest } from "./dashboard-preloads.ts";

const KB = 1_024;
/** The compressed limits. */
const most = {
  /** What the script adds to a merchant's page. */
  script: 5 * KB,
  /** What a payer's first visit loads: phones may be slow, and the merchant's page is open too. */
  checkout: 19.6 * KB,
  /** What a first visit loads: with 1.6 Mbit/s this is a second. */
  dashboard: 200 * KB,
};

const built = fileURLToPath(new URL("../../widget/dashboard/dist", import.meta.url));

/** A script's download size, compressed. Throws above the limit. */
export async function checkScriptSize(script: URL): Promise<number> {
  return notMore(gzipped(await readFile(script)), most.script, script.pathname);
}

/** The compressed size of the checkout page's HTML, script and stylesheet, in bytes. Throws above the limit. */
export async function checkCheckoutSize(): Promise<number> {
  const { script, stylesheet, renderer } = await readBuiltFiles();
  const paths = { script: `/checkout/${script.name}`, stylesheet: `/checkout/${stylesheet.name}` };
  const html = renderer.renderPage(pageFacts(exampleLink, undefined), paths);
  const sizes = [html, script.text, stylesheet.text].map(gzipped);
  return notMore(sum(sizes), most.checkout, "The checkout page");
}

/**
 * The most that a first visit to any screen of the dashboard loads, in bytes after Brotli: the page, the shell and the
 * largest screen. Throws above the limit.
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
    const files = new Set([...always, ...filesOf(manifest, screen)]);
    const bytes = sum(await Promise.all([...files].map(sizeOf)));
    if (bytes > largest.bytes) largest = { bytes, screen };
  }
  notMore(largest.bytes, most.dashboard, `The dashboard's first visit of ${largest.screen}`);
  return largest;
}

const gzipped = (content: string | Buffer) => gzipSync(content, { level: 9 }).length;
const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);

function notMore(bytes: number, limit: number, what: string): number {
  if (bytes > limit) throw new Error(`${what} is ${bytes} bytes compressed, more than ${limit}.`);
  return bytes;
}

/** The most common kind of link: with a fixed amount and an email field. */
const exampleLink: Parameters<typeof pageFacts>[0] = {
  slug: "aaaaaaaaaaaaaaaaaaaaaa",
  title: "Chocolate birthday cake",
  merchantName: "Ada’s Bakery",
  amountType: "fixed",
  amount: { value: 500_000, currency: "NGN" },
  status: "active",
  environment: "live",
  isEmailKnown: false,
};
