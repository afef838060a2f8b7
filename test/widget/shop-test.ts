import type { Frame, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { CheckoutHandle, Service } from "../../widget/js/index.ts";
import { test as base } from "../helpers/test.ts";
import { startFakePay, type FakePay } from "./start-fake-pay.ts";
import { startShop } from "./start-shop.ts";

/** A callback that the merchant's page got. */
type Call = ["success", unknown] | ["close"] | ["error", { code: string; message: string }];

declare global {
  interface Window {
    Service: (options?: Partial<Parameters<typeof Service>[0]>) => ReturnType<typeof Service>;
    /** Opens a payment link as the merchant's page does, and notes its callbacks in `calls`. */
    buy: (slug?: unknown, payOrigin?: string) => void;
    calls: Call[];
    handles: CheckoutHandle[];
  }
}

type ShopOptions = {
  /** The name under which the browser knows the shop's machine. */
  host?: string;
  headers?: Record<string, string>;
  /** HTML of the page besides its button, before the scripts. */
  html?: string;
  /** Scripts of the page. The pay server's, unless told otherwise. */
  scripts?: string[];
  /** Runs in every document before its own scripts. */
  before?: () => void;
  hasTouch?: boolean;
};

export type ShopPage = {
  page: Page;
  origin: string;
  modal: Locator;
  /** Opens a link and waits until its frame has spoken. */
  open: (slug?: string, payOrigin?: string) => Promise<Frame>;
  /** Opens a link without waiting for anything. */
  buy: (slug?: unknown, payOrigin?: string) => Promise<void>;
  calls: () => Promise<Call[]>;
  /** Says that the console will show this, which is otherwise a failure. */
  expectConsole: (pattern: RegExp) => void;
  /** What the console has shown, page errors included. */
  console: string[];
};

type Fixtures = {
  pay: FakePay;
  /** Opens a merchant's page in a browser profile of its own. What its console shows unexpectedly fails the test. */
  openShop: (options?: ShopOptions) => Promise<ShopPage>;
};

export const test = base.extend<Fixtures>({
  pay: async ({}, use) => {
    await using pay = await startFakePay();
    await use(pay);
  },
  openShop: async ({ browser, pay }, use) => {
    await using stack = new AsyncDisposableStack();
    const shops: { console: string[]; expected: RegExp[] }[] = [];
    await use(async (options = {}) => {
      const { host = "localhost", headers = {}, html = "", before, hasTouch = false } = options;
      const { scripts = [`${pay.origin}/@service/js@0`] } = options;
      const tags = [...scripts, "/shop.js"].map((source) => `<script src="${source}"></script>`).join("");
      const shop = stack.use(
        await startShop((path) => {
          if (path === "/shop.js") return { body: shopScript, contentType: "text/javascript" };
          if (path === "/favicon.ico") return { body: "" };
          return {
            body: `<!doctype html><title>Shop</title>${html}<button id=buy>Buy</button>${tags}`,
            headers,
          };
        }),
      );
      const context = stack.adopt(await browser.newContext({ hasTouch }), (opened) => opened.close());
      const page = await context.newPage();
      if (before !== undefined) await page.addInitScript(before);
      const seen: string[] = [];
      const expected: RegExp[] = [];
      shops.push({ console: seen, expected });
      page.on("console", (message) => seen.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => seen.push(`page error: ${error.message}`));
      const origin = `http://${host}:${shop.port}`;
      await page.goto(origin);
      const modal = page.locator("service-checkout dialog");
      return {
        page,
        origin,
        modal,
        buy: (slug, payOrigin) =>
          page.evaluate(([link, from]) => window.buy(link, from as string), [slug, payOrigin]),
        open: async (slug = "pl_1", payOrigin = pay.origin) => {
          await page.evaluate(([link, from]) => window.buy(link, from), [slug, payOrigin]);
          return frameOf(page, `${payOrigin}/pay/${slug}?`);
        },
        calls: () => page.evaluate(() => window.calls),
        expectConsole: (pattern) => void expected.push(pattern),
        console: seen,
      };
    });
    for (const { console, expected } of shops) {
      const unexpected = console.filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(unexpected, "the console").toEqual([]);
    }
  },
});

/** The frame of a checkout, once it is in sight. */
export async function frameOf(page: Page, start: string): Promise<Frame> {
  const iframe = page.locator(`service-checkout iframe[src^="${start}"]`);
  await iframe.waitFor({ state: "visible" });
  return (await (await iframe.elementHandle())!.contentFrame())!;
}

/** Makes a frame of the fake pay server say something, with the right nonce unless told otherwise. */
export async function say(frame: Frame, ...messages: object[]): Promise<void> {
  await frame.evaluate((toSay) => {
    const fakePay = window as unknown as { say: (message: object) => void };
    for (const message of toSay) fakePay.say(message);
  }, messages);
}

/** Long enough for a page to finish its reactions to what has happened. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
}

const shopScript = `
  window.calls = [];
  window.handles = [];
  window.buy = (slug, payOrigin) => {
    const handle = Service(payOrigin && { payOrigin }).checkout({
      slug,
      onSuccess: (success) => calls.push(["success", success]),
      onClose: () => calls.push(["close"]),
      onError: (error) => calls.push(["error", error]),
    });
    handles.push(handle);
  };
  document.querySelector("#buy").addEventListener("click", () => buy("pl_1"));
`;
