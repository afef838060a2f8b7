import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../../helpers/create-person.ts";
import type { TestIngress } from "../../helpers/platform/start-test-ingress.ts";

/** What the browser complained about on each page: refusals of the policy, and errors that nothing caught. */
const complaints = new WeakMap<Page, string[]>();

/** Opens a path of the dashboard, as a person who is signed in unless it is undefined. */
export async function visitDashboard(
  context: BrowserContext,
  { url }: Pick<TestIngress, "url">,
  person: Person | undefined,
  path: string,
): Promise<Page> {
  // Browsers keep cookies that are for https on localhost too; an address they do not trust as much.
  const origin = url.replace("127.0.0.1", "localhost");
  if (person !== undefined) {
    const cookie = { name: "__Host-session", value: person.session, domain: "localhost", path: "/" };
    await context.addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: "Lax" }]);
  }
  const page = await context.newPage();
  const heard: string[] = [];
  complaints.set(page, heard);
  page.on("pageerror", (error) => heard.push(String(error)));
  page.on("console", (message) => {
    // Every refusal of the API is logged by the browser as well.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) heard.push(message.text());
  });
  await page.goto(origin + path);
  return page;
}

/** Goes to a path of the test environment, and waits until nothing is being loaded. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/dashboard/test/${path}`);
  await page.locator("h1, .empty-state h2").first().waitFor();
  await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
}

/** What the browser complained about since the page was opened. */
export const complaintsOf = (page: Page): string[] => complaints.get(page) ?? [];

/**
 * Has responses to `path` be refusals, and the person come back to the tab after `ms`: what is on the screen is loaded
 * again.
 */
export async function failToRefresh(page: Page, path: RegExp, ms: number): Promise<void> {
  const error = { code: "STATE_CONFLICT", message: "Refused for a test." };
  await page.route(path, (route) => route.fulfill({ status: 409, json: { success: false, error } }));
  await page.clock.install();
  await page.clock.fastForward(ms);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}
