import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { test as base } from "../helpers/test.ts";
import { startFakeCheckout, type FakeCheckout } from "./start-fake-checkout.ts";

type Visit = {
  context?: BrowserContextOptions;
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  query?: string;
};

type Fixtures = {
  /** The server of the checkout, which the test may let misbehave. */
  server: FakeCheckout;
  /**
   * Opens the checkout in a browser profile of its own. The test fails where the page has broken its content security
   * policy, raised an error, asked anybody but its server for anything, or set a cookie.
   */
  visit: (visit?: Visit) => Promise<Page>;
};

export const test = base.extend<Fixtures>({
  server: async ({}, use) => {
    await using server = await startFakeCheckout();
    await use(server);
  },
  visit: async ({ browser, server }, use) => {
    await using stack = new AsyncDisposableStack();
    const offences: string[] = [];
    await use(async ({ context: options, before, query = "" } = {}) => {
      const context = stack.adopt(
        await browser.newContext({ reducedMotion: "reduce", ...options }),
        async (context) => {
          offences.push(...(await context.cookies()).map(({ name }) => `cookie ${name}`));
          await context.close();
        },
      );
      const page = await context.newPage();
      // Where the page leaves a wait to chance, the same for every run, and none of the longest.
      await page.addInitScript(() => {
        Math.random = () => 0.2;
      });
      watch(page, server.origin, offences);
      await before?.(page);
      await page.goto(server.url + query);
      return page;
    });
    await stack.disposeAsync();
    expect(offences).toEqual([]);
  },
});

/** Notes what no page of ours may do. */
export function watch(page: Page, origin: string, offences: string[]): void {
  page.on("pageerror", (error) => offences.push(`error ${error.message}`));
  page.on("console", (message) => {
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (["error", "warning"].includes(message.type()) && !isRefusal) offences.push(message.text());
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) offences.push(`request to ${request.url()}`);
  });
}

/** The section that is in sight. */
export const view = (page: Page) =>
  page.locator("[data-view]:visible").evaluate((section) => section.dataset["view"]);

/** Waits until a section is in sight. */
export const waitForView = (page: Page, name: string) =>
  page.locator(`[data-view="${name}"]`).waitFor({ timeout: 16_000 });

/** What people who hear the page are told. */
export const announcement = (page: Page) => page.getByRole("status").textContent();

/** What is written at a place of the page that its code fills in. */
export const textOf = (page: Page, name: string) => page.locator(`[data-text="${name}"]`).textContent();
