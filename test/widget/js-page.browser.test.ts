import { describe, expect } from "vitest";
import { pressEscapeInFrame } from "./press-escape-in-frame.ts";
import { frameOf, say, settle, test, type ShopPage } from "./shop-test.ts";

const box = async ({ modal }: ShopPage) => (await modal.locator("> div").boundingBox())!;

describe("how the modal looks", () => {
  test("is a centered panel on a desktop, as tall as the frame says", async ({ openShop }) => {
    const shop = await openShop();
    await shop.page.setViewportSize({ width: 1280, height: 800 });
    const frame = await shop.open();
    await expect.poll(() => box(shop)).toEqual({ x: 420, y: 200, width: 440, height: 400 });
    await say(frame, { type: "resize", height: 2000 });
    await expect.poll(() => box(shop)).toEqual({ x: 420, y: 16, width: 440, height: 768 });
    const cross = (await shop.page.getByLabel("Close").boundingBox())!;
    expect([cross.width, cross.height]).toEqual([44, 44]);
  });

  test("fills a phone, also when the phone is turned", async ({ openShop }) => {
    const shop = await openShop();
    await shop.page.setViewportSize({ width: 390, height: 800 });
    await shop.open();
    await expect.poll(() => box(shop)).toEqual({ x: 0, y: 0, width: 390, height: 800 });
    await shop.page.setViewportSize({ width: 800, height: 390 });
    await expect.poll(() => box(shop)).toEqual({ x: 180, y: 16, width: 440, height: 358 });
  });

  test("follows the payer's colour scheme", async ({ openShop }) => {
    const shop = await openShop();
    await shop.open();
    const background = () =>
      shop.modal.locator("> div").evaluate((panel) => getComputedStyle(panel).backgroundColor);
    expect(await background()).toBe("rgb(255, 255, 255)");
    await shop.page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(background).toBe("rgb(21, 28, 24)");
  });

  test.for([
    ["no-preference", ["transform"]],
    ["reduce", ["opacity"]],
  ] as const)(
    "with motion %s the spinner animates its %s",
    async ([reducedMotion, animated], { openShop, pay }) => {
      pay.behaviour.page = "silent";
      const shop = await openShop();
      await shop.page.emulateMedia({ reducedMotion });
      await shop.buy("pl_1");
      const spinner = shop.modal.getByRole("status").locator("div");
      await spinner.waitFor();
      const properties = await spinner.evaluate((ring) =>
        ring
          .getAnimations()
          .flatMap(({ effect }) => Object.keys((effect as KeyframeEffect).getKeyframes()[0]!))
          .filter((name) => name === "transform" || name === "opacity"),
      );
      expect(properties).toEqual(animated);
      await shop.page.evaluate(() => window.handles[0]!.close());
    },
  );

  test("is not affected by the page's styles", async ({ openShop }) => {
    const shop = await openShop({
      html: `<style>* , dialog, iframe, button { all: unset !important; display: none !important; }
        :root, body { display: block !important; color: red; font-size: 50px; visibility: visible }</style>`,
    });
    await shop.open();
    expect(await shop.page.getByLabel("Close").isVisible()).toBe(true);
    expect((await box(shop)).width).toBe(440);
  });
});

describe("the focus", () => {
  test("moves into the frame and returns to the button", async ({ openShop, pay }) => {
    const shop = await openShop();
    await shop.page.locator("#buy").focus();
    await shop.page.keyboard.press("Enter");
    const frame = await frameOf(shop.page, pay.origin);
    expect(await frame.evaluate("document.hasFocus()")).toBe(true);
    pressEscapeInFrame(shop.page);
    await expect.poll(shop.calls).toEqual([["close"]]);
    expect(await shop.page.evaluate(() => document.activeElement?.id)).toBe("buy");
  });

  test("returns to a button in a shadow tree", async ({ openShop }) => {
    const shop = await openShop({ html: "<shop-item></shop-item>" });
    await shop.page.evaluate(() => {
      const root = document.querySelector("shop-item")!.attachShadow({ mode: "open" });
      root.append(document.createElement("button"));
      root.querySelector("button")!.focus();
    });
    await shop.open();
    await shop.page.getByLabel("Close").click();
    const active = () => document.querySelector("shop-item")!.shadowRoot!.activeElement?.localName;
    expect(await shop.page.evaluate(active)).toBe("button");
  });

  test("returns when the page removes the modal", async ({ openShop, pay }) => {
    const shop = await openShop();
    await shop.page.locator("#buy").click();
    await frameOf(shop.page, pay.origin);
    await shop.page.evaluate(() => document.querySelector("service-checkout")!.remove());
    await expect.poll(shop.calls).toEqual([["close"]]);
    expect(await shop.page.evaluate(() => document.activeElement?.id)).toBe("buy");
  });

  test.for([["a dialog"], ["no dialog"]])(
    "stays in the modal, in a browser with %s",
    async ([kind], { openShop }) => {
      const shop = await openShop({
        html: "<input><a href=/>A link</a>",
        ...(kind === "no dialog" && oldBrowser),
      });
      await shop.page.evaluate(() => {
        for (const element of document.querySelectorAll("input, a, button")) {
          element.addEventListener("focus", () =>
            setTimeout(() => window.calls.push(document.activeElement!.localName as never)),
          );
        }
      });
      await shop.open();
      for (const key of ["Tab", "Shift+Tab"]) {
        for (let press = 0; press < 6; press++) await shop.page.keyboard.press(key);
      }
      await settle(shop.page);
      // Between the modal's end and its start the focus is the browser's own, and the page's body stands for that.
      const elsewhere = await shop.calls();
      expect(elsewhere.filter((name) => !["service-checkout", "body"].includes(`${name}`))).toEqual([]);
    },
  );
});

