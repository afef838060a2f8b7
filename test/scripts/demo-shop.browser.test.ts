import { createHmac, randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { eventually } from "../helpers/eventually.ts";
import { launchChromium } from "../helpers/browser/launch-chromium.ts";
import { startPlatform, type Platform } from "../helpers/platform/start-platform.ts";
import { pathOf, runScript, type RunningScript } from "./run-script.ts";

const main = pathOf("examples/demo-shop/main.ts");

type Demo = Awaited<ReturnType<Platform["demo"]>>;

let parent: string;
let dataDir: string;
let platform: Platform;
let demo: Demo;
let port: number;
let shop: RunningScript;
let browser: Browser;

const startShop = (onPort = port) =>
  runScript(main, [], { env: { DATA_DIR: dataDir, DEMO_SHOP_PORT: `${onPort}` } });
const printed = (running: RunningScript, words: string) =>
  eventually(() => expect(running.stdout() + running.stderr()).toContain(words));
const opened = (running: RunningScript) => printed(running, "Kaduna Books is open");

async function admin(...args: string[]): Promise<void> {
  await using running = runScript(pathOf("admin.ts"), args, { env: { DATA_DIR: dataDir } });
  expect([await running.ended, running.stderr()]).toEqual([0, ""]);
}

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "payments-platform-shop-"));
  dataDir = join(parent, "data");
  await chmod(parent, 0o700);
  await mkdir(dataDir, { mode: 0o700 });
  [platform, browser, port] = await Promise.all([
    startPlatform({ dataDir, port: await findFreePort() }),
    launchChromium(inject("chromium")),
    findFreePort(),
  ]);
  demo = await platform.demo();
  await admin("origin", "add", "--merchant", demo.merchant, "--origin", `http://localhost:${port}`);
  shop = startShop();
  await opened(shop);
}, 120_000);

afterAll(async () => {
  await Promise.all([shop?.[Symbol.asyncDispose](), browser?.close(), platform?.end("SIGTERM")]);
  await rm(parent, { recursive: true, force: true, maxRetries: 5 });
});

const urlOf = (path: string) => `http://localhost:${port}${path}`;

async function visit(path: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(urlOf(path));
  return { page, complaints };
}

/** Pays in the checkout that is open, and closes it. Without the mouse, which may miss: it grows and shrinks. */
async function pay(page: Page): Promise<void> {
  const checkout = page.frameLocator("dialog iframe");
  await checkout.getByLabel("Email").fill("payer@example.com");
  await checkout.getByRole("button", { name: /^Pay/, disabled: false }).dispatchEvent("click");
  // An error then says what the payer sees instead.
  await expect.poll(() => checkout.locator("body").innerText()).toContain("I've sent the transfer");
  await checkout.getByRole("button", { name: "I've sent the transfer" }).dispatchEvent("click");
  await checkout.getByRole("heading", { name: "Payment received" }).waitFor();
  await closeCheckout(page);
}

/** Also waits until its page is gone: the next one must not be mistaken for it. */
async function closeCheckout(page: Page): Promise<void> {
  await page.locator("dialog[open]").getByRole("button", { name: "Close" }).first().dispatchEvent("click");
  await page.locator("dialog iframe").waitFor({ state: "detached" });
}

async function order(book: string): Promise<{ id: string; slug: string }> {
  const response = await fetch(urlOf("/orders"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ book, amount: { value: 1, currency: "NGN" }, price: 1 }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string; slug: string };
}

async function statusOf({ id }: { id: string }): Promise<unknown> {
  return (await fetch(urlOf(`/orders/${id}/status`))).json();
}

/** Delivers an event to the shop as the service does, or as somebody else would. */
async function deliver(data: object, { type = "collection.success", secret = demo.webhookSecret } = {}) {
  const time = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ id: randomUUID(), reference: `evt_${randomUUID()}`, type, data });
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  const response = await fetch(`http://127.0.0.1:${port}/webhooks`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-service-signature": `t=${time},v1=${signature}` },
    body,
  });
  return response.status;
}

