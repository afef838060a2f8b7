import { describe, expect } from "vitest";
import type { Frame } from "playwright-core";
import { pressEscapeInFrame } from "./press-escape-in-frame.ts";
import { frameOf, say, settle, test, type ShopPage } from "./shop-test.ts";

/** The modal is open with nothing in it but the cross that closes it. */
async function expectBlank({ modal }: ShopPage): Promise<void> {
  expect(await modal.isVisible()).toBe(true);
  expect(await modal.innerText()).toBe("×");
  expect(await modal.getByRole("status").count()).toBe(0);
  expect(await modal.locator("iframe").count()).toBe(0);
}

/** The page's time stands still but for runFor: a slow machine's own time must not count. */
async function holdTime({ page }: ShopPage): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
}

describe("opening", () => {
  test("shows the frame once it is ready, and pays with one success and one close", async ({ openShop }) => {
    const shop = await openShop();
    const frame = await shop.open();
    await expect.poll(() => frame.evaluate("heard.map(({ data }) => data.type)")).toEqual(["shown"]);
    await say(frame, { type: "success", reference: "col_1" });
    await expect.poll(shop.calls).toEqual([["success", { reference: "col_1" }]]);
    expect(await shop.modal.isVisible()).toBe(true);
    await say(frame, { type: "close" });
    await expect.poll(shop.calls).toEqual([["success", { reference: "col_1" }], ["close"]]);
    expect(await shop.page.locator("service-checkout").count()).toBe(0);
  });

  test("the frame is allowed what a checkout needs, and no more", async ({ openShop, pay }) => {
    const shop = await openShop();
    const frame = await shop.open();
    const attributes = await shop.page
      .locator("iframe")
      .evaluate((iframe) =>
        Object.fromEntries(iframe.getAttributeNames().map((name) => [name, iframe.getAttribute(name)])),
      );
    const nonce = new URL(frame.url()).searchParams.get("nonce");
    expect(nonce).toMatch(/^[A-Za-z0-9_-]{22,}$/);
    expect(attributes).toMatchObject({
      title: "Checkout",
      allow: "clipboard-write",
      sandbox:
        "allow-scripts allow-forms allow-same-origin allow-popups allow-top-navigation-by-user-activation",
      referrerpolicy: "no-referrer",
      src: `${pay.origin}/pay/pl_1?origin=${encodeURIComponent(shop.origin)}&nonce=${nonce}`,
    });
  });

  test("the frame cannot navigate the page without a click in it", async ({ openShop, pay }) => {
    pay.behaviour.page = "leads away";
    const shop = await openShop();
    await shop.page.locator("#buy").click();
    const refused = /^error: Unsafe attempt to initiate navigation/;
    await expect.poll(() => shop.console).toContainEqual(expect.stringMatching(refused));
    shop.expectConsole(/^error: (Unsafe attempt|Uncaught SecurityError)|^page error: Failed to set.*'href'/);
    await settle(shop.page);
    expect(shop.page.url()).toBe(`${shop.origin}/`);
  });

  test("each opening has a nonce of its own", async ({ openShop }) => {
    const shop = await openShop();
    const first = (await shop.open()).url();
    await shop.page.getByLabel("Close").click();
    const second = (await shop.open()).url();
    expect(second).not.toBe(first);
    expect(second.split("nonce=")[0]).toBe(first.split("nonce=")[0]);
  });

  test("the link can be opened again after it was closed", async ({ openShop }) => {
    const shop = await openShop();
    for (const reference of ["col_1", "col_2"]) {
      const frame = await shop.open();
      await say(frame, { type: "success", reference }, { type: "close" });
      await expect.poll(() => shop.modal.count()).toBe(0);
    }
    expect(await shop.calls()).toEqual([
      ["success", { reference: "col_1" }],
      ["close"],
      ["success", { reference: "col_2" }],
      ["close"],
    ]);
  });

  test("a double click opens one modal, and both calls' callbacks are called once", async ({
    openShop,
    pay,
  }) => {
    const shop = await openShop();
    await shop.page.locator("#buy").dblclick();
    const frame = await frameOf(shop.page, pay.origin);
    expect(await shop.modal.count()).toBe(1);
    const [lapse, success] = [{ code: "TRANSFER_WINDOW_EXPIRED", message: "x" }, { reference: "col_1" }];
    await say(frame, { type: "error", ...lapse }, { type: "success", ...success });
    await expect.poll(shop.calls).toHaveLength(4);
    await shop.page.evaluate(() => window.handles.forEach((handle) => handle.close()));
    await settle(shop.page);
    const twice = [["error", lapse], ["success", success], ["close"]].flatMap((call) => [call, call]);
    expect(await shop.calls()).toEqual(twice);
    expect(pay.requests.filter(({ url }) => url.endsWith("/state"))).toHaveLength(1);
  });

  test("a call for a link that is open gets the success that there was, and shares functions", async ({
    openShop,
  }) => {
    const shop = await openShop();
    const frame = await shop.open();
    await say(frame, { type: "success", reference: "col_1" });
    await expect.poll(shop.calls).toHaveLength(1);
    await shop.page.evaluate(() => {
      const note = () => void window.calls.push(["close"]);
      const onSuccess = () => window.calls.push("late" as never);
      for (let call = 0; call < 2; call++) {
        const { close } = window.Service().checkout({ slug: "pl_1", onSuccess, onClose: note });
        window.handles.push({ close });
      }
      window.calls.push("returned" as never);
    });
    await expect.poll(shop.calls).toHaveLength(3);
    await shop.page.evaluate(() => window.handles[2]!.close());
    await settle(shop.page);
    expect((await shop.calls()).slice(1)).toEqual(["returned", "late", ["close"], ["close"]]);
  });

  test("may be called from onClose", async ({ openShop, pay }) => {
    const shop = await openShop();
    await shop.open();
    await shop.page.evaluate(() => {
      const again = { slug: "pl_2", onClose: () => window.buy("pl_2") };
      window.handles.push(window.Service().checkout(again));
    });
    await frameOf(shop.page, `${pay.origin}/pay/pl_2`);
    await shop.page.evaluate(() => window.handles[1]!.close());
    await frameOf(shop.page, `${pay.origin}/pay/pl_2`);
    expect(await shop.modal.count()).toBe(2);
  });
});

