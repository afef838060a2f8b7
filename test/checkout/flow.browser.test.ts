import type { BrowserContext, Frame, Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { updatePaymentLink } from "../../sql/payment-links/payment-links.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { createMerchant } from "../helpers/create-member.ts";
import { eventTypes, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { verify } from "../../sdk/node/webhooks-node.ts";
import { pressEscapeInFrame } from "../widget/press-escape-in-frame.ts";
import { startShop, type Shop } from "../widget/start-shop.ts";

type Told = ["success" | "close" | "error", unknown?];

declare global {
  interface Window {
    told: Told[];
    handles: { close(): void }[];
    openCheckout(slug: unknown, extra?: object): void;
  }
}

/** A merchant's page: includes the script as documented and writes down which callbacks it hears. */
const shopPage = (payOrigin: string) => `<!doctype html>
<html lang="en"><title>Shop</title>
<button id="buy">Buy</button>
<script src="${payOrigin}/@service/js@0"></script>
<script>
  window.told = [];
  window.handles = [];
  window.openCheckout = (slug, extra) => {
    const handle = Service().checkout({
      slug,
      onSuccess: (success) => told.push(["success", success]),
      onClose: () => told.push(["close"]),
      onError: ({ code }) => told.push(["error", code]),
      ...extra,
    });
    handles.push(handle);
  };
  document.querySelector("#buy").onclick = () => openCheckout(new URLSearchParams(location.search).get("slug"));
</script></html>`;

const serveShop = (payOrigin: string): Promise<Shop> =>
  startShop((path) => (path === "/" ? { body: shopPage(payOrigin) } : undefined));

const told = (page: Page | Frame) => page.evaluate(() => window.told);

async function visit(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

const checkoutIn = (page: Page) => page.frameLocator("dialog iframe");

/**
 * Presses a button of a checkout by the keyboard. The modal grows with its content: a pointer would be where the button
 * was a moment ago, and on a busy machine the modal also stands still while it is growing.
 */
async function press(button: Locator): Promise<void> {
  // Waits until it can be pressed.
  await button.click({ trial: true });
  await button.press("Enter");
}

/** Fills in what the checkout asks, as far as the bank account to pay into. */
async function goOn(page: Page): Promise<void> {
  const checkout = checkoutIn(page);
  await checkout.getByLabel("Email").fill("payer@example.com");
  await press(checkout.getByRole("button", { name: /^Pay/ }));
  // An error shows what the payer sees instead.
  await expect.poll(() => checkout.locator("body").innerText()).toContain("Account number");
}

const payInTestMode = (page: Page) =>
  press(checkoutIn(page).getByRole("button", { name: "I've sent the transfer" }));

describe("a payer in a merchant's shop", () => {
  test("pays in test mode: onSuccess once with the reference, the webhook, onClose once", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
    fileMerchant: merchant,
    fileWorkers: _workers,
  }) => {
    await using shop = await serveShop(ingress.url);
    await using receiver = await startReceiver();
    await merchant.registerOrigins(shop.origin);
    const { secret } = await setWebhookEndpoint(
      database,
      testEncryptionKeys,
      merchant.tenant,
      receiver.url,
      {},
    );
    const slug = await merchant.createLink();
    const page = await visit(context, `${shop.origin}/?slug=${slug}`);
    await page.click("#buy");
    await expect.poll(() => checkoutIn(page).getByText("TEST", { exact: true }).isVisible()).toBe(true);
    await goOn(page);
    await payInTestMode(page);
    await checkoutIn(page).getByRole("heading", { name: "Payment received" }).waitFor();

    const [collection] = (await ingress.call("GET", "/v1/collections", { key: merchant.key })).data;
    expect(collection).toMatchObject({ status: "succeeded", slug });
    expect(await told(page)).toEqual([["success", { reference: collection.reference }]]);
    await expect.poll(() => receiver.requests.length, { timeout: 10_000 }).toBe(1);
    const [request] = receiver.requests;
    const event = verify(request!.body, request!.headers["x-service-signature"], secret);
    expect(event).toMatchObject({
      type: "collection.success",
      data: { slug, amount: { value: 500_000 }, reference: collection.reference },
    });

    await press(checkoutIn(page).getByRole("button", { name: "Done" }));
    await page.locator("dialog").waitFor({ state: "detached" });
    expect(await told(page)).toEqual([["success", { reference: collection.reference }], ["close"]]);
    expect(await ledgerDrift(database)).toEqual([]);

    // Paid: it opens no more.
    await page.click("#buy");
    const since = async () => (await told(page)).slice(2);
    await expect.poll(since).toContainEqual(["error", "LINK_UNAVAILABLE"]);
    await page.locator("dialog").waitFor({ state: "detached" });
    expect(await page.locator("dialog").count()).toBe(0);
    // On a slow machine the dialog was seen meanwhile, and its end is reported as well, once.
    const calls = await since();
    expect(calls.filter(([what]) => what !== "close")).toEqual([["error", "LINK_UNAVAILABLE"]]);
    expect(calls.filter(([what]) => what === "close").length).toBeLessThanOrEqual(1);
  });

  test("who closes before the transfer gets no success, even if the money comes later", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
    fileMerchant: merchant,
    fileWorkers: _workers,
  }) => {
    await using shop = await serveShop(ingress.url);
    await merchant.registerOrigins(shop.origin);
    const page = await visit(context, `${shop.origin}/?slug=${await merchant.createLink()}`);
    await page.click("#buy");
    await goOn(page);
    await page.getByRole("button", { name: "Close" }).click();
    const [account] = (await ingress.call("GET", "/v1/virtual-accounts", { key: merchant.key })).data;
    await ingress.call("POST", "/v1/sandbox/simulate/collection-success", {
      key: merchant.key,
      body: { virtualAccountReference: account.reference },
    });
    expect(await eventTypes(database, merchant.tenant)).toEqual(["collection.success"]);
    expect(await told(page)).toEqual([["close"]]);
  });

  test("is told once that the 30 minutes are over, and may start again", async ({
    context,
    fileIngress: ingress,
    fileMerchant: merchant,
    fileWorkers: _workers,
  }) => {
    await using shop = await serveShop(ingress.url);
    await merchant.registerOrigins(shop.origin);
    const page = await visit(context, `${shop.origin}/?slug=${await merchant.createLink()}`);
    await page.click("#buy");
    await goOn(page);
    await ingress.call("POST", "/v1/sandbox/clock/advance", { key: merchant.key, body: { minutes: 31 } });
    await checkoutIn(page).getByRole("button", { name: "Get a new account number" }).waitFor();
    expect(await told(page)).toEqual([["error", "TRANSFER_WINDOW_EXPIRED"]]);

    await press(checkoutIn(page).getByRole("button", { name: "Get a new account number" }));
    await payInTestMode(page);
    await checkoutIn(page).getByRole("heading", { name: "Payment received" }).waitFor();
    pressEscapeInFrame(page);
    await page.locator("dialog").waitFor({ state: "detached" });
    expect((await told(page)).map(([what]) => what)).toEqual(["error", "success", "close"]);
  });

  test("is told that the link was paid by somebody else while it was open", async ({
    browser,
    context,
    fileIngress: ingress,
    fileMerchant: merchant,
    fileWorkers: _workers,
  }) => {
    await using shop = await serveShop(ingress.url);
    await merchant.registerOrigins(shop.origin);
    const slug = await merchant.createLink();
    await using somebodyElse = await browser.newContext();
    const url = `${shop.origin}/?slug=${slug}`;
    const pages = [await visit(somebodyElse, url), await visit(context, url)];
    for (const page of pages) {
      await page.click("#buy");
      await goOn(page);
    }
    await payInTestMode(pages[0]!);
    await expect.poll(() => told(pages[1]!)).toEqual([["error", "LINK_UNAVAILABLE"]]);
    expect((await told(pages[0]!)).map(([what]) => what)).toEqual(["success"]);
  });

  test("who opens it in another tab of the same shop has the same account, and both tabs hear of the success", async ({
    context,
    fileIngress: ingress,
    fileMerchant: merchant,
    fileWorkers: _workers,
  }) => {
    await using shop = await serveShop(ingress.url);
    await merchant.registerOrigins(shop.origin);
    const url = `${shop.origin}/?slug=${await merchant.createLink()}`;
    const [first, second] = [await visit(context, url), await visit(context, url)];
    await first.click("#buy");
    await goOn(first);
    await second.click("#buy");
    const number = (page: Page) => checkoutIn(page).locator("#account-number").textContent();
    expect(await number(second)).toBe(await number(first));
    const { data } = await ingress.call("GET", "/v1/virtual-accounts", { key: merchant.key });
    expect(data).toHaveLength(1);
    await payInTestMode(first);
    for (const page of [first, second])
      await expect.poll(async () => (await told(page)).map(([what]) => what)).toEqual(["success"]);
  });

  test("pays the link's amount, even if the page is changed to say another", async ({
    context,
    fileIngress: ingress,
    fileMerchant: merchant,
    fileWorkers: _workers,
  }) => {
    await using shop = await serveShop(ingress.url);
    await merchant.registerOrigins(shop.origin);
    const slug = await merchant.createLink();
    const page = await visit(context, shop.origin);
    await page.evaluate((linkSlug) => window.openCheckout(linkSlug, { amount: 100, value: 1 }), slug);
    await goOn(page);
    await checkoutIn(page)
      .locator("#amount-due")
      .evaluate((element) => (element.textContent = "₦1.00"));
    await payInTestMode(page);
    await checkoutIn(page).getByRole("heading", { name: "Payment received" }).waitFor();
    const [collection] = (await ingress.call("GET", "/v1/collections", { key: merchant.key })).data;
    expect(collection).toMatchObject({ amount: { value: 500_000 }, amountReceived: { value: 500_000 } });
  });

  test("opens nothing for links that are disabled, unknown, missing or malformed", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
    fileMerchant: merchant,
  }) => {
    await using shop = await serveShop(ingress.url);
    await merchant.registerOrigins(shop.origin);
    const disabled = await merchant.createLink();
    await updatePaymentLink(database, {
      tenant: merchant.tenant,
      slug: disabled,
      change: { status: "disabled" },
    });
    const page = await visit(context, shop.origin);
    const slugs = [
      ...[
        disabled,
        "0123456789abcdef",
        undefined,
        null,
        "",
        7,
        "../../x",
        "%2e%2e",
        '"><script>alert(1)</script>',
      ],
      ...["x".repeat(10_000), "naïve-ünïcode-slüg", `${disabled}/../x`, "//evil.example/pay/x"],
    ];
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    for (const slug of slugs) {
      await page.evaluate((linkSlug) => {
        window.told = [];
        window.openCheckout(linkSlug);
      }, slug as string);
      // A slow response has shown a modal for a moment, which closes then.
      await expect
        .poll(() => told(page), { message: String(slug).slice(0, 40) })
        .toContainEqual(["error", "LINK_UNAVAILABLE"]);
      await expect.poll(() => page.locator("dialog").count()).toBe(0);
    }
    expect(asked.filter((url) => !url.startsWith(`${ingress.url}/pay/`))).toEqual([]);
    expect(asked.filter((url) => !/^\/pay\/[^/]*\/state$/.test(new URL(url).pathname))).toEqual([]);
  });

  test("needs no cookies and no storage, which browsers deny to frames of other sites", async ({
    context,
    fileIngress: ingress,
    fileMerchant: merchant,
    fileWorkers: _workers,
  }) => {
    await using shop = await serveShop(ingress.url);
    await merchant.registerOrigins(shop.origin);
    await context.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      };
      for (const name of ["sessionStorage", "localStorage", "indexedDB"])
        Object.defineProperty(window, name, { get: refuse });
      Object.defineProperty(document, "cookie", { get: refuse, set: refuse });
    });
    const page = await visit(context, `${shop.origin}/?slug=${await merchant.createLink()}`);
    await page.click("#buy");
    await goOn(page);
    await payInTestMode(page);
    await checkoutIn(page).getByRole("heading", { name: "Payment received" }).waitFor();
    expect(await context.cookies()).toEqual([]);
  });

  test("pays on a page that isolates itself from other origins", async ({
    context,
    fileIngress: ingress,
    fileMerchant: merchant,
    fileWorkers: _workers,
  }) => {
    const headers = {
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-opener-policy": "same-origin",
    };
    await using shop = await startShop((path) =>
      path === "/" ? { body: shopPage(ingress.url), headers } : undefined,
    );
    await merchant.registerOrigins(shop.origin);
    const page = await visit(context, `${shop.origin}/?slug=${await merchant.createLink()}`);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await page.click("#buy");
    await goOn(page);
    await payInTestMode(page);
    await expect.poll(async () => (await told(page)).map(([what]) => what)).toEqual(["success"]);
  });

  test("can have two merchants' checkouts open at once; each gets only its own events", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
    fileMerchant: merchant,
    fileWorkers: _workers,
  }) => {
    await using shop = await serveShop(ingress.url);
    const other = await createMerchant(database);
    await merchant.registerOrigins(shop.origin);
    await other.registerOrigins(shop.origin);
    const page = await visit(context, shop.origin);
    const slugs = [
      await merchant.createLink({ title: "First" }),
      await other.createLink({ title: "Second" }),
    ];
    const checkoutOf = (slug: string) => page.frameLocator(`dialog iframe[src*="${slug}"]`);
    for (const [n, slug] of slugs.entries()) {
      const open = ({ linkSlug, name }: { linkSlug: string; name: string }) =>
        window.openCheckout(linkSlug, {
          onSuccess: () => window.told.push(["success", name]),
          onClose: () => window.told.push(["close", name]),
        });
      await page.evaluate(open, { linkSlug: slug, name: ["first", "second"][n]! });
      // Where the payer types is the one in front, once it is there.
      await checkoutOf(slug).getByLabel("Email").waitFor();
    }
    const second = checkoutOf(slugs[1]!);
    await second.getByLabel("Email").fill("payer@example.com");
    await press(second.getByRole("button", { name: /^Pay/ }));
    await press(second.getByRole("button", { name: "I've sent the transfer" }));
    await press(second.getByRole("button", { name: "Done" }));
    await expect.poll(() => page.locator("dialog").count()).toBe(1);
    expect(await told(page)).toEqual([
      ["success", "second"],
      ["close", "second"],
    ]);
    await page.evaluate(() => window.handles[0]!.close());
    expect(await told(page)).toHaveLength(3);
    expect((await told(page)).at(-1)).toEqual(["close", "first"]);
  });
});

