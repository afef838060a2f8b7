import type { BrowserContextOptions, Frame, Page } from "playwright-core";
import { expect } from "vitest";
import { test as base } from "../helpers/test.ts";
import { startFakeCheckout, type FakeCheckout } from "./start-fake-checkout.ts";

type Visit = {
  context?: BrowserContextOptions;
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  query?: string;
  /** Opens a shop that shows the checkout in a frame. */
  isEmbedded?: boolean;
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
    await use(async ({ context: options, before, query = "", isEmbedded = false } = {}) => {
      const context = stack.adopt(
        await browser.newContext({ reducedMotion: "reduce", ...options }),
        async (opened) => {
          offences.push(...(await opened.cookies()).map(({ name }) => `cookie ${name}`));
          await opened.close();
        },
      );
      const page = await context.newPage();
      // Where the page leaves a wait to chance, the same for every run, and none of the longest.
      await page.addInitScript(() => {
        Math.random = () => 0.2;
      });
      watch(page, server.origin, offences);
      await before?.(page);
      await page.goto(isEmbedded ? `${server.origin}/shop` : server.url + query);
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

/** The kind of the section that is in sight. */
export const view = (page: Page | Frame) => page.locator("main section").getAttribute("id");

/** Waits until the section of a kind is in sight. */
export const waitForView = (page: Page | Frame, kind: string) =>
  page.locator(`section#${kind}`).waitFor({ timeout: 16_000 });

/** What people who hear the page are told. */
export const announcement = (page: Page) => page.getByRole("status").textContent();

/** Where the page writes what it learns from the server. */
const places = {
  amountDue: "#amount-due",
  accountNumber: "#account-number",
  accountDigits: "#account-number + .unseen",
  bankName: ".account > :nth-child(2) dd",
  accountName: ".account > :nth-child(3) dd",
  timeLeft: "[role=timer]",
  amountPaid: "#succeeded > .amount",
  reference: "#reference",
  successTime: ".receipt > :nth-child(2) dd",
};

/** The text at one of those places. */
export const textOf = (page: Page, place: keyof typeof places) => page.locator(places[place]).textContent();