describe("onClose is called exactly once", () => {
  const ways: Record<string, (shop: ShopPage, frame: Frame) => Promise<unknown>> = {
    "by the close button": ({ page }) => page.getByLabel("Close").click(),
    "by Escape in the page": async ({ page }) => {
      await page.getByLabel("Close").focus();
      await page.keyboard.press("Escape");
    },
    "by Escape in the frame": async ({ page }, frame) => {
      await frame.getByLabel("Email").focus();
      pressEscapeInFrame(page);
    },
    "by a click beside the panel": ({ page }) => page.mouse.click(10, 10),
    "by close()": ({ page }) => page.evaluate(() => window.handles[0]!.close()),
    "by the frame": (_, frame) => say(frame, { type: "close" }, { type: "close" }),
    "after a success": (_, frame) => say(frame, { type: "success", reference: "col_1" }, { type: "close" }),
    "after an error": (_, frame) =>
      say(frame, { type: "error", code: "CHECKOUT_FAILED", message: "No." }, { type: "close" }),
    "by a page that removes the modal": ({ page }) =>
      page.evaluate(() => document.querySelector("service-checkout")!.remove()),
    "by a page that empties the modal": ({ page }) =>
      page.evaluate(() => document.querySelector("service-checkout")!.shadowRoot!.replaceChildren()),
    "by a page that replaces its body": ({ page }) =>
      page.evaluate(() => (document.body = document.createElement("body"))),
    "by a page that closes all dialogs": ({ page }) =>
      page.evaluate(() =>
        document.querySelector("service-checkout")!.shadowRoot!.querySelector("dialog")!.close(),
      ),
    "when the frame went elsewhere": async ({ page }, frame) => {
      await frame.goto("data:text/html,elsewhere");
      await page.getByLabel("Close").click();
    },
  };

  test.for(Object.entries(ways))("%s", async ([, close], { openShop }) => {
    const shop = await openShop();
    const frame = await shop.open();
    await close(shop, frame);
    await expect.poll(shop.calls).toContainEqual(["close"]);
    // Everything else that could still close it.
    await shop.page.evaluate(() => window.handles.forEach((handle) => handle.close()));
    await shop.page.keyboard.press("Escape");
    await settle(shop.page);
    expect((await shop.calls()).filter(([name]) => name === "close")).toHaveLength(1);
    expect(await shop.page.locator("service-checkout").count()).toBe(0);
  });

  test("before the frame has loaded", async ({ openShop, pay }) => {
    pay.behaviour.page = "silent";
    const shop = await openShop();
    await shop.buy("pl_1");
    await shop.page.getByLabel("Close").click();
    await settle(shop.page);
    expect(await shop.calls()).toEqual([["close"]]);
  });

  test("before the link was checked, and then nothing opens", async ({ openShop, pay }) => {
    pay.behaviour.state = "hangs";
    const shop = await openShop();
    await shop.buy("pl_1");
    await expect.poll(() => pay.requests).toHaveLength(1);
    await shop.page.evaluate(() => window.handles[0]!.close());
    expect(await shop.calls()).toEqual([["close"]]);
    pay.behaviour.state = "open";
    pay.release();
    await settle(shop.page);
    expect(await shop.page.locator("service-checkout").count()).toBe(0);
    expect(await shop.calls()).toEqual([["close"]]);
    expect(pay.requests).toHaveLength(1);
  });

  test("but not by a drag that begins on the panel", async ({ openShop }) => {
    const shop = await openShop();
    await shop.open();
    const cross = (await shop.page.getByLabel("Close").boundingBox())!;
    await shop.page.mouse.move(cross.x + 10, cross.y + 10);
    await shop.page.mouse.down();
    await shop.page.mouse.move(10, 10);
    await shop.page.mouse.up();
    await settle(shop.page);
    expect(await shop.calls()).toEqual([]);
    expect(await shop.modal.isVisible()).toBe(true);
  });
});

