import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { textOf, waitForView, watch } from "./page-test.ts";
import type { Merchant } from "../helpers/create-member.ts";
import { test as base } from "../helpers/test.ts";

/** The page as the real server sends it, in a profile of its own; fails where it does what no page of ours may do. */
const test = base.extend<{ visit: (slug: string, query?: string) => Promise<Page> }>({
  visit: async ({ context, ingress, workers: _workers }, use) => {
    const offences: string[] = [];
    await use(async (slug, query = "") => {
      const page = await context.newPage();
      watch(page, ingress.url, offences);
      await page.goto(`${ingress.url}/pay/${slug}${query}`);
      return page;
    });
    const cookies = await context.cookies();
    expect({ offences, cookies }).toEqual({ offences: [], cookies: [] });
  },
});

const known = { customer: { email: "ada@example.com" } };

async function goOn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Email").press("Enter");
  await waitForView(page, "transfer");
}

const collectionsOf = async (ingress: TestIngress, { key }: Merchant) =>
  (await ingress.call("GET", "/v1/collections", { key })).data;

async function payIn(ingress: TestIngress, { key }: Merchant, value: number): Promise<void> {
  const [{ reference }] = (await ingress.call("GET", "/v1/virtual-accounts", { key })).data;
  const body = { virtualAccountReference: reference, amount: { value, currency: "NGN" } };
  const { status } = await ingress.call("POST", "/v1/sandbox/simulate/collection-success", { key, body });
  expect(status).toBe(200);
}

test("is paid in test mode without a cookie, and redirects to the merchant with the reference", async ({
  ingress,
  merchant,
  visit,
}) => {
  const successRedirectUrl = `${ingress.url}/docs`;
  const page = await visit(await merchant.createLink({ successRedirectUrl }));
  await page.getByText("Test mode: no real money moves").waitFor();
  await goOn(page);
  expect(await textOf(page, "accountNumber")).toMatch(/^\d{10}$/);
  await page.getByRole("button", { name: "I've sent the transfer" }).click();
  await waitForView(page, "succeeded");
  const [{ reference, status }] = await collectionsOf(ingress, merchant);
  expect(status).toBe("succeeded");
  expect(await textOf(page, "reference")).toBe(reference);
  await page.waitForURL(`${successRedirectUrl}?reference=${reference}`);
});

test("costs the link's amount, no matter what the payer changes in the page or its requests", async ({
  ingress,
  merchant,
  visit,
}) => {
  const page = await visit(await merchant.createLink(), "?amount=100");
  await page.route("**/session", (route) =>
    route.request().method() === "POST"
      ? route.continue({ postData: JSON.stringify({ email: "ada@example.com", amount: 100 }) })
      : route.continue(),
  );
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("#details .amount, [type=submit]"))
      element.textContent = "₦1.00";
  });
  await goOn(page);
  expect(await textOf(page, "amountDue")).toBe("₦5,000.00");
  const [{ amount }] = await collectionsOf(ingress, merchant);
  expect(amount).toEqual({ value: 500_000, currency: "NGN" });
});

test("shows the server's error at the amount of an open link", async ({ merchant, visit }) => {
  const slug = await merchant.createLink({
    amountType: "open",
    amount: null,
    minAmount: 100_000n,
    ...known,
  });
  const page = await visit(slug);
  // The page would not send so little by itself.
  await page.route("**/session", (route) =>
    route.request().method() === "POST"
      ? route.continue({ postData: JSON.stringify({ amount: 50_000 }) })
      : route.continue(),
  );
  await page.getByLabel("Amount").fill("1000");
  await page.getByRole("button", { name: "Pay ₦1,000.00" }).click();
  await page
    .locator("#amount-error")
    .filter({ hasText: /^Amount must be / })
    .waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("amount");
  await page.unroute("**/session");
  await page.getByLabel("Amount").fill("1000");
  await page.getByRole("button", { name: "Pay ₦1,000.00" }).click();
  await waitForView(page, "transfer");
});

test("shows a part payment and then the rest as they arrive, without a reload", async ({
  ingress,
  merchant,
  visit,
}) => {
  const page = await visit(await merchant.createLink(known));
  await waitForView(page, "transfer");
  await payIn(ingress, merchant, 300_000);
  await page.getByRole("heading", { name: "Still to transfer ₦2,000.00" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Still to transfer ₦2,000.00" }).waitFor();
  await payIn(ingress, merchant, 200_000);
  await waitForView(page, "succeeded");
  expect(await textOf(page, "amountPaid")).toBe("₦5,000.00");
});

test("expires by the server's clock, and gets another account", async ({ ingress, merchant, visit }) => {
  const page = await visit(await merchant.createLink());
  await goOn(page);
  const first = await textOf(page, "accountNumber");
  await ingress.call("POST", "/v1/sandbox/clock/advance", { key: merchant.key, body: { minutes: 31 } });
  await waitForView(page, "expired");
  await page.getByRole("button", { name: "Get a new account number" }).click();
  await waitForView(page, "transfer");
  expect(await textOf(page, "accountNumber")).not.toBe(first);
  expect(await textOf(page, "timeLeft")).toMatch(/^(30:00|29:5\d)$/);
});

test("closes for waiting payers when somebody else pays first", async ({ merchant, visit }) => {
  const slug = await merchant.createLink();
  const slow = await visit(slug);
  await goOn(slow);
  await slow.evaluate(() => localStorage.clear());
  const fast = await visit(slug);
  await goOn(fast);
  await fast.getByRole("button", { name: "I've sent the transfer" }).click();
  await waitForView(fast, "succeeded");
  await waitForView(slow, "closed");
  expect(await textOf(slow, "reference")).toMatch(/^col_/);
});

test("is at most 60 KB, all of it asked for by the HTML", async ({ merchant, visit }) => {
  const page = await visit(await merchant.createLink());
  await page.getByRole("button", { name: "Pay ₦5,000.00" }).waitFor();
  const sizes = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
      (entry) => (entry as PerformanceResourceTiming).transferSize,
    ),
  );
  expect(sizes).toHaveLength(3);
  const size = sizes.reduce((sum, one) => sum + one, 0);
  expect(size).toBeGreaterThan(5_000);
  expect(size).toBeLessThanOrEqual(60_000);
});
