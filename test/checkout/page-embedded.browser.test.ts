import type { FrameLocator, Page } from "playwright-core";
import { expect } from "vitest";
import { test as base } from "./page-test.ts";
import { cakeLink, cakeSession, knownLink, naira, type FakeCheckout } from "./start-fake-checkout.ts";
import { startShop } from "../widget/start-shop.ts";

const nonce = "shop-nonce-0123456789abc";
const paid = { status: "succeeded", amountReceived: naira(5_000), amountDue: naira(0) } as const;

declare global {
  interface Window {
    focusCalls?: string[];
    heard: Message[];
  }
}

type Message = { origin: string; data: { service: number; nonce: string; type: string } };

type Embedded = {
  page: Page;
  checkout: FrameLocator;
  /** What the page around the checkout has heard, but for how tall it is. */
  heard: () => Promise<object[]>;
  heights: () => Promise<number[]>;
  /** Tells the checkout that it is in sight. */
  show: () => Promise<void>;
};

const shopPage = (source: string) => `<!doctype html><title>Shop</title><button>Shop</button>
<iframe src="${source}" width=440 height=700 allow=clipboard-write
 sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-top-navigation-by-user-activation"></iframe>
<script>window.heard = []; addEventListener("message", ({ origin, data }) => heard.push({ origin, data }))</script>`;

/** The checkout in a frame of another origin's page, which must hear the checkout only, with the nonce. */
const test = base.extend<{ embed: (server: FakeCheckout) => Promise<Embedded> }>({
  embed: async ({ browser }, use) => {
    await using stack = new AsyncDisposableStack();
    await use(async (server) => {
      const shop = stack.use(
        await startShop((path) => (path === "/" ? { body: shopPage(server.url) } : { body: "" })),
      );
      const parentOrigin = `http://shop.example:${shop.port}`;
      server.embedding = { parentOrigin, nonce };
      const context = stack.adopt(await browser.newContext(), (opened) => opened.close());
      const page = await context.newPage();
      await page.addInitScript(() => {
        const { focus } = HTMLElement.prototype;
        // Chromium refuses frames the focus by itself; other browsers do not.
        HTMLElement.prototype.focus = function (options) {
          (window.focusCalls ??= []).push(this.tagName);
          focus.call(this, options);
        };
      });
      await page.goto(parentOrigin);
      const messages = () => page.evaluate(() => window.heard);
      const said = async (isHeight: boolean) => {
        const all = await messages();
        return all
          .map(({ origin, data: { service, nonce: echoed, ...message } }) => {
            expect({ origin, service, echoed }).toEqual({ origin: server.origin, service: 1, echoed: nonce });
            return message as { type: string; height?: number };
          })
          .filter(({ type }) => (type === "resize") === isHeight);
      };
      return {
        page,
        checkout: page.frameLocator("iframe"),
        heard: () => said(false),
        heights: async () => (await said(true)).map(({ height }) => height!),
        show: () =>
          page.evaluate((frameNonce) => {
            const frame = document.querySelector("iframe")!.contentWindow!;
            frame.postMessage({ service: 1, nonce: frameNonce, type: "shown" }, "*");
          }, nonce),
      };
    });
  },
});

const inSight = (checkout: FrameLocator, view: string) =>
  checkout.locator(`section#${view}`).waitFor({ timeout: 16_000 });

test("posts ready first, success once with the reference alone, and close when the payer is done", async ({
  server,
  embed,
}) => {
  server.link = { ...knownLink, environment: "test" };
  const { checkout, heard } = await embed(server);
  await inSight(checkout, "transfer");
  expect(await heard()).toEqual([{ type: "ready" }]);
  await checkout.getByRole("button", { name: "I've sent the transfer" }).click();
  await inSight(checkout, "succeeded");
  const success = { type: "success", reference: cakeSession.reference };
  await expect.poll(heard).toEqual([{ type: "ready" }, success]);
  await checkout.getByRole("button", { name: "Done" }).click();
  await expect.poll(heard).toEqual([{ type: "ready" }, success, { type: "close" }]);
});