describe("messages of the frame", () => {
  test("a success is reported once, with its reference alone", async ({ openShop }) => {
    const shop = await openShop();
    const frame = await shop.open();
    const success = { type: "success", reference: "col_1", email: "payer@example.com" };
    await say(frame, success, success, { ...success, reference: "col_2" });
    await settle(shop.page);
    expect(await shop.calls()).toEqual([["success", { reference: "col_1" }]]);
  });

  test("closing before the transfer arrives reports no success, even if it arrives later", async ({
    openShop,
  }) => {
    const shop = await openShop();
    const frame = await shop.open();
    await say(frame, { type: "close" }, { type: "success", reference: "col_1" });
    await settle(shop.page);
    expect(await shop.calls()).toEqual([["close"]]);
  });

  test("an error is reported once, and the modal stays open", async ({ openShop }) => {
    const shop = await openShop();
    const frame = await shop.open();
    const failure = { code: "CHECKOUT_FAILED", message: "No account number was available." };
    await say(frame, { type: "error", ...failure }, { type: "error", ...failure });
    await say(frame, { type: "success", reference: "col_1" });
    await say(frame, { type: "error", code: "CHECKOUT_UNREACHABLE", message: "After a success." });
    await settle(shop.page);
    expect(await shop.calls()).toEqual([
      ["error", failure],
      ["success", { reference: "col_1" }],
    ]);
    expect(await shop.modal.isVisible()).toBe(true);
  });

  test("each window that lapses is an error of its own", async ({ openShop }) => {
    const shop = await openShop();
    const frame = await shop.open();
    const lapse = { code: "TRANSFER_WINDOW_EXPIRED", message: "The time for the transfer is over." };
    await say(frame, { type: "error", ...lapse }, { type: "error", ...lapse });
    await expect.poll(shop.calls).toEqual([
      ["error", lapse],
      ["error", lapse],
    ]);
  });

  test("errors thrown by callbacks are the page's, and the checkout continues", async ({ openShop }) => {
    const shop = await openShop();
    await shop.page.evaluate(() => {
      const fail = (name: string) => () => {
        window.calls.push(name as never);
        throw new Error(`thrown by ${name}`);
      };
      const handle = window.Service().checkout({
        slug: "pl_1",
        onSuccess: fail("onSuccess"),
        onError: fail("onError"),
        onClose: fail("onClose"),
      });
      window.handles.push(handle);
    });
    const frame = await frameOf(shop.page, "http:");
    shop.expectConsole(/^page error: thrown by on(Error|Success|Close)$/);
    await say(frame, { type: "error", code: "X", message: "x" }, { type: "success", reference: "col_1" });
    await expect.poll(() => shop.console).toHaveLength(2);
    await shop.page.evaluate(() => {
      window.handles[0]!.close();
      window.calls.push("went on" as never);
    });
    await expect.poll(() => shop.console).toHaveLength(3);
    expect(await shop.calls()).toEqual(["onError", "onSuccess", "onClose", "went on"]);
    expect(await shop.page.locator("service-checkout").count()).toBe(0);
  });

  test("callbacks are optional", async ({ openShop, pay }) => {
    const shop = await openShop();
    await shop.page.evaluate(() => void window.Service().checkout({ slug: "pl_1" }));
    const frame = await frameOf(shop.page, pay.origin);
    await say(frame, { type: "error", code: "X", message: "x" }, { type: "success", reference: "col_1" });
    await say(frame, { type: "close" });
    await expect.poll(() => shop.modal.count()).toBe(0);
  });
});

