import type { CDPSession } from "playwright-core";
import { expect } from "vitest";
import { test } from "./shop-test.ts";

test("a frame whose process crashes can be closed, with one onClose", async ({ openShop }) => {
  const shop = await openShop();
  const frame = await shop.open();
  const cross = (await shop.page.getByLabel("Close").boundingBox())!;
  const devTools = await shop.page.context().newCDPSession(shop.page);
  const frameDevTools = await shop.page.context().newCDPSession(frame);
  const crashed = new Promise((resolve) => shop.page.once("crash", resolve));
  void frameDevTools.send("Page.crash").catch(() => {});
  // Playwright takes the whole page for crashed and does nothing with it any more, so the rest goes by its devtools.
  await crashed;
  for (const type of ["mousePressed", "mouseReleased"] as const) {
    const press = { type, x: cross.x + 10, y: cross.y + 10, button: "left", clickCount: 1 } as const;
    await devTools.send("Input.dispatchMouseEvent", press);
  }
  await expect.poll(() => evaluate(devTools, "calls")).toEqual([["close"]]);
  await evaluate(devTools, "handles[0].close()");
  expect(await evaluate(devTools, "calls")).toEqual([["close"]]);
  expect(await evaluate(devTools, "document.querySelectorAll('service-checkout').length")).toBe(0);
});

async function evaluate(devTools: CDPSession, expression: string): Promise<unknown> {
  const { result } = await devTools.send("Runtime.evaluate", { expression, returnByValue: true });
  return result.value;
}