test("posts to the registered origin only", async ({ server, browser }) => {
  server.link = knownLink;
  server.embedding = { parentOrigin: "http://registered.example:1", nonce };
  await using shop = await startShop(() => ({ body: shopPage(server.url) }));
  const page = await browser.newPage();
  await page.goto(`http://evil.example:${shop.port}`);
  await inSight(page.frameLocator("iframe"), "transfer");
  // Long enough for what was said before the transfer came into sight.
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => window.heard)).toEqual([]);
  await page.close();
});

test("posts nothing where it is not in a frame", async ({ server, visit }) => {
  server.embedding = { parentOrigin: server.origin, nonce };
  const page = await visit({
    before: (opened) =>
      opened.addInitScript(() => {
        window.heard = [];
        window.addEventListener("message", ({ data, origin }) => window.heard.push({ data, origin }));
      }),
  });
  await page.keyboard.press("Escape");
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => window.heard)).toEqual([]);
  // Nor does it show a button to close a page that is in no frame.
  expect(await page.getByRole("button", { name: "Close" }).count()).toBe(0);
});

test("posts the expiry once, however often the server reports it", async ({ server, embed }) => {
  server.link = knownLink;
  const { checkout, heard, page } = await embed(server);
  await inSight(checkout, "transfer");
  await expect.poll(() => server.streams.size).toBe(1);
  server.advance(30);
  server.change({ status: "expired" });
  server.change({ status: "expired" });
  await inSight(checkout, "expired");
  for (let times = 0; times < 3; times++) {
    await checkout.locator("body").evaluate(() => window.dispatchEvent(new Event("online")));
    await page.waitForTimeout(100);
  }
  const lapse = {
    type: "error",
    code: "TRANSFER_WINDOW_EXPIRED",
    message: "The payer's transfer did not arrive within 30 minutes.",
  };
  expect(await heard()).toEqual([{ type: "ready" }, lapse]);
  // A new account has a new expiry.
  server.change({ status: "awaiting_payment" });
  await checkout.getByRole("button", { name: "Get a new account number" }).click();
  await inSight(checkout, "transfer");
  server.change({ status: "expired" });
  await expect.poll(heard).toEqual([{ type: "ready" }, lapse, lapse]);
});

test("posts an error for links that take no money, before and during the payment", async ({
  server,
  embed,
}) => {
  const unavailable = { type: "error", code: "LINK_UNAVAILABLE" };
  server.link = { ...cakeLink, status: "paid" };
  const late = await embed(server);
  await expect.poll(late.heard).toMatchObject([{ type: "ready" }, unavailable]);

  server.link = knownLink;
  const open = await embed(server);
  await inSight(open.checkout, "transfer");
  server.change({ status: "closed" });
  await inSight(open.checkout, "closed");
  await expect.poll(open.heard).toMatchObject([{ type: "ready" }, unavailable]);
  await open.checkout.getByRole("button", { name: "Close" }).click();
  await expect.poll(async () => (await open.heard()).at(-1)).toEqual({ type: "close" });
});

test("posts once that an account cannot be provisioned or the server cannot be reached", async ({
  server,
  embed,
}) => {
  server.link = knownLink;
  server.refusal = { status: 500, body: { error: { code: "INTERNAL_ERROR", message: "x" } } };
  const failing = await embed(server);
  await inSight(failing.checkout, "failed");
  await expect.poll(failing.heard).toMatchObject([{ type: "ready" }, { code: "CHECKOUT_FAILED" }]);

  server.refusal = undefined;
  server.failing = 503;
  const silent = await embed(server);
  await inSight(silent.checkout, "unreachable");
  await silent.checkout.getByRole("button", { name: "Try again" }).click();
  await inSight(silent.checkout, "unreachable");
  await expect.poll(silent.heard).toMatchObject([{ type: "ready" }, { code: "CHECKOUT_UNREACHABLE" }]);
});