describe("a link that cannot be opened", () => {
  const unavailable = (reason: string) => [
    "error",
    { code: "LINK_UNAVAILABLE", message: expect.any(String), reason },
  ];

  test.for([
    ["paid", "paid"],
    ["disabled", "disabled"],
    ["unavailable", "disabled"],
    [404, "unknown"],
  ] as const)(
    "opens nothing when its state is %s, and the reason is %s",
    async ([state, reason], { openShop, pay }) => {
      pay.behaviour.state = state;
      const shop = await openShop();
      if (state === 404) shop.expectConsole(/404/);
      await shop.buy("pl_1");
      await expect.poll(shop.calls).toEqual([unavailable(reason)]);
      await shop.page.evaluate(() => window.handles[0]!.close());
      await settle(shop.page);
      expect(await shop.calls()).toEqual([unavailable(reason)]);
      expect(await shop.page.locator("service-checkout").count()).toBe(0);
      expect(pay.requests).toHaveLength(1);

      pay.behaviour.state = "open";
      await shop.open();
    },
  );

  test("opens nothing, and sends no request, without a valid slug", async ({ openShop, pay }) => {
    const shop = await openShop();
    const slugs = [undefined, null, "", ".", "..", 12, {}, ["pl_1"], "x".repeat(10_000)];
    for (const slug of slugs) await shop.buy(slug);
    await shop.page.evaluate(() => window.buy("\ud800"));
    await settle(shop.page);
    expect(await shop.calls()).toEqual(
      Array.from({ length: slugs.length + 1 }, () => unavailable("missing")),
    );
    expect(await shop.page.locator("service-checkout").count()).toBe(0);
    expect(pay.requests).toEqual([]);
  });

  test("any slug stays one segment of the path", async ({ openShop, pay }) => {
    const shop = await openShop();
    for (const slug of [
      "../../x",
      "..\\..\\x",
      "%2e%2e",
      "..%2f..%2fx",
      `"><script>alert(1)</script>`,
      "//evil.example",
      "@evil.example",
      "?origin=https://evil.example#",
      "javascript:alert(1)",
      "pl 1\r\nx: y",
      "naïve-₦-🛒",
    ]) {
      await shop.buy(slug);
      const frame = await frameOf(shop.page, pay.origin);
      await settle(shop.page);
      const url = new URL(frame.url());
      const segments = url.pathname.split("/");
      expect([slug, url.origin, segments.length, segments[1]]).toEqual([slug, pay.origin, 3, "pay"]);
      expect(decodeURIComponent(segments[2]!)).toBe(slug);
      expect(url.searchParams.getAll("origin")).toEqual([shop.origin]);
      const asked = new URL(pay.requests[0]!.url, pay.origin).pathname.split("/");
      expect([asked.length, decodeURIComponent(asked[2]!), asked[3]]).toEqual([4, slug, "state"]);
      expect(shop.page.url()).toBe(`${shop.origin}/`);
      await shop.page.evaluate(() => window.handles.at(-1)!.close());
      pay.requests.length = 0;
    }
  });
});