describe("what the payer does in the modal", () => {
  const ways: Record<string, (shop: ShopPage) => Promise<unknown>> = {
    "a click on its button": ({ page }) => page.getByLabel("Close").click(),
    "a tap on its button": ({ page }) => page.getByLabel("Close").tap(),
    "Enter on its button": ({ page }) => page.getByLabel("Close").press("Enter"),
    "a click beside the panel": ({ page }) => page.mouse.click(10, 10),
    Escape: ({ page }) => page.getByLabel("Close").press("Escape"),
    "Escape where nothing has the focus": async ({ page, modal }) => {
      await page.getByLabel("Close").focus();
      await modal.getByLabel("Close").evaluate((button) => button.blur());
      await page.keyboard.press("Escape");
    },
  };

  for (const kind of ["a dialog", "no dialog"]) {
    test.for(Object.entries(ways))(
      `closes no drawer of the page, in a browser with ${kind}: %s`,
      async ([, act], { openShop }) => {
        const shop = await openShop({ hasTouch: true, ...(kind === "no dialog" && oldBrowser) });
        await shop.open();
        await shop.page.evaluate(() => {
          const note = (event: Event) => {
            // The focus that comes back to the page is the page's own.
            if (event.type === "focusin" && (event.target as Element).localName !== "service-checkout")
              return;
            if (event.type === "keydown" && (event as KeyboardEvent).key !== "Escape") return;
            window.calls.push(event.type as never);
          };
          const presses = ["pointerdown", "pointerup", "mousedown", "mouseup", "touchstart", "touchend"];
          for (const type of [...presses, "click", "keydown", "focusin"]) {
            for (const target of [document.body, document, window]) target.addEventListener(type, note);
          }
        });
        await act(shop);
        await expect.poll(shop.calls).toContainEqual(["close"]);
        await settle(shop.page);
        expect(await shop.calls()).toEqual([["close"]]);
        // What happens in the page is the page's again.
        await shop.page.locator("#buy").press("Escape");
        await expect.poll(shop.calls).toContain("keydown");
      },
    );
  }

  test("Escape in a dialog that the page opens over it closes that dialog only", async ({ openShop }) => {
    const shop = await openShop({ html: "<dialog id=over><input></dialog>" });
    await shop.open();
    await shop.page.evaluate(() => {
      document.addEventListener("keydown", ({ key }) => window.calls.push(key as never));
      document.querySelector<HTMLDialogElement>("#over")!.showModal();
    });
    await shop.page.keyboard.press("Escape");
    await settle(shop.page);
    expect(await shop.calls()).toEqual(["Escape"]);
    expect(await shop.modal.isVisible()).toBe(true);
  });
});

describe("a browser without <dialog>", () => {
  test("gets a modal that Escape closes", async ({ openShop, pay }) => {
    const shop = await openShop(oldBrowser);
    await shop.page.setViewportSize({ width: 1280, height: 800 });
    await shop.page.locator("#buy").click();
    await frameOf(shop.page, pay.origin);
    expect(await shop.page.getByRole("dialog", { name: "Checkout" }).getAttribute("aria-modal")).toBe("true");
    expect(await box(shop)).toMatchObject({ x: 420, width: 440 });
    await shop.page.getByLabel("Close").focus();
    await shop.page.keyboard.press("Escape");
    await expect.poll(shop.calls).toEqual([["close"]]);
    expect(await shop.page.evaluate(() => document.activeElement?.id)).toBe("buy");
    await shop.page.keyboard.press("Escape");
    await settle(shop.page);
    expect(await shop.calls()).toEqual([["close"]]);
  });
});

