import { describe, expect } from "vitest";
import { announcement, test, textOf, view, waitForView } from "./page-test.ts";
import { cakeLink, cakeSession, knownLink, naira, startsOf } from "./start-fake-checkout.ts";

describe("the transfer", () => {
  test("can be made with the keyboard alone, and the focus follows what happens", async ({
    visit,
    server,
  }) => {
    server.link = { ...cakeLink, environment: "test" };
    const page = await visit({ context: { permissions: ["clipboard-read", "clipboard-write"] } });
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = () =>
      page.evaluate(() => document.activeElement?.textContent?.replace(/\s+/g, " ").trim());
    const copied = () => page.evaluate(() => navigator.clipboard.readText());

    await press("Tab");
    await page.keyboard.type("ada@example.com");
    await press("Tab");
    expect(await focused()).toBe("Pay ₦5,000.00");
    await press("Enter");
    await waitForView(page, "transfer");
    expect(await focused()).toBe("Transfer exactly ₦5,000.00");
    await press("Tab", "Enter");
    await page.getByText("Copied", { exact: true }).first().waitFor();
    expect(await copied()).toBe("5000");
    await press("Tab", "Enter");
    await expect.poll(() => announcement(page)).toBe("Copied account number");
    expect(await copied()).toBe("0123456789");
    expect(await textOf(page, "accountDigits")).toBe("0 1 2 3 4 5 6 7 8 9");
    await press("Tab");
    expect(await focused()).toBe("I've sent the transfer");
    await press("Enter");
    await waitForView(page, "succeeded");
    expect(await focused()).toBe("Payment received");
    await press("Tab", "Enter");
    await expect.poll(copied).toBe(cakeSession.reference);
    expect(server.calls.filter(({ path }) => path.endsWith("/transfer"))).toHaveLength(1);
  });

  test("selects the text where it may not write to the clipboard", async ({ visit, server }) => {
    server.link = knownLink;
    const page = await visit({
      before: (opened) =>
        opened.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined })),
    });
    await waitForView(page, "transfer");
    await page.getByRole("button", { name: "Copy account number" }).click();
    await page.getByText("Now copy it with your keyboard").waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("0123456789");
    expect(await announcement(page)).toBe("Selected account number");
    // A later message stays when the earlier one's time is over.
    server.change({ status: "underpaid", amountReceived: naira(3_000), amountDue: naira(2_000) });
    await page.getByText("₦3,000.00 of ₦5,000.00 has arrived.").waitFor();
    await page.waitForTimeout(3_000);
    expect(await announcement(page)).toContain("₦3,000.00 has arrived.");
    server.change({ status: "succeeded", amountReceived: naira(5_000) });
    await waitForView(page, "succeeded");
    expect(await page.getByText("Now copy it with your keyboard").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Copy reference" }).click();
    await page.getByText("Now copy it with your keyboard").waitFor();
  });

  test("shows how much has arrived and how much is still due", async ({ visit, server }) => {
    server.link = { ...cakeLink };
    const page = await visit();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Email").press("Enter");
    await page.getByRole("button", { name: "Change email" }).waitFor();
    server.change({ status: "underpaid", amountReceived: naira(3_000), amountDue: naira(2_000.5) });
    await page.getByRole("heading", { name: "Still to transfer ₦2,000.50" }).waitFor();
    await page.getByText("₦3,000.00 of ₦5,000.00 has arrived.").waitFor();
    expect(await announcement(page)).toBe("₦3,000.00 has arrived. Still to transfer: ₦2,000.50.");
    expect(await page.locator("#amount-due").getAttribute("value")).toBe("2000.50");
    // Another session would not know of that money.
    expect(await page.getByRole("button", { name: "Change email" }).isVisible()).toBe(false);
  });

  test("live links offer no simulated transfer and no test banner", async ({ visit, server }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    expect(await page.getByText("I've sent the transfer").count()).toBe(0);
    expect(await page.getByText("Test mode").count()).toBe(0);
  });

  test("a simulated transfer that fails may be tried again", async ({ visit, server }) => {
    server.link = { ...knownLink, environment: "test" };
    const page = await visit();
    await waitForView(page, "transfer");
    server.failing = 500;
    await page.getByRole("button", { name: "I've sent the transfer" }).click();
    await page.locator("#transfer .error").waitFor();
    expect(await announcement(page)).toBe("That didn’t work. Please try again.");
    server.failing = undefined;
    await page.getByRole("button", { name: "I've sent the transfer" }).click();
    await waitForView(page, "succeeded");
  });
});