describe("a network without a response", () => {
  test("shows a spinner before anything has come, which Escape and Close remove", async ({
    openShop,
    pay,
  }) => {
    pay.behaviour.state = "hangs";
    const shop = await openShop();
    for (const leave of [
      () => shop.page.keyboard.press("Escape"),
      () => shop.page.getByLabel("Close").click(),
    ]) {
      await shop.page.locator("#buy").click();
      await shop.modal.getByRole("status").waitFor();
      expect(await shop.modal.getByRole("status").innerText()).toBe("Opening the checkout…");
      expect(await shop.modal.locator("iframe").count()).toBe(0);
      await leave();
      await expect.poll(() => shop.modal.count()).toBe(0);
    }
    expect(await shop.calls()).toEqual([["close"], ["close"]]);
  });

  test("shows the spinner by 300 ms after the click, before the service has responded", async ({
    openShop,
    pay,
  }) => {
    pay.behaviour.state = "hangs";
    const shop = await openShop();
    await holdTime(shop);
    await shop.buy("pl_1");
    await expect.poll(() => pay.requests).toHaveLength(1);
    // The browser's own clock, which runs only here: a slow machine's time does not count.
    await shop.page.clock.runFor(300);
    await shop.modal.getByRole("status").waitFor();
    pay.behaviour.state = "open";
    pay.release();
    await frameOf(shop.page, pay.origin);
  });

  test("leaves the spinner until the page in the frame is ready", async ({ openShop, pay }) => {
    Object.assign(pay.behaviour, { state: "hangs", page: "silent" });
    const shop = await openShop();
    await shop.buy("pl_1");
    const spinner = shop.modal.getByRole("status");
    await spinner.waitFor();
    pay.behaviour.state = "open";
    pay.release();
    const iframe = await shop.modal.locator("iframe").elementHandle();
    const frame = (await iframe!.contentFrame())!;
    await frame.getByRole("heading").waitFor({ state: "attached" });
    expect([await spinner.isVisible(), await iframe!.isVisible()]).toEqual([true, false]);
    await say(frame, { type: "ready" });
    await frameOf(shop.page, pay.origin);
    expect(await spinner.count()).toBe(0);
  });

  test("removes the spinner, and calls onError and onClose, if the link turns out to be closed", async ({
    openShop,
    pay,
  }) => {
    pay.behaviour.state = "hangs";
    const shop = await openShop();
    await shop.buy("pl_1");
    await shop.modal.getByRole("status").waitFor();
    pay.behaviour.state = "paid";
    pay.release();
    await expect.poll(() => shop.modal.count()).toBe(0);
    const unavailable = { code: "LINK_UNAVAILABLE", message: expect.any(String), reason: "paid" };
    expect(await shop.calls()).toEqual([["error", unavailable], ["close"]]);
    await shop.page.evaluate(() => window.handles[0]!.close());
    expect(await shop.calls()).toHaveLength(2);
  });
});

describe("a checkout that cannot be reached", () => {
  const unreachable = ["error", { code: "CHECKOUT_UNREACHABLE", message: expect.any(String) }];

  test.for([500, 429] as const)("says so and can be tried again: %s", async (state, { openShop, pay }) => {
    pay.behaviour.state = state;
    const shop = await openShop();
    shop.expectConsole(/Failed to load resource/);
    await shop.buy("pl_1");
    await shop.modal.getByRole("alert").waitFor();
    expect(await shop.modal.innerText()).toContain("cannot be reached");
    await shop.page.keyboard.press("Enter"); // the focus is on "Try again"
    await expect.poll(() => pay.requests).toHaveLength(2);
    await shop.modal.getByRole("alert").waitFor();
    expect(await shop.calls()).toEqual([unreachable]);

    pay.behaviour.state = "open";
    await shop.modal.getByText("Try again", { exact: true }).click();
    const frame = await frameOf(shop.page, pay.origin);
    await say(frame, { type: "success", reference: "col_1" }, { type: "close" });
    await expect.poll(shop.calls).toEqual([unreachable, ["success", { reference: "col_1" }], ["close"]]);
  });

  test("can be closed", async ({ openShop, pay }) => {
    await pay[Symbol.asyncDispose]();
    const shop = await openShop({ scripts: [] });
    shop.expectConsole(/Failed to load resource/);
    await shop.page.addScriptTag({ path: "widget/js/dist/service.global.js" });
    await shop.buy("pl_1", pay.origin);
    await shop.modal.getByText("Close", { exact: true }).click();
    await settle(shop.page);
    expect(await shop.calls()).toEqual([unreachable, ["close"]]);
  });

  test("fails after eight seconds without a response", async ({ openShop, pay }) => {
    pay.behaviour.state = "hangs";
    const shop = await openShop();
    await holdTime(shop);
    await shop.buy("pl_1");
    await expect.poll(() => pay.requests).toHaveLength(1);
    await shop.page.clock.runFor(7900);
    expect(await shop.modal.getByRole("alert").count()).toBe(0);
    await shop.page.clock.runFor(200);
    await shop.modal.getByRole("alert").waitFor();
    expect(await shop.calls()).toEqual([unreachable]);
  });

  test("says when the link was paid meanwhile", async ({ openShop, pay }) => {
    pay.behaviour.state = 500;
    const shop = await openShop();
    shop.expectConsole(/Failed to load resource/);
    await shop.buy("pl_1");
    await shop.modal.getByRole("alert").waitFor();
    pay.behaviour.state = "paid";
    await shop.modal.getByText("Try again", { exact: true }).click();
    await shop.modal.getByText("can no longer be used").waitFor();
    expect(await shop.modal.getByText("Try again", { exact: true }).count()).toBe(0);
    await shop.modal.getByText("Close", { exact: true }).click();
    await expect
      .poll(shop.calls)
      .toEqual([unreachable, ["error", expect.objectContaining({ code: "LINK_UNAVAILABLE" })], ["close"]]);
  });
});

