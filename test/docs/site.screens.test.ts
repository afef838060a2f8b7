import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { routes } from "../../ingress/api-routes.ts";
import { builtDocs } from "../../ingress/docs/read-build.ts";
import { problemStatuses } from "../../ingress/http/problems.ts";
import { buildStaleDocs } from "../../scripts/build/build-docs.ts";
import { eventTypes } from "../../sql/webhooks/events/event-json.ts";
import { scopes } from "../../sql/keys/scopes.ts";
import {
  SANDBOX_PHONE,
  sandboxAccounts,
  sandboxIdentities,
} from "../../workers/gateways/sandbox/outcomes.ts";
import { findAxeFaults } from "../helpers/browser/find-axe-faults.ts";
import { test as base } from "../helpers/test.ts";

/** What a first page may cost its reader, compressed: HTML, styles, scripts and fonts. */
const LARGEST_FIRST_PAGE = 150_000;

/** axe reads every element of a page, in both themes. */
const AXE_MS = 90_000;

const site = join(builtDocs, "site");

/** Runs in the page: what it has loaded so far, itself included. */
const bytesOnTheWire = `["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type))
  .reduce((sum, { transferSize }) => sum + transferSize, 0)`;

/** The HTML of every page, by its path on the service. */
const pages = new Map<string, string>();

beforeAll(async () => {
  await buildStaleDocs();
  for (const name of await readdir(site, { recursive: true })) {
    if (!name.endsWith(".html")) continue;
    const path = `/docs/${name.replace(/(^|\/)index\.html$/, "$1")}`;
    pages.set(path, await readFile(join(site, name), "utf8"));
  }
}, 180_000);

type Fixtures = {
  /**
   * Opens a page of the site in a browser profile of its own. The test fails if a page broke its content security
   * policy, raised an error, or sent a request to anyone but the service.
   */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
};

const test = base.extend<Fixtures>({
  open: async ({ browser, fileIngress }, use) => {
    await using stack = new AsyncDisposableStack();
    const offences: string[] = [];
    await use(async (path, options) => {
      const context = stack.adopt(
        await browser.newContext({ reducedMotion: "reduce", ...options }),
        async (one) => one.close(),
      );
      const page = await context.newPage();
      page.on("pageerror", (error) => offences.push(error.message));
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) offences.push(message.text());
      });
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol !== "data:" && url.origin !== fileIngress.url) offences.push(url.href);
      });
      await page.goto(fileIngress.url + path);
      return page;
    });
    await stack.disposeAsync();
    expect(offences).toEqual([]);
  },
});

const payoutPage = "/docs/api/operations/createpayout/";