describe("the page behind", () => {
  const tall = `<div style="height:5000px">Tall</div>`;

  test.for([
    ["no style of its own", tall],
    ["a root that scrolls", `<script>document.documentElement.style.overflow = "scroll"</script>${tall}`],
    [
      "a body that scrolls",
      `<script>addEventListener("load", () => document.body.style.overflowY = "auto")</script>${tall}`,
    ],
    [
      "styles that are important",
      `<style>body { overflow: auto !important }</style><script>addEventListener("load", () =>
        document.body.style.setProperty("padding-right", "7px", "important"))</script>${tall}`,
    ],
    [
      "a body as tall as the window",
      `<style>html, body { height: 100%; margin: 0 } body { overflow: auto }</style>${tall}`,
    ],
  ] as const)("does not scroll, and is as before afterwards: %s", async ([, html], { openShop }) => {
    const shop = await openShop({ html });
    const state = () =>
      shop.page.evaluate(() => {
        const { documentElement: root, body } = document;
        const scroll = [scrollY, root.clientWidth, body.getBoundingClientRect().width];
        return [...[root, body].map(({ style }) => style.cssText), ...scroll];
      });
    await shop.page.mouse.move(5, 5);
    await shop.page.mouse.wheel(0, 600);
    await expect.poll(() => shop.page.evaluate(() => scrollY)).toBe(600);
    const before = await state();
    await shop.open();
    await shop.page.mouse.wheel(0, 600);
    await settle(shop.page);
    expect(await shop.page.evaluate(() => scrollY)).toBe(600);
    await shop.page.evaluate(() => window.handles[0]!.close());
    expect(await state()).toEqual(before);
    await shop.page.mouse.wheel(0, 100);
    await expect.poll(() => shop.page.evaluate(() => scrollY)).toBe(700);
  });

  test("does not scroll until the last of several modals is closed", async ({ openShop }) => {
    const shop = await openShop({ html: tall });
    const overflow = () => shop.page.evaluate(() => document.body.style.overflow);
    await shop.open("pl_1");
    await shop.open("pl_2");
    await shop.page.evaluate(() => window.handles[0]!.close());
    expect(await overflow()).toBe("hidden");
    await shop.page.evaluate(() => window.handles[1]!.close());
    expect(await overflow()).toBe("");
  });

  test("keeps no listener of ours, and can enter the back-forward cache", async ({ openShop, pay }) => {
    const shop = await openShop({ before: countListeners });
    const count = () => shop.page.evaluate("listening()");
    const before = await count();
    await shop.open("pl_1");
    expect(await count()).toMatchObject({ MediaQueryList: 2 });
    expect(await count()).not.toMatchObject(before as object);
    await shop.page.evaluate(() => window.handles[0]!.close());
    expect(await count()).toEqual(before);

    pay.behaviour.state = 500;
    shop.expectConsole(/500/);
    await shop.buy("pl_2");
    await shop.modal.getByRole("alert").waitFor();
    await shop.page.evaluate(() => window.handles[1]!.close());
    expect(await count()).toEqual(before);
    expect(await shop.page.evaluate("listenedTo.filter((type) => /unload/.test(type))")).toEqual([]);
  });

  test("keeps no listener of ours in a browser without <dialog> either", async ({ openShop }) => {
    const shop = await openShop({ before: countListeners });
    await shop.page.evaluate(oldBrowser.before);
    const before = await shop.page.evaluate("listening()");
    await shop.open("pl_1");
    expect(await shop.page.evaluate("listening()")).toMatchObject({ HTMLDocument: 1 });
    await shop.page.evaluate(() => window.handles[0]!.close());
    expect(await shop.page.evaluate("listening()")).toEqual(before);
  });
});