const naira = (value: number) => ({ amount: { value, currency: "NGN" } });
const waiting = { status: "waiting" };

describe("npm run demo:shop", () => {
  test("sells a book over the script tag: from Buy, past a change of mind, to fulfilled by the webhook", async () => {
    const { page, complaints } = await visit("/");
    await page.getByRole("button", { name: "Buy Rain on Zinc" }).click();
    await page.frameLocator("dialog iframe").getByLabel("Email").waitFor();
    await closeCheckout(page);
    await page.waitForURL("**/orders/*");
    const status = page.getByRole("status");
    expect(await status.textContent()).toContain("Waiting");

    await page.getByRole("button", { name: "Pay ₦4,500.00" }).click();
    await pay(page);
    await eventually(async () => expect(await status.textContent()).toContain("Paid"));
    expect(await page.getByRole("button", { name: "Pay" }).count()).toBe(0);
    await page.reload();
    expect(await status.textContent()).toContain("Paid");
    await printed(shop, "is paid, its order is fulfilled");
    expect(complaints).toEqual([]);
  });

  test("sells a book over React, from Buy to fulfilled by the webhook", async () => {
    const { page, complaints } = await visit("/react");
    const status = page.getByRole("status");
    await page.getByRole("button", { name: "Buy Harmattan Letters" }).click();
    await pay(page);
    await eventually(async () => expect(await status.textContent()).toContain("Paid"));
    expect(await page.getByRole("button", { name: "Pay" }).count()).toBe(0);

    await page.getByRole("button", { name: "Buy Rain on Zinc" }).click();
    await page.frameLocator("dialog iframe").getByLabel("Email").waitFor();
    await closeCheckout(page);
    expect(await status.textContent()).toContain("Waiting");
    await page.getByRole("button", { name: "Pay ₦4,500.00" }).click();
    await pay(page);
    await eventually(async () => expect(await status.textContent()).toContain("Paid"));
    expect(complaints).toEqual([]);
  });

  for (const path of ["/", "/react"])
    test(`a double click on Buy makes one order, at ${path}`, async () => {
      const { page } = await visit(path);
      let orders = 0;
      page.on("request", (request) => {
        if (request.url() === urlOf("/orders")) orders += 1;
      });
      // The response is held back, so that further clicks come before the checkout is there.
      const { promise: clicked, resolve: release } = Promise.withResolvers<void>();
      await page.route("**/pay/*/state", async (route) => {
        await clicked;
        await route.continue();
      });
      const button = page.getByRole("button", { name: "Buy Rain on Zinc" });
      const asked = page.waitForRequest("**/pay/*/state");
      await button.dblclick();
      await asked;
      // Not with the pointer: the checkout's spinner may be in front of the button by now.
      await button.dispatchEvent("click");
      release();
      await page.frameLocator("dialog iframe").getByLabel("Email").waitFor();
      expect(orders).toBe(1);

      await closeCheckout(page);
      if (path === "/") {
        await page.waitForURL("**/orders/*");
        await page.goto(urlOf(path));
      }
      await page.getByRole("button", { name: "Buy Harmattan Letters" }).click();
      await page.frameLocator("dialog iframe").getByLabel("Email").waitFor();
      expect(orders).toBe(2);
    });

  for (const path of ["/", "/react"])
    test(`a payer is told what an error means for them, and the console has the error, at ${path}`, async () => {
      const { page, complaints } = await visit(path);
      const problem = page.locator("#problem");
      await page.route("**/pay/*/state", (route) =>
        route.fulfill({
          headers: { "access-control-allow-origin": "*" },
          json: { data: { status: "paid", reason: "paid" } },
        }),
      );
      await page.getByRole("button", { name: "Buy Rain on Zinc" }).click();
      await eventually(async () =>
        expect(await problem.textContent()).toContain("This order cannot be paid any more"),
      );
      expect(complaints.join()).toContain("The payment link has been paid");

      await page.unroute("**/pay/*/state");
      await page.route("**/orders", (route) => route.fulfill({ status: 502, body: "<html>Bad gateway" }));
      await page.getByRole("button", { name: "Buy Rain on Zinc" }).click();
      await eventually(async () =>
        expect(await problem.textContent()).toBe("Your order could not be made. Please try again."),
      );
    });

  test("with React, an error message disappears once the payment has succeeded", async () => {
    const { page, complaints } = await visit("/react");
    await page.route("**/pay/*/state", (route) => route.abort());
    await page.getByRole("button", { name: "Buy Rain on Zinc" }).click();
    const problem = page.locator("#problem");
    await eventually(async () =>
      expect(await problem.textContent()).toContain("The checkout cannot be reached"),
    );
    expect(complaints.join()).toContain(`${demo.baseUrl} does not respond.`);
    await page.unroute("**/pay/*/state");
    await page.getByRole("button", { name: "Try again" }).click();
    await pay(page);
    expect(await problem.textContent()).toBe("");
  });

  test("the page of an order has a sentence for every error code, and removes it on success", async () => {
    const { page, complaints } = await visit("/");
    await page.route("**/@service/js@0", (route) => {
      const stub = "window.Service = () => ({ checkout: (options) => { window.opened = options; } });";
      return route.fulfill({ contentType: "text/javascript", body: stub });
    });
    const { id } = await order("rain-on-zinc");
    await page.goto(urlOf(`/orders/${id}`));
    await page.getByRole("button", { name: "Pay" }).click();
    const problem = page.locator("#problem");
    const sentences = {
      LINK_UNAVAILABLE: "This order cannot be paid any more",
      TRANSFER_WINDOW_EXPIRED: "The time for the transfer is over",
      CHECKOUT_UNREACHABLE: "The checkout cannot be reached",
      CHECKOUT_FAILED: "The payment could not be started",
      SOME_LATER_CODE: "Something went wrong with the payment",
    };
    for (const [code, sentence] of Object.entries(sentences)) {
      await page.evaluate(`opened.onError({ code: "${code}", message: "For logs: ${code}" })`);
      expect(await problem.textContent()).toContain(sentence);
      expect(await problem.textContent()).not.toContain("For logs");
      expect(complaints.join()).toContain(`For logs: ${code}`);
    }
    await page.evaluate(`opened.onSuccess({ reference: "col_1" })`);
    expect(await problem.textContent()).toBe("");
  });

  for (const withReact of [false, true])
    test(`an order is polled again after failed responses${withReact ? ", with React" : ""}`, async () => {
      const { page, complaints } = await visit(withReact ? "/react" : "/");
      await page.clock.install();
      let asked = 0;
      let usual: object = waiting;
      await page.route("**/orders/*/status", (route) => {
        asked += 1;
        if (asked === 1) return route.abort();
        if (asked === 2) return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad" });
        if (asked === 3) return route.fulfill({ contentType: "text/html", body: "<h1>Soon back" });
        if (asked === 4) return route.fulfill({ status: 404, json: { message: "No such order." } });
        return route.fulfill({ json: usual });
      });
      if (withReact) await page.getByRole("button", { name: "Buy Rain on Zinc" }).click();
      else await page.goto(urlOf(`/orders/${(await order("rain-on-zinc")).id}`));
      const status = page.locator("#status");
      await status.waitFor();
      const says = (words: string) =>
        eventually(async () => {
          await page.clock.runFor(1_000);
          expect(await status.textContent()).toContain(words);
        });

      await says("The shop does not know this order any more");
      expect(await page.locator(".order button:visible").count()).toBe(0);
      await says("Waiting for your payment");
      usual = { status: "fulfilled" };
      await says("Paid. Your book is on its way.");
      expect(complaints.filter((complaint) => !complaint.startsWith("Failed to load"))).toEqual([]);
    });

  for (const withReact of [false, true])
    test(`a failing shop is polled less and less often${withReact ? ", with React" : ""}`, async () => {
      const { page } = await visit(withReact ? "/react" : "/");
      await page.clock.install();
      let asked = 0;
      await page.route("**/orders/*/status", (route) => {
        asked += 1;
        return route.fulfill({ status: 500, json: { message: "Broken" } });
      });
      if (withReact) await page.getByRole("button", { name: "Buy Rain on Zinc" }).click();
      else await page.goto(urlOf(`/orders/${(await order("rain-on-zinc")).id}`));
      await page.locator("#status").waitFor();
      // 3, 9, 21 and 45 s: each response is waited for before the next wait begins.
      for (let second = 0; second < 60; second += 1) {
        await page.clock.runFor(1_000);
        await sleep(20);
      }
      expect(asked).toBeGreaterThanOrEqual(3);
      expect(asked).toBeLessThanOrEqual(4);
      expect(await page.locator("#status").textContent()).toContain("Waiting");
    });

  test("with React, one poll runs at a time, and none for a hidden order", async () => {
    const { page } = await visit("/react");
    await page.clock.install();
    const asked: string[] = [];
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/orders/*/status", async (route) => {
      asked.push(route.request().url());
      await held;
      await route.fulfill({ json: waiting });
    });
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await page.clock.runFor(1_000);
        await sleep(20);
      }
    };
    await page.getByRole("button", { name: "Buy Rain on Zinc" }).click();
    await page.frameLocator("dialog iframe").getByLabel("Email").waitFor();
    // Shorter than the wait for a response: a shop that holds one back has been asked once.
    await pass(8);
    expect(asked).toHaveLength(1);

    await closeCheckout(page);
    await page.getByRole("button", { name: "Buy Harmattan Letters" }).click();
    await page.locator(".order", { hasText: "Harmattan Letters" }).waitFor();
    release();
    await pass(20);
    expect(asked.filter((url) => url === asked[0])).toHaveLength(1);
    expect(asked.length).toBeGreaterThan(2);
  });

  test("the price is that of the shop's own catalogue, even if the browser sends another", async () => {
    const { slug } = await order("tea-at-noon");
    const response = await fetch(`${demo.baseUrl}/v1/payment-links/${slug}`, {
      headers: { authorization: `Bearer ${demo.secretKey}` },
    });
    expect(await response.json()).toMatchObject({
      data: { ...naira(200_000), amountType: "fixed", linkType: "one_time" },
    });
    for (const body of ['{"book":"not-ours"}', "{}", '"tea-at-noon"', ""]) {
      const headers = { "content-type": "application/json" };
      const refused = await fetch(urlOf("/orders"), { method: "POST", headers, body });
      expect([400, 404]).toContain(refused.status);
    }
  });

  test("only a webhook that is signed, of this order and of its amount fulfils it, and a second one does no harm", async () => {
    const [ours, other] = [await order("rain-on-zinc"), await order("rain-on-zinc")];
    const { slug } = ours;
    expect(await deliver({ slug, ...naira(450_000) }, { secret: "whsec_of-somebody-else" })).toBe(400);
    await printed(shop, "Refused a webhook. The signature is not of this secret");
    expect(await deliver({ slug, ...naira(449_999) })).toBe(204);
    expect(await deliver({ slug, ...naira(450_001) })).toBe(204);
    expect(await deliver({ slug, amount: { value: 450_000, currency: "USD" } })).toBe(204);
    expect(await deliver({ slug: "another", ...naira(450_000) })).toBe(204);
    expect(await deliver(naira(450_000))).toBe(204);
    expect(await deliver({ slug, ...naira(450_000) }, { type: "collection.underpaid" })).toBe(204);
    expect(await statusOf(ours)).toEqual(waiting);

    expect(await deliver({ slug, ...naira(450_000) })).toBe(204);
    expect(await statusOf(ours)).toEqual({ status: "fulfilled" });
    expect(await deliver({ slug, ...naira(450_000) })).toBe(204);
    expect(await statusOf(ours)).toEqual({ status: "fulfilled" });
    expect(await statusOf(other)).toEqual(waiting);
    await printed(shop, `link ${slug} was known to be paid`);
    expect(shop.stdout().split(`link ${slug} is paid, its order is fulfilled`)).toHaveLength(2);
    expect(shop.stdout().split(`link ${slug} was paid with`)).toHaveLength(4);
  });

  test("the secret key and the webhook secret stay on its server", async () => {
    const { id } = await order("rain-on-zinc");
    const scripts = ["/react.js", "/shop.js", "/order.js", "/follow-order.js", "/describe-problem.js"];
    const paths = ["/", "/react", ...scripts, "/describe-status.js", "/shop.css", `/orders/${id}`];
    for (const path of paths) {
      const response = await fetch(urlOf(path));
      expect([path, response.status]).toEqual([path, 200]);
      const served = JSON.stringify([...response.headers]) + (await response.text());
      expect(served).not.toContain(demo.secretKey);
      expect(served).not.toContain(demo.webhookSecret);
    }
    for (const path of ["/orders/unknown", "/main.ts", "/../main.ts", "/%2e%2e/main.ts", "/nothing"])
      expect([400, 403, 404]).toContain((await fetch(urlOf(path))).status);
  });

  test("pages allow the checkout's script, frame and requests, and nothing else of other origins", async () => {
    const { headers } = await fetch(urlOf("/"));
    expect(headers.get("content-security-policy")).toContain(
      `default-src 'none'; script-src 'self' ${demo.baseUrl}; frame-src ${demo.baseUrl}; connect-src 'self' ${demo.baseUrl};`,
    );
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    // The origin that is registered for embedding is that of localhost.
    const byAddress = await fetch(`http://127.0.0.1:${port}/react?a=b`, { redirect: "manual" });
    expect(byAddress.headers.get("location")).toBe(urlOf("/react?a=b"));
  });

  test("says what to do where its port is taken", async () => {
    await using second = startShop();
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toBe(
      `Port ${port}, where the shop is and webhooks go, cannot be had (EADDRINUSE): stop what listens there.\n`,
    );
  });

  test("says to run npm start where nothing was started, or nothing responds", async () => {
    await using nothing = runScript(main, [], { env: { DATA_DIR: "/nowhere" } });
    expect(await nothing.ended).toBe(1);
    expect(nothing.stderr()).toMatch(/^There is no \/nowhere\/demo\.json: run npm start .*DATA_DIR.*\n$/);

    const folder = join(parent, "stopped");
    await mkdir(folder);
    const baseUrl = `http://127.0.0.1:${await findFreePort()}`;
    await writeFile(join(folder, "demo.json"), JSON.stringify({ ...demo, baseUrl }));
    await using stopped = runScript(main, [], { env: { DATA_DIR: folder } });
    expect(await stopped.ended).toBe(1);
    const [line, ...more] = stopped.stderr().split("\n");
    expect(more).toEqual([""]);
    expect(line).toContain(`Nothing responds at ${baseUrl}, where ${folder}/demo.json says`);
    expect(line).toContain("run npm start");
  });

  test("when an order cannot be created the shopkeeper sees the reason, the visitor does not", async () => {
    const folder = join(parent, "failing");
    await mkdir(folder);
    const api = createServer((request, response) => {
      const isLink = request.url === "/v1/payment-links";
      response.writeHead(isLink ? 500 : 200, { "content-type": "application/json" });
      response.end(
        JSON.stringify(
          isLink ? { error: { code: "INTERNAL_ERROR", message: "kept inside" } } : { data: [], meta: {} },
        ),
      );
    });
    const apiPort = await findFreePort();
    await new Promise<void>((resolve) => api.listen(apiPort, "127.0.0.1", () => resolve()));
    onTestFinished(() => void api.close());
    await writeFile(
      join(folder, "demo.json"),
      JSON.stringify({ ...demo, baseUrl: `http://127.0.0.1:${apiPort}` }),
    );
    const failingPort = await findFreePort();
    await using failing = runScript(main, [], {
      env: { DATA_DIR: folder, DEMO_SHOP_PORT: `${failingPort}` },
    });
    await opened(failing);
    const response = await fetch(`http://localhost:${failingPort}/orders`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"book":"rain-on-zinc"}',
    });
    expect([response.status, await response.json()]).toEqual([
      502,
      { message: "The order could not be made. Please try again." },
    ]);
    await printed(failing, "INTERNAL_ERROR: kept inside");
  });
});