test("posts close on Escape", async ({ server, embed }) => {
  const { checkout, heard } = await embed(server);
  await checkout.getByLabel("Email").press("Escape");
  await expect.poll(heard).toEqual([{ type: "ready" }, { type: "close" }]);
});

test("does not take the focus until it is shown, then moves it to where the payer starts", async ({
  server,
  embed,
}) => {
  server.link = knownLink;
  const shown = await embed(server);
  await shown.page.getByRole("button", { name: "Shop" }).focus();
  await inSight(shown.checkout, "transfer");
  const focused = ({ checkout }: Embedded) =>
    checkout.locator("body").evaluate(() => [document.hasFocus(), window.focusCalls?.join()]);
  expect(await focused(shown)).toEqual([false, undefined]);
  await shown.show();
  await expect.poll(() => focused(shown)).toEqual([true, "H2"]);

  server.link = cakeLink;
  const form = await embed(server);
  await form.checkout.getByLabel("Email").waitFor();
  await form.show();
  await expect.poll(() => focused(form)).toEqual([true, "INPUT"]);
});

test("posts its height whenever it changes", async ({ server, embed }) => {
  const { checkout, heights } = await embed(server);
  await expect.poll(heights).not.toEqual([]);
  const form = (await heights()).at(-1)!;
  expect(form).toBe(
    await checkout.locator("html").evaluate((root) => Math.ceil(root.getBoundingClientRect().height)),
  );
  await checkout.getByLabel("Email").fill("ada@example.com");
  await checkout.getByLabel("Email").press("Enter");
  await inSight(checkout, "transfer");
  await expect.poll(async () => (await heights()).at(-1)).toBeGreaterThan(form);
});

test("does not redirect the merchant's page after success: only the payer's click does", async ({
  server,
  embed,
}) => {
  server.link = knownLink;
  const { page, checkout } = await embed(server);
  const before = page.url();
  await inSight(checkout, "transfer");
  server.change({ ...paid, redirectUrl: `${new URL(before).origin}/thanks?reference=col_1` });
  await inSight(checkout, "succeeded");
  await page.waitForTimeout(3_500);
  expect(page.url()).toBe(before);
  await checkout.getByRole("link", { name: "Continue to Ada’s Bakery" }).click();
  await page.waitForURL("**/thanks?reference=col_1");
});

test("a second opening continues a payment in progress, and shows one that succeeded without telling of it again", async ({
  server,
  embed,
}) => {
  server.link = knownLink;
  const { page, checkout, heard } = await embed(server);
  await inSight(checkout, "transfer");
  const reopen = () =>
    page.evaluate(() => {
      const frame = document.querySelector("iframe")!;
      frame.replaceWith(frame.cloneNode());
    });
  const tokens = () => new Set(server.calls.map(({ authorization }) => authorization)).size - 1;
  await reopen();
  await inSight(checkout, "transfer");
  expect(tokens()).toBe(1);
  server.change(paid);
  await inSight(checkout, "succeeded");
  await reopen();
  await inSight(checkout, "succeeded");
  await checkout.getByRole("button", { name: "Pay again" }).waitFor();
  expect(tokens()).toBe(1);
  const successes = (await heard()).filter((message) => "reference" in message);
  expect(successes).toHaveLength(1);
});

test("keeps the upper right corner free for the close button", async ({ server, embed }) => {
  server.link = { ...cakeLink, title: "x ".repeat(70), environment: "test" };
  const { checkout } = await embed(server);
  await checkout.getByLabel("Email").waitFor();
  const inCorner = await checkout.locator("body").evaluate(() =>
    [...document.querySelectorAll("p, h1, h2, input, button")]
      .filter((element) => {
        const { top, right } = element.getBoundingClientRect();
        return right > 0 && right > innerWidth - 56 && top < 56;
      })
      .map(({ tagName }) => tagName),
  );
  expect(inCorner).toEqual([]);
});