describe("the end", () => {
  test("redirects to the merchant's page after showing the success, and only once", async ({
    visit,
    server,
  }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    const redirectUrl = `${server.origin}/thanks?reference=${cakeSession.reference}`;
    server.change({
      status: "succeeded",
      amountReceived: naira(5_000),
      redirectUrl,
      settledAt: "2026-03-01T23:30:00.000Z",
    });
    await waitForView(page, "succeeded");
    await page.getByText("Taking you back to Ada’s Bakery").waitFor();
    expect(await page.getByRole("link", { name: "Continue to Ada’s Bakery" }).getAttribute("href")).toBe(
      redirectUrl,
    );
    expect(await textOf(page, "amountPaid")).toBe("₦5,000.00");
    expect(await textOf(page, "successTime")).toBe("2 Mar 2026, 12:30 am WAT");
    await page.waitForURL(redirectUrl);
    await page.goBack();
    await waitForView(page, "succeeded");
    await page.waitForTimeout(3_500);
    expect(page.url()).toBe(server.url);
  });

  test("tells who sent too much, and does not lead them away before they have read it", async ({
    visit,
    server,
  }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    const redirectUrl = `${server.origin}/thanks`;
    await page.clock.install();
    server.change({ status: "succeeded", amountReceived: naira(6_000.5), redirectUrl });
    await page.getByText("You sent ₦1,000.50 more than the ₦5,000.00 due.").waitFor();
    await page.clock.runFor(10_000);
    expect(await page.getByText("Taking you back").count()).toBe(0);
    expect(page.url()).toBe(server.url);
    await page.getByRole("link", { name: "Continue to Ada’s Bakery" }).click();
    await page.waitForURL(redirectUrl);
  });

  test("expired: offers a new account number, with a new token and the same details", async ({
    visit,
    server,
  }) => {
    const page = await visit();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Email").press("Enter");
    await waitForView(page, "transfer");
    server.change({ status: "expired" });
    await waitForView(page, "expired");
    await page.getByText("please don’t send it twice").waitFor();
    expect(await textOf(page, "reference")).toBe(cakeSession.reference);
    server.change({ status: "awaiting_payment" });
    await page.getByRole("button", { name: "Get a new account number" }).click();
    await waitForView(page, "transfer");
    const starts = startsOf(server);
    expect(starts.map(({ body }) => body)).toEqual(Array(2).fill('{"email":"ada@example.com"}'));
    expect(new Set(starts.map(({ authorization }) => authorization)).size).toBe(2);
  });

  test("expired after a part payment: offers no account for the full amount", async ({ visit, server }) => {
    server.link = knownLink;
    server.change({ status: "expired", amountReceived: naira(3_000), amountDue: naira(2_000) });
    const page = await visit();
    await waitForView(page, "expired");
    await page.getByText("₦3,000.00 of ₦5,000.00 has arrived.").waitFor();
    expect(await page.getByRole("button", { name: "Get a new account number" }).isVisible()).toBe(false);
  });

  test("closed while the payer waits: says so, and what happens to money in transit", async ({
    visit,
    server,
  }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    server.change({ status: "closed" });
    await waitForView(page, "closed");
    expect(await textOf(page, "reference")).toBe(cakeSession.reference);
  });

  test("a link that closed before the payer continued: says so, and does not mention money", async ({
    visit,
    server,
  }) => {
    server.refusal = { status: 409, body: { error: { code: "STATE_CONFLICT", message: "closed" } } };
    const page = await visit();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Email").press("Enter");
    await waitForView(page, "closed");
    expect(await page.locator("section#closed h3").isVisible()).toBe(false);
  });

  for (const [status, name] of [
    [500, "failed"],
    [429, "busy"],
  ] as const) {
    test(`${name}: may be tried again, with a new token`, async ({ visit, server }) => {
      server.link = knownLink;
      server.refusal = { status, body: { error: { code: "ANY", message: "any" } } };
      const page = await visit();
      await waitForView(page, name);
      expect(await view(page)).toBe(name);
      server.refusal = undefined;
      await page.getByRole("button", { name: "Try again" }).click();
      await waitForView(page, "transfer");
      const starts = startsOf(server);
      expect(new Set(starts.map(({ authorization }) => authorization)).size).toBe(2);
    });
  }
});
