import { describe, expect, test as unit } from "vitest";
import { readFrameMessage } from "../../widget/messages.ts";
import { frameOf, say, settle, test, type ShopPage } from "./shop-test.ts";
import { startFakePay } from "./start-fake-pay.ts";

const success = { type: "success", reference: "col_forged" };

/** What the page made for the frame that is open: a script that reads it from the page still cannot forge a message. */
async function nonceOf({ page }: ShopPage): Promise<string> {
  const source = await page.locator("service-checkout iframe").getAttribute("src");
  return new URL(source!).searchParams.get("nonce")!;
}

describe("forged messages are ignored", () => {
  test("from the page itself", async ({ openShop }) => {
    const shop = await openShop();
    await shop.open();
    const nonce = await nonceOf(shop);
    await shop.page.evaluate((message) => window.postMessage(message, "*"), {
      service: 1,
      nonce,
      ...success,
    });
    await settle(shop.page);
    expect(await shop.calls()).toEqual([]);
  });

  test("from another frame of the pay origin", async ({ openShop, pay }) => {
    const shop = await openShop();
    await shop.open();
    const nonce = await nonceOf(shop);
    const source = `${pay.origin}/pay/other?origin=${shop.origin}&nonce=${nonce}`;
    await shop.page.evaluate((src) => {
      const frame = document.createElement("iframe");
      frame.name = "other";
      frame.src = src;
      document.body.append(frame);
    }, source);
    await expect.poll(() => shop.page.frame("other")?.url()).toBe(source);
    await say(shop.page.frame("other")!, success, { type: "close" });
    await settle(shop.page);
    expect(await shop.calls()).toEqual([]);
  });

  test("from a window of the pay origin", async ({ openShop, pay }) => {
    const shop = await openShop();
    await shop.open();
    const [popup] = await Promise.all([
      shop.page.waitForEvent("popup"),
      shop.page.evaluate((url) => void window.open(url), `${pay.origin}/pay/other?origin=${shop.origin}`),
    ]);
    await popup.waitForLoadState();
    const forged = { service: 1, nonce: await nonceOf(shop), ...success };
    await popup.evaluate((message) => window.opener.postMessage(message, "*"), forged);
    await settle(shop.page);
    expect(await shop.calls()).toEqual([]);
  });

  test.for([
    ["with another nonce", { nonce: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["without a nonce", { nonce: undefined }],
    ["with a nonce of another type", { nonce: { toString: "x" } }],
    ["of another protocol", { service: 2 }],
    ["of another protocol that looks alike", { service: "1" }],
    ["of a type that no frame sends", { type: "shown" }],
    ["without a reference", { reference: undefined }],
    ["with a reference of another type", { reference: { value: "col_1" } }],
  ] as const)("from the frame itself %s", async ([, change], { openShop }) => {
    const shop = await openShop();
    const frame = await shop.open();
    await say(frame, { ...success, ...change });
    await settle(shop.page);
    expect(await shop.calls()).toEqual([]);
    await say(frame, success);
    await expect.poll(shop.calls).toHaveLength(1);
  });

  test("that are not objects", async ({ openShop, pay }) => {
    const shop = await openShop();
    const frame = await shop.open();
    await frame.evaluate((origin) => {
      for (const data of [null, undefined, 1, "success", [], new Map([["service", 1]])]) {
        parent.postMessage(data, origin);
      }
    }, shop.origin);
    await settle(shop.page);
    expect(await shop.calls()).toEqual([]);
    expect((await frameOf(shop.page, pay.origin)).url()).toBe(frame.url());
  });

  test("from an earlier opening's frame", async ({ openShop }) => {
    const shop = await openShop();
    await shop.open();
    const nonce = await nonceOf(shop);
    await shop.page.getByLabel("Close").click();
    const frame = await shop.open();
    await say(frame, { ...success, nonce });
    await settle(shop.page);
    expect(await shop.calls()).toEqual([["close"]]);
  });
});

describe("the frame's window with another origin is ignored", () => {
  test.for(["127.0.0.1.evil.example", "evil.example", "localhost"])("%s", async (host, { openShop }) => {
    const shop = await openShop();
    const frame = await shop.open();
    // The same page with the same nonce, under another name.
    const url = frame.url().replace("127.0.0.1", host);
    await frame.evaluate((href) => void (location.href = href), url);
    await frame.waitForURL(url);
    await say(frame, success, { type: "close" });
    await settle(shop.page);
    expect(await shop.calls()).toEqual([]);
  });

  test("null, the origin of a sandboxed frame", async ({ openShop }) => {
    const shop = await openShop();
    await shop.open();
    const nonce = await nonceOf(shop);
    const iframe = shop.page.locator("service-checkout iframe");
    await iframe.evaluate((element: HTMLIFrameElement) => {
      element.sandbox.value = "allow-scripts";
      element.src += "&again";
    });
    const frame = (await (await iframe.elementHandle())!.contentFrame())!;
    await frame.waitForURL(/again/);
    expect(await frame.evaluate("origin")).toBe("null");
    expect(new URL(frame.url()).searchParams.get("nonce")).toBe(nonce);
    await say(frame, success, { type: "close" });
    await settle(shop.page);
    expect(await shop.calls()).toEqual([]);
  });

  unit("in any form", () => {
    const source = {} as Window;
    const from = { source, origin: "https://pay.example.com", nonce: "n" };
    const read = (origin: string) =>
      readFrameMessage(
        { source, origin, data: { service: 1, nonce: "n", type: "close" } } as MessageEvent,
        from,
      );
    expect(read("https://pay.example.com")).toEqual(expect.objectContaining({ type: "close" }));
    for (const origin of [
      "https://pay.example.com.evil.com",
      "https://pay.example.com:8443",
      "http://pay.example.com",
      "https://evil.com/https://pay.example.com",
      "https://xpay.example.com",
      "https://example.com",
      "HTTPS://PAY.EXAMPLE.COM",
      "https://pay.example.com/",
      "null",
      "",
    ]) {
      expect(read(origin), origin).toBeUndefined();
    }
  });
});

unit("heights that no frame can have are ignored", () => {
  const source = {} as Window;
  const read = (height: unknown) =>
    readFrameMessage(
      { source, origin: "o", data: { service: 1, nonce: "n", type: "resize", height } } as MessageEvent,
      { source, origin: "o", nonce: "n" },
    );
  expect(read(400)).toEqual(expect.objectContaining({ height: 400 }));
  for (const height of [NaN, Infinity, -Infinity, "400", null, undefined]) {
    expect(read(height), String(height)).toBeUndefined();
  }
});

unit("types that every object has as members are no messages", () => {
  const source = {} as Window;
  for (const type of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    const event = { source, origin: "o", data: { service: 1, nonce: "n", type } } as MessageEvent;
    expect(readFrameMessage(event, { source, origin: "o", nonce: "n" }), type).toBeUndefined();
  }
});

unit("a message without a window is nobody's, even where the frame has lost its own", () => {
  const data = { service: 1, nonce: "n", type: "close" };
  const event = { source: null, origin: "o", data } as MessageEvent;
  expect(readFrameMessage(event, { source: null, origin: "o", nonce: "n" })).toBeUndefined();
});

test("the page posts to the pay origin alone", async ({ openShop, pay }) => {
  const shop = await openShop({
    // The page's view of every frame's window, with a postMessage that notes its target.
    before: () => {
      const views = new WeakMap<Window, object>();
      const view = (real: Window) => {
        if (!views.has(real)) {
          const postMessage = (message: unknown, target: string) => {
            window.calls.push(["posted", message, target] as never);
            real.postMessage(message, target);
          };
          views.set(real, { postMessage });
        }
        return views.get(real);
      };
      for (const [prototype, name] of [
        [HTMLIFrameElement.prototype, "contentWindow"],
        [MessageEvent.prototype, "source"],
      ] as const) {
        const { get } = Object.getOwnPropertyDescriptor(prototype, name)!;
        Object.defineProperty(prototype, name, {
          get() {
            return view(get!.call(this));
          },
        });
      }
    },
  });
  const frame = await shop.open();
  await expect.poll(() => frame.evaluate("heard.length")).toBe(1);
  const message = { service: 1, nonce: await nonceOf(shop), type: "shown" };
  expect(await shop.calls()).toEqual([["posted", message, pay.origin]]);
  expect(await frame.evaluate("heard")).toEqual([{ origin: shop.origin, data: message }]);
});

test("two checkouts of different pay origins do not get each other's messages", async ({ openShop, pay }) => {
  await using other = await startFakePay();
  const shop = await openShop();
  const first = await shop.open("pl_1", pay.origin);
  const second = await shop.open("pl_1", other.origin);
  expect(await shop.modal.count()).toBe(2);

  const nonces = [first, second].map((frame) => new URL(frame.url()).searchParams.get("nonce"));
  expect(nonces[0]).not.toBe(nonces[1]);
  await say(first, { ...success, nonce: nonces[1] }, { type: "close", nonce: nonces[1] });
  await say(second, { ...success, nonce: nonces[0] }, { type: "close", nonce: nonces[0] });
  await settle(shop.page);
  expect(await shop.calls()).toEqual([]);

  await say(second, { type: "success", reference: "col_2" }, { type: "close" });
  await expect.poll(shop.calls).toEqual([["success", { reference: "col_2" }], ["close"]]);
  expect(await shop.modal.count()).toBe(1);
  await say(first, { type: "success", reference: "col_1" }, { type: "close" });
  await expect.poll(shop.calls).toHaveLength(4);
  expect(await shop.modal.count()).toBe(0);
});