describe("a frame that sends no message although the link is open", () => {
  const unreachable = ["error", { code: "CHECKOUT_UNREACHABLE", message: expect.any(String) }];

  /** Opens the modal, and lets the time pass until the payer hears of the delay. */
  async function waitForDelay(shop: ShopPage): Promise<void> {
    shop.expectConsole(/^warning: .* or the page could not be loaded/);
    await holdTime(shop);
    await shop.buy("pl_1");
    await shop.modal.locator("iframe").waitFor({ state: "attached" });
    await shop.page.clock.runFor(14_000);
    expect(await shop.calls()).toEqual([]);
    expect(await shop.modal.getByRole("status").count()).toBe(1);
    await shop.page.clock.runFor(1100);
    await shop.modal.getByRole("alert").waitFor();
    expect(await shop.modal.innerText()).toContain("This is taking longer than usual.");
    expect(await shop.modal.getByRole("status").count()).toBe(0);
    expect(await shop.modal.locator("iframe").isVisible()).toBe(false);
    expect(await shop.calls()).toEqual([unreachable]);
  }

  test.for(["silent", "is reset", 503] as const)(
    "can be tried again and is told once: %s",
    async (does, { openShop, pay }) => {
      pay.behaviour.page = does;
      const shop = await openShop();
      shop.expectConsole(/Failed to load resource/);
      await waitForDelay(shop);
      const iframe = shop.modal.locator("iframe");
      const first = await iframe.getAttribute("src");
      await shop.page.keyboard.press("Enter"); // the focus is on "Try again"
      await expect.poll(() => iframe.getAttribute("src")).not.toBe(first);
      await shop.page.clock.runFor(15_100);
      await shop.modal.getByRole("alert").waitFor();
      expect(await shop.calls()).toEqual([unreachable]);
      expect(await iframe.count()).toBe(1);

      pay.behaviour.page = "ready";
      await shop.modal.getByText("Try again", { exact: true }).click();
      const frame = await frameOf(shop.page, pay.origin);
      expect(await shop.modal.getByRole("alert").count()).toBe(0);
      await say(frame, { type: "success", reference: "col_1" }, { type: "close" });
      await expect.poll(shop.calls).toEqual([unreachable, ["success", { reference: "col_1" }], ["close"]]);
    },
  );

  test("can be closed where the browser refuses to embed it", async ({ openShop, pay }) => {
    pay.behaviour.frameAncestors = "'none'";
    const shop = await openShop();
    shop.expectConsole(/^error: .*frame-ancestors/);
    await waitForDelay(shop);
    await shop.modal.getByText("Close", { exact: true }).click();
    await expect.poll(shop.calls).toEqual([unreachable, ["close"]]);
  });

  test("is shown when it is ready at last", async ({ openShop, pay }) => {
    pay.behaviour.page = "silent";
    const shop = await openShop();
    await waitForDelay(shop);
    const iframe = await shop.modal.locator("iframe").elementHandle();
    await say((await iframe!.contentFrame())!, { type: "ready" });
    await frameOf(shop.page, pay.origin);
    expect(await shop.modal.getByRole("alert").count()).toBe(0);
    expect(await shop.calls()).toEqual([unreachable]);
  });

  test("is ignored once the payer tries again", async ({ openShop, pay }) => {
    pay.behaviour.page = "silent";
    const shop = await openShop();
    await waitForDelay(shop);
    pay.behaviour.state = "hangs";
    await shop.modal.getByText("Try again", { exact: true }).click();
    await expect.poll(() => pay.requests).toHaveLength(3);
    expect(await shop.modal.locator("iframe").count()).toBe(0);
    expect(await shop.modal.getByRole("status").count()).toBe(1);
  });
});