describe("a page of an origin that is not registered", () => {
  test("gets a blank modal at once, and the console names the origin to register", async ({
    context,
    fileIngress: ingress,
    fileMerchant: merchant,
  }) => {
    await using shop = await serveShop(ingress.url);
    await merchant.registerOrigins("https://shop.example", `http://localhost:${shop.port + 1}`);
    const page = await visit(context, `${shop.origin}/?slug=${await merchant.createLink()}`);
    const warnings: string[] = [];
    page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    await page.click("#buy");
    await expect.poll(() => told(page)).toEqual([["error", "ORIGIN_NOT_REGISTERED"]]);
    expect(warnings).toEqual([expect.stringContaining(`--origin ${shop.origin}`)]);
    expect(page.frames().some((inner) => inner.url().startsWith(ingress.url))).toBe(false);
    expect(await page.locator("service-checkout dialog").innerText()).toBe("×");
    await page.getByLabel("Close").click();
    expect((await told(page)).at(-1)).toEqual(["close"]);
  });

  test("cannot show a registered shop's checkout by putting the shop in a frame", async ({
    context,
    fileIngress: ingress,
    fileMerchant: merchant,
  }) => {
    await using shop = await serveShop(ingress.url);
    const slug = await merchant.createLink();
    await using evil = await startShop((path) =>
      path === "/"
        ? { body: `<iframe src="${shop.origin}/?slug=${slug}" width="900" height="700"></iframe>` }
        : undefined,
    );
    await merchant.registerOrigins(shop.origin);
    const page = await visit(context, `http://evil.example:${evil.port}/`);
    const framed = page.frames().find((frame) => frame.url().startsWith(shop.origin))!;
    await framed.click("#buy");
    await framed.locator("dialog iframe").waitFor({ state: "attached" });
    // Long enough for a frame that may be shown.
    await expect
      .poll(() => page.frames().filter((frame) => frame.url().includes("chrome-error")).length, {
        timeout: 5_000,
      })
      .toBe(1);
    expect(page.frames().some((frame) => frame.url().startsWith(ingress.url))).toBe(false);
    expect(await framed.locator("dialog iframe").isVisible()).toBe(false);
  });
});
