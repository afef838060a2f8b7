import type { Page } from "playwright-core";
import { expect } from "vitest";
import { complaintsOf } from "./visit-dashboard.ts";

/** The screens that show something of the service, besides those of a shop's money. */
export const otherScreens = [
  "approvals",
  "payout-batches",
  "developers/keys",
  "developers/webhooks",
  "developers/embedding",
  "developers/sandbox",
  "developers/requests",
  "settings/payout-accounts",
  "settings/limits",
  "settings/approval-policy",
  "settings/verification",
  "settings/people",
  "settings/audit-log",
  "settings/account",
  "platform/verifications",
];

/** Forms, for which little is loaded. */
export const forms = ["payouts/new", "payout-batches/new", "developers/webhooks/playground"];

/** Goes on from a screen that is loaded to another one, within the page: that costs less than to load it again. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll("h1, h2")) heading.setAttribute("data-left", "");
    history.pushState(null, "", `/dashboard/test/${to}`);
  }, path);
  await page.locator("h1:not([data-left]), .empty-state h2:not([data-left])").first().waitFor();
  await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
}

/**
 * Goes through screens of the test environment without loading the page again. Each has to show what it is for, without
 * an error that nothing caught.
 */
export async function walkScreens(page: Page, paths: readonly string[]): Promise<void> {
  const failed: string[] = [];
  for (const path of paths) {
    await page.evaluate((to) => history.pushState(null, "", `/dashboard/test/${to}`), path);
    await page.locator("main h1, main .empty-state h2, [role=alert] h1").first().waitFor();
    await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
    const merged = await page.evaluate(wordsWithoutSpace);
    if (merged.length > 0) failed.push(`${path} has words without a space between: ${merged.join()}`);
    const refused = await page
      .locator(".start-notice:not([hidden])")
      .or(page.getByText("Couldn’t load this"))
      .allTextContents();
    if (refused.length > 0) failed.push(`${path}: ${refused.join()}`);
  }
  expect({ failed, complaints: complaintsOf(page) }).toEqual({ failed: [], complaints: [] });
}

/** Runs in the page. Rows and columns of boxes drop the space at the end of a text, beside an element. */
function wordsWithoutSpace(): string[] {
  const isText = (node: Node | null) => node instanceof Text && node.data.trim() !== "";
  return [...document.querySelectorAll("main *")]
    .filter((box) => {
      const { display, columnGap, flexDirection } = getComputedStyle(box);
      if (!display.endsWith("flex") || flexDirection.startsWith("column")) return false;
      if (columnGap !== "normal" && columnGap !== "0px") return false;
      return [...box.childNodes].some(
        (node) => isText(node) && (node.nextSibling ?? node.previousSibling) instanceof HTMLElement,
      );
    })
    .map((box) => box.textContent);
}