describe("a page that may not embed the checkout", () => {
  test("gets a blank modal at once, and the reason in the console and from onError", async ({
    openShop,
    pay,
  }) => {
    pay.behaviour.embeddable = false;
    const shop = await openShop({ host: "shop.example" });
    const warning = new RegExp(`^warning: .*npm run admin -- origin add .* --origin ${shop.origin}"`);
    shop.expectConsole(warning);
    await shop.buy("pl_1");
    const error = { code: "ORIGIN_NOT_REGISTERED", message: expect.stringContaining(shop.origin) };
    await expect.poll(shop.calls).toEqual([["error", error]]);
    expect(shop.console).toEqual([expect.stringMatching(warning)]);
    await expectBlank(shop);
    await shop.page.getByLabel("Close").click();
    expect(await shop.calls()).toEqual([["error", error], ["close"]]);
    // A link that nobody can pay is not refused because of this page.
    pay.behaviour.state = "paid";
    await shop.buy("pl_1");
    await expect
      .poll(async () => (await shop.calls()).at(-1))
      .toMatchObject(["error", { code: "LINK_UNAVAILABLE" }]);
  });

  test("gets a blank modal in place of the spinner, which stays blank until the payer closes it", async ({
    openShop,
    pay,
  }) => {
    Object.assign(pay.behaviour, { state: "hangs", embeddable: false });
    const shop = await openShop({ host: "shop.example" });
    shop.expectConsole(/^warning: Only registered origins/);
    await holdTime(shop);
    await shop.buy("pl_1");
    await expect.poll(() => pay.requests).toHaveLength(1);
    await shop.page.clock.runFor(300);
    await shop.modal.getByRole("status").waitFor();
    pay.behaviour.state = "open";
    pay.release();
    await expect.poll(shop.calls).toHaveLength(1);
    await expectBlank(shop);
    await shop.page.clock.runFor(60_000);
    await expectBlank(shop);
    expect(shop.console).toHaveLength(1);
    await shop.page.keyboard.press("Escape");
    await expect.poll(async () => (await shop.calls()).at(-1)).toEqual(["close"]);
  });

  test("gets a blank modal, and a warning that names its origin, from a service that does not say so", async ({
    openShop,
    pay,
  }) => {
    pay.behaviour.frameAncestors = "'none'";
    const shop = await openShop({ host: "shop.example" });
    shop.expectConsole(/^error: .*frame-ancestors/);
    await holdTime(shop);
    await shop.buy("pl_1");
    const iframe = shop.modal.locator("iframe");
    await iframe.waitFor({ state: "attached" });
    await expect.poll(() => shop.console.length).toBeGreaterThan(0);
    await shop.page.clock.runFor(4900);
    expect(shop.console.filter((line) => line.startsWith("warning"))).toEqual([]);
    await shop.page.clock.runFor(200);
    const warning = new RegExp(`^warning: .*${shop.origin}.*--origin ${shop.origin}`);
    await expect.poll(() => shop.console).toContainEqual(expect.stringMatching(warning));
    shop.expectConsole(warning);
    expect(await shop.modal.isVisible()).toBe(true);
    expect(await iframe.isVisible()).toBe(false);
    expect(await shop.calls()).toEqual([]);
    await shop.page.getByLabel("Close").click();
    await expect.poll(shop.calls).toEqual([["close"]]);
  });

  test("gets no warning after the frame's first message, nor after the modal was closed", async ({
    openShop,
    pay,
  }) => {
    const shop = await openShop();
    await shop.page.clock.install();
    await shop.open("pl_1");
    pay.behaviour.page = "silent";
    await shop.buy("pl_2");
    await shop.modal.locator("iframe").nth(1).waitFor({ state: "attached" });
    await shop.page.evaluate(() => window.handles[1]!.close());
    await shop.page.clock.runFor(20_000);
    expect(shop.console).toEqual([]);
    expect(await shop.calls()).toEqual([["close"]]);
  });
});