describe("a page with a strict policy", () => {
  test("opens, pays and closes under a strict Content-Security-Policy with Trusted Types", async ({
    openShop,
    pay,
  }) => {
    const policy = [
      "default-src 'none'",
      `script-src 'self' ${pay.origin}/@service/js@0`,
      `frame-src ${pay.origin}`,
      `connect-src ${pay.origin}`,
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join("; ");
    const shop = await openShop({ headers: { "content-security-policy": policy } });
    await shop.page.setViewportSize({ width: 1280, height: 800 });
    await shop.page.locator("#buy").click();
    const frame = await frameOf(shop.page, pay.origin);
    expect((await box(shop)).width).toBe(440);
    await say(frame, { type: "success", reference: "col_1" });
    await expect.poll(shop.calls).toHaveLength(1);
    await shop.page.getByLabel("Close").click();
    expect(await shop.calls()).toEqual([["success", { reference: "col_1" }], ["close"]]);
  });

  test("says that the checkout cannot be reached where the policy forbids it", async ({ openShop, pay }) => {
    const policy = `default-src 'none'; script-src 'self' ${pay.origin}`;
    const shop = await openShop({ headers: { "content-security-policy": policy } });
    shop.expectConsole(/Content Security Policy/);
    await shop.page.locator("#buy").click();
    await shop.modal.getByRole("alert").waitFor();
    expect(await shop.calls()).toMatchObject([["error", { code: "CHECKOUT_UNREACHABLE" }]]);
  });
});

describe("a script loaded twice", () => {
  test("opens one modal, which closes for both callers", async ({ openShop, pay }) => {
    const script = `${pay.origin}/@service/js@0`;
    const shop = await openShop({ scripts: [script] });
    await shop.page.evaluate(() => Object.assign(window, { FirstService: window.Service }));
    await shop.page.addScriptTag({ url: `${script}?again` });
    expect(await shop.page.evaluate("FirstService !== Service")).toBe(true);
    await shop.buy("pl_1");
    await shop.page.evaluate(() => {
      window.Service = (window as unknown as { FirstService: typeof window.Service }).FirstService;
    });
    await shop.buy("pl_1");
    await frameOf(shop.page, pay.origin);
    expect(await shop.page.locator("service-checkout").count()).toBe(1);
    await shop.page.getByLabel("Close").click();
    await settle(shop.page);
    expect(await shop.calls()).toEqual([["close"], ["close"]]);
    expect(await shop.modal.count()).toBe(0);
  });
});

describe("the script's pay origin", () => {
  test("is where the script came from, unless the page names another", async ({ openShop, pay }) => {
    const shop = await openShop();
    await shop.buy("pl_1");
    await frameOf(shop.page, pay.origin);
    const other = pay.origin.replace("127.0.0.1", "localhost");
    await shop.open("pl_1", other);
    expect(await shop.modal.count()).toBe(2);
  });

  test("must be named where the script has no address of its own", async ({ openShop, pay }) => {
    const shop = await openShop({ scripts: [] });
    await shop.page.addScriptTag({ path: "widget/js/dist/service.global.js" });
    await expect(shop.buy("pl_1")).rejects.toThrow(/Service\(\) needs the address/);
    await shop.open("pl_1", pay.origin);
  });

  test("cannot be forged by an element named like the script's variable", async ({ openShop, pay }) => {
    const source = pay.origin.replace("127.0.0.1", "localhost");
    const shop = await openShop({ html: `<img name="currentScript" src="${source}">` });
    expect(await shop.page.evaluate(() => document.currentScript?.localName)).toBe("img");
    await expect(shop.buy("pl_1")).rejects.toThrow(/Service\(\) needs the address/);
  });
});

test("works without cookies: it reads and sends none", async ({ openShop, pay }) => {
  const shop = await openShop({
    before: () => {
      Object.defineProperty(document, "cookie", {
        get() {
          window.calls.push("read a cookie" as never);
        },
        set() {
          window.calls.push("wrote a cookie" as never);
        },
      });
    },
  });
  await shop.page.context().addCookies([{ name: "session", value: "1", url: pay.origin }]);
  const frame = await shop.open();
  await say(frame, { type: "close" });
  await expect.poll(shop.calls).toEqual([["close"]]);
  const asked = pay.requests.find(({ url }) => url.endsWith("/state"))!;
  expect(asked.headers.cookie).toBeUndefined();
  expect(asked.headers.origin).toBe(shop.origin);
});

const oldBrowser = {
  before: () => {
    delete (HTMLDialogElement.prototype as { showModal?: unknown }).showModal;
  },
};

/** Makes `listening()` tell how many listeners of ours the window, the document and media queries have. */
function countListeners(): void {
  const counts: Record<string, number> = { Window: 0, HTMLDocument: 0, MediaQueryList: 0 };
  const listenedTo: string[] = [];
  const { addEventListener, removeEventListener } = EventTarget.prototype;

  // Playwright listens too; and what the modal's own elements hear goes with them.
  const count = (target: EventTarget, by: number) => {
    const { name } = target.constructor;
    if (name in counts && new Error().stack!.includes("/@service/js")) counts[name]! += by;
  };
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...args) {
    listenedTo.push(args[0]);
    count(this, 1);
    addEventListener.apply(this, args);
  };
  EventTarget.prototype.removeEventListener = function (this: EventTarget, ...args) {
    count(this, -1);
    removeEventListener.apply(this, args);
  };
  Object.assign(window, { listenedTo, listening: () => counts });
}
