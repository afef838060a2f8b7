import { describe, expect } from "vitest";
import { frameOf, say, settle, test, type ShopPage } from "./shop-test.ts";

// What frameworks of shops do to their page while a modal of theirs is open, or always.

/** As focus-trap does: what happens outside the shop's drawer is swallowed, and the focus is brought back. */
const focusTrap = `
  const drawer = document.querySelector("#drawer");
  for (const name of ["mousedown", "touchstart", "click"])
    document.addEventListener(name, (event) => {
      if (drawer.contains(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, { capture: true, passive: false });
  document.addEventListener("focusin", (event) => {
    if (drawer.contains(event.target)) return;
    event.stopImmediatePropagation();
    drawer.querySelector("input").focus();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (!["Tab", "Escape"].includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);`;

/** As React Aria and Headless UI do: what is added outside their open dialog is hidden from screen readers. */
const hidesOthers = `
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node.id !== "drawer") {
        node.setAttribute("aria-hidden", "true");
        node.inert = true;
      }
  }).observe(document.body, { childList: true });`;

const drawer = (script: string) =>
  `<div id=drawer><input aria-label=Coupon></div><script>addEventListener("load", () => {${script}})</script>`;

const ways: Record<string, (shop: ShopPage) => Promise<unknown>> = {
  "the close button": ({ page }) => page.getByLabel("Close").click(),
  "a tap on the close button": ({ page }) => page.getByLabel("Close").tap(),
  "the close button by its key": ({ page }) => page.getByLabel("Close").press("Enter"),
  "a click beside the panel": ({ page }) => page.mouse.click(10, 10),
  Escape: ({ page }) => page.getByLabel("Close").press("Escape"),
};

describe("a focus trap of the page", () => {
  test.for(Object.entries(ways))("lets the payer close the modal: %s", async ([, act], { openShop }) => {
    const shop = await openShop({ html: drawer(focusTrap), hasTouch: true });
    await shop.open();
    await act(shop);
    await expect.poll(shop.calls).toEqual([["close"]]);
  });

  test("lets the payer try again, and Tab from the frame to the close button", async ({ openShop, pay }) => {
    pay.behaviour.state = 500;
    const shop = await openShop({ html: drawer(focusTrap) });
    shop.expectConsole(/500/);
    await shop.buy("pl_1");
    await shop.modal.getByRole("alert").waitFor();
    pay.behaviour.state = "open";
    await shop.modal.getByText("Try again", { exact: true }).click();
    const frame = await frameOf(shop.page, pay.origin);
    await frame.getByLabel("Email").focus();
    await shop.page.keyboard.press("Tab");
    const focused = () =>
      document.querySelector("service-checkout")!.shadowRoot!.activeElement?.getAttribute("aria-label");
    await expect.poll(() => shop.page.evaluate(focused)).toBe("Close");
  });
});

test("a page that hides what is added outside its dialog does not hide the checkout", async ({
  openShop,
}) => {
  const shop = await openShop({ html: drawer(hidesOthers) });
  await shop.open();
  await expect
    .poll(() => shop.page.locator("service-checkout").evaluate((host) => host.getAttributeNames()))
    .toEqual(["style"]);
  await shop.page.getByRole("button", { name: "Close" }).click();
  await expect.poll(shop.calls).toEqual([["close"]]);
});

test.for([
  ["body { zoom: 1.25 }"],
  ["html { zoom: 1.5 }"],
  ["body { zoom: 0.5 }"],
  ["body { transform: scale(1.5); filter: blur(0); contain: paint }"],
  [":not(:defined) { visibility: hidden } body > * { display: none }"],
])("the whole panel is in sight where the page has %s", async ([style], { openShop }) => {
  const shop = await openShop({ html: `<style>${style}</style>` });
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 360, height: 640 },
  ]) {
    await shop.page.setViewportSize(viewport);
    const frame = await shop.open();
    await say(frame, { type: "resize", height: 3000 });
    await settle(shop.page);
    const panel = await shop.modal.locator("> div").evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    });
    expect(Math.min(panel.left, panel.top)).toBeGreaterThanOrEqual(0);
    expect(panel.right).toBeLessThanOrEqual(viewport.width);
    expect(panel.bottom).toBeLessThanOrEqual(viewport.height);
    expect(panel.bottom - panel.top).toBeGreaterThan(viewport.height * 0.8);
    await shop.page.getByLabel("Close").click();
  }
});

test("a page whose own modal closes meanwhile can scroll afterwards", async ({ openShop }) => {
  const shop = await openShop({ html: `<div style="height:5000px">Tall</div>` });
  await shop.page.evaluate(() =>
    Object.assign(document.body.style, { overflow: "hidden", paddingRight: "15px" }),
  );
  await shop.open();
  await shop.page.evaluate(() => Object.assign(document.body.style, { overflow: "", paddingRight: "" }));
  await shop.page.evaluate(() => window.handles[0]!.close());
  expect(await shop.page.evaluate(() => document.body.style.cssText)).toBe("");
});

test("a page that adds headers to every request opens the checkout", async ({ openShop, pay }) => {
  const shop = await openShop({
    before: () => {
      const { fetch } = window;
      window.fetch = (input, init) =>
        fetch(input, { ...init, headers: { "x-csrf-token": "1", authorization: "Bearer of-the-shop" } });
    },
  });
  await shop.page.locator("#buy").click();
  await frameOf(shop.page, pay.origin);
});