describe("the documentation site", () => {
  test("has a page for every endpoint, with its samples, and for every type of event", () => {
    for (const [name, { path }] of Object.entries(routes)) {
      const page = pages.get(`/docs/api/operations/${name.toLowerCase()}/`);
      expect(page, name).toContain(path.replace(/:(\w+)/g, "{$1}"));
      const samples = name === "recordProviderCredit" ? 0 : 4;
      expect([name, page!.match(/data-openapi-snippet-id="code-sample/g)?.length ?? 0]).toEqual([
        name,
        samples,
      ]);
    }
    for (const type of eventTypes) {
      const page = pages.get(`/docs/api/webhooks/on${type.replace(/\W/g, "")}/`);
      expect(page, type).toContain(type);
    }
  });

  test("names every error code and scope, and all that the sandbox treats in its own way", () => {
    const all = [...pages.values()].join();
    const words = [...Object.keys(problemStatuses), ...scopes];
    const special = [...Object.values(sandboxAccounts), ...Object.values(sandboxIdentities), SANDBOX_PHONE];
    expect([...words, ...special].filter((word) => !all.includes(word))).toEqual([]);
  });

  test("shows every Markdown file of docs/, the quickstart first", async () => {
    const docs = join(builtDocs, "../..");
    const files = (await readdir(docs, { recursive: true })).filter(
      (file) => file.endsWith(".md") && !file.startsWith("site/"),
    );
    expect(files).toContain("quickstart.md");
    const paths = files.map((file) => `/docs/${file === "README.md" ? "" : file.replace(/\.md$/, "/")}`);
    expect(paths.filter((path) => !pages.has(path))).toEqual([]);
    const [, first] = /<nav class="sidebar[^]*?href="([^"]*)"/.exec(pages.get("/docs/")!) ?? [];
    expect(first).toBe("/docs/quickstart/");
  });

  test("has each page as Markdown, with links that lead somewhere, and lists them for programs at /llms.txt", async ({
    fileIngress,
  }) => {
    const response = await fetch(`${fileIngress.url}/llms.txt`);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
    const linksOf = (text: string) => [...text.matchAll(/\]\((\/docs\/[^)#]*)/g)].map(([, path]) => path!);
    const listed = linksOf(await response.text());
    expect(listed).toHaveLength(
      [...pages.keys()].filter((path) => !/^\/docs\/(api\/|404|$)/.test(path)).length,
    );
    for (const path of listed) {
      const page = await fetch(fileIngress.url + path);
      expect([path, page.status, page.headers.get("content-type")]).toEqual([
        path,
        200,
        "text/markdown; charset=utf-8",
      ]);
      const text = await page.text();
      expect(text).toMatch(/^# \S/);
      const dead = linksOf(text).filter((link) => !existsSync(join(site, link.slice("/docs/".length))));
      expect([path, dead]).toEqual([path, []]);
    }
  });

  test("leads nowhere that is not there", () => {
    const dead: string[] = [];
    for (const [from, html] of pages) {
      const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect([from, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([from, []]);
      for (const [, href = ""] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
        if (/^(https?:|mailto:|data:)/.test(href)) continue;
        const [path = "", hash = ""] = href.split("#");
        const target = path === "" ? html : pages.get(path);
        const isFile = path.startsWith("/docs/") && existsSync(join(site, path.slice("/docs/".length)));
        const isThere = target === undefined ? isFile : hash === "" || target.includes(`id="${hash}"`);
        if (!isThere) dead.push(`${from} → ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });

  for (const path of ["/docs/", "/docs/quickstart/", payoutPage])
    test(`needs at most 150 KB for a reader whose first page is ${path}`, async ({ open }) => {
      const page = await open(path);
      await page.waitForLoadState("networkidle");
      const size = Number(await page.evaluate(bytesOnTheWire));
      expect(size).toBeGreaterThan(20_000);
      expect(size).toBeLessThanOrEqual(LARGEST_FIRST_PAGE);
    });

  test("finds what is searched for, on this service alone", async ({ open }) => {
    const page = await open("/docs/");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("textbox", { name: "Search" }).fill("idempotency");
    const found = page.locator(".pagefind-ui__result-link", { hasText: "Create a payout" });
    await found.first().click();
    await page.waitForURL((url) => url.pathname === payoutPage);
  });

  test("finds the page about refunds first for who searches them", async ({ open }) => {
    const page = await open("/docs/");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("textbox", { name: "Search" }).fill("refund");
    const first = page.locator(".pagefind-ui__result-link").first();
    await first.waitFor();
    expect(await first.getAttribute("href")).toBe("/docs/merchants/refunds/");
  });

  test("copies a sample, and keeps to the language that a reader has chosen", async ({ open }) => {
    const page = await open(payoutPage, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByLabel("Select code sample").selectOption({ label: "Python" });
    const sample = page.locator(".sl-openapi-snippet:visible");
    await sample.getByRole("button", { name: "Copy to clipboard" }).click();
    const copied = String(await page.evaluate("navigator.clipboard.readText()"));
    expect(copied).toContain("from urllib.request import Request, urlopen");
    expect(copied).toContain('os.environ["PAYMENTS_URL"] + "/v1/payouts"');
    expect(copied).toContain("\n    headers={\n");

    await page.goto(page.url().replace("createpayout", "listbanks"));
    expect(await page.locator(".sl-openapi-snippet:visible").innerText()).toContain("urlopen");
    await page.goto(page.url().replace(/api\/.*/, "quickstart/"));
    expect(await page.getByRole("button", { name: "Copy to clipboard" }).count()).toBeGreaterThan(0);
  });

  test("is dark where the reader's system is or the reader says so, and remembers it", async ({ open }) => {
    const page = await open("/docs/quickstart/", { colorScheme: "dark" });
    const theme = () => page.locator("html").getAttribute("data-theme");
    expect(await theme()).toBe("dark");
    await page.getByLabel("Select theme").first().selectOption("light");
    expect(await theme()).toBe("light");
    await page.reload();
    expect(await theme()).toBe("light");
  });

  test("shows a page of its own for an address that is not there", async ({ open, fileIngress }) => {
    expect((await fetch(`${fileIngress.url}/docs/nowhere/`)).status).toBe(404);
    const page = await open("/docs/404.html");
    expect(await page.locator("h1").innerText()).toBe("404");
  });

  for (const path of ["/docs/", "/docs/quickstart/", "/docs/merchants/api/", payoutPage])
    for (const width of [1280, 360])
      test(
        `${path} has nothing that axe finds, and nothing that sticks out, ${width} px wide`,
        { timeout: AXE_MS },
        async ({ open }) => {
          for (const colorScheme of ["light", "dark"] as const) {
            const page = await open(path, { colorScheme, viewport: { width, height: 800 } });
            expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
            const found = await findAxeFaults(page, { colorsOnly: colorScheme === "dark" });
            expect({ colorScheme, found }).toEqual({ colorScheme, found: [] });
          }
        },
      );
});
