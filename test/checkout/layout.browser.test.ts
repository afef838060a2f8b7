import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "../helpers/test.ts";
import { startShop } from "../widget/start-shop.ts";

const shopPage = (payOrigin: string, slug: string) => `<!doctype html><html lang="en"><title>Shop</title>
<button id="buy">Buy</button><script src="${payOrigin}/@service/js@0"></script>
<script>document.querySelector("#buy").onclick = () => Service().checkout({ slug: "${slug}" })</script></html>`;

/** The fonts that an element's text is drawn with. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

const hasFocus = (element: Locator) => element.evaluate((node) => node.matches(":focus"));

/** Goes on with Tab from the form's last field, as far as the modal's Close button, and not into the page behind. */
async function tabToClose(page: Page): Promise<void> {
  const form = page.frameLocator("dialog iframe");
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document.querySelector("service-checkout")!.shadowRoot!;
      return activeElement?.getAttribute("aria-label") ?? activeElement?.localName;
    });
  // The page in the frame takes the focus once it is shown. A field that has it before that would lose it again.
  await expect.poll(() => hasFocus(form.getByLabel("Amount"))).toBe(true);
  expect(await focused()).toBe("iframe");
  await form.getByLabel("Email").focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => hasFocus(form.getByRole("button", { name: "Continue" }))).toBe(true);
  await page.keyboard.press("Tab");
  await expect.poll(focused).toBe("Close");
}

test("the button that sends the test transfer is in sight on a small phone and in a modal, ₦ looks like its digits, and Tab reaches Close", async ({
  browser,
  ingress,
  merchant,
  workers: _workers,
}) => {
  const title = "Two weeks in Lagos, half board, with the boat";
  const slug = await merchant.createLink({ title, amountType: "open", amount: null });
  await using shop = await startShop(() => ({ body: shopPage(ingress.url, slug) }));
  await merchant.registerOrigins(shop.origin);
  const open = async (url: string, width: number, height: number) => {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: "reduce" });
    await page.goto(url);
    return page;
  };
  const phone = await open(`${ingress.url}/pay/${slug}`, 360, 640);
  const desktop = await open(shop.origin, 1000, 700);
  await desktop.click("#buy");
  await tabToClose(desktop);
  for (const [checkout, height] of [
    [phone, 640],
    [desktop.frameLocator("dialog iframe"), 684],
  ] as const) {
    await checkout.getByLabel("Amount").fill("1234567.50");
    // As "email", some browsers would write the domain in another way. This one does not.
    expect(await checkout.getByLabel("Email").getAttribute("type")).toBe("text");
    await checkout.getByLabel("Email").fill("adé@ìwé.ng");
    await checkout.getByLabel("Email").press("Enter");
    const button = checkout.getByRole("button", { name: "I've sent the transfer" });
    await button.waitFor();
    // The modal grows with its content.
    await expect
      .poll(async () => {
        const box = (await button.boundingBox())!;
        return box.y + box.height;
      })
      .toBeLessThan(height - 16);
    expect(await checkout.getByRole("heading", { name: title }).getAttribute("dir")).toBe("auto");
    await button.scrollIntoViewIfNeeded();
    expect(await checkout.locator("html").evaluate((root) => root.scrollTop)).toBe(0);
  }
  expect(await fontsOf(phone, "#amount-due")).toHaveLength(1);
  const { data } = await ingress.call("GET", "/v1/collections", { key: merchant.key });
  expect(data.map(({ customer }: { customer: object }) => customer)).toEqual([
    { email: "adé@ìwé.ng" },
    { email: "adé@ìwé.ng" },
  ]);
  for (const page of [phone, desktop]) await page.close();
});
