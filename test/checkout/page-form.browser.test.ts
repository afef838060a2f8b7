import { describe, expect } from "vitest";
import { test, waitForView } from "./page-test.ts";
import { knownLink, naira, openLink, startsOf } from "./start-fake-checkout.ts";

describe("the form", () => {
  test("starts a session with the email alone for a fixed link, under a token of 32 bytes", async ({
    visit,
    server,
  }) => {
    const page = await visit({ query: "?amount=100&email=x@example.com" });
    await page.evaluate(() => {
      const field = document.querySelector("#email")!.closest(".field")!.cloneNode(true) as HTMLElement;
      const input = field.querySelector("input")!;
      input.name = input.id = "amount";
      input.value = "1";
      document.querySelector("form")!.prepend(field);
    });
    await page.getByLabel("Email").last().fill(" ada@example.com ");
    await page.getByRole("button", { name: "Pay ₦5,000.00" }).click();
    await waitForView(page, "transfer");
    const [start] = startsOf(server);
    expect(JSON.parse(start!.body)).toEqual({ email: "ada@example.com" });
    expect(start!.authorization).toMatch(/^Bearer [\w-]{43}$/);
    expect(await page.title()).toBe("Waiting for your transfer · Ada’s Bakery");
  });

  test("starts by itself where there is nothing to fill in", async ({ visit, server }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    const starts = startsOf(server);
    expect(starts.map(({ body }) => body)).toEqual(["{}"]);
  });

  test("takes an amount in naira as people write it, and shows on the button what will be paid", async ({
    visit,
    server,
  }) => {
    server.link = { ...openLink, isEmailKnown: true, minAmount: naira(1_000), maxAmount: naira(50_000) };
    const page = await visit();
    const amount = page.getByLabel("Amount");
    const error = page.locator("#amount-error");
    await page.getByText("In naira, from ₦1,000.00 to ₦50,000.00.").waitFor();

    for (const [written, told] of [
      ["", "Enter the amount you want to pay."],
      ["abc", "Enter an amount in naira, like 5,000 or 5,000.50."],
      ["5,00", "Enter an amount in naira, like 5,000 or 5,000.50."],
      ["-5000", "Enter an amount in naira, like 5,000 or 5,000.50."],
      ["5e3", "Enter an amount in naira, like 5,000 or 5,000.50."],
      ["5000.505", "Enter an amount in naira, like 5,000 or 5,000.50."],
      ["999.99", "The minimum is ₦1,000.00."],
      ["50,000.01", "The maximum is ₦50,000.00."],
    ] as const) {
      await amount.fill(written);
      await amount.press("Enter");
      expect(await error.textContent()).toBe(told);
      expect(await amount.getAttribute("aria-invalid")).toBe("true");
      expect(await page.getByRole("button", { name: "Continue" }).isVisible()).toBe(true);
    }
    expect(startsOf(server)).toEqual([]);

    await amount.fill("₦ 4999.9");
    expect(await error.textContent()).toBe("");
    expect(await amount.getAttribute("aria-invalid")).toBe(null);
    await amount.blur();
    expect(await amount.inputValue()).toBe("4,999.90");
    await page.getByRole("button", { name: "Pay ₦4,999.90" }).click();
    await waitForView(page, "transfer");
    const [start] = startsOf(server);
    expect(JSON.parse(start!.body)).toEqual({ amount: 499_990 });
  });

  test("shows the problem at each wrong field, and focuses the first", async ({ visit, server }) => {
    server.link = openLink;
    const page = await visit();
    await page.getByLabel("Email").fill("ada@nowhere");
    await page.getByRole("button", { name: "Continue" }).click();
    const focused = () => page.evaluate(() => document.activeElement?.id);
    expect(await focused()).toBe("amount");
    expect(await page.locator("#email-error").textContent()).toContain("Enter a complete email address");
    const described = await page.getByLabel("Email").getAttribute("aria-describedby");
    expect(described?.split(" ")).toContain("email-error");
    await page.getByLabel("Amount").fill("5000");
    await page.getByRole("button", { name: "Pay" }).click();
    expect(await focused()).toBe("email");
  });

  test("shows at the field the server's error for it", async ({ visit, server }) => {
    server.refusal = {
      status: 422,
      body: { error: { code: "VALIDATION_ERROR", details: { email: "must be an email address" } } },
    };
    const page = await visit();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Email").press("Enter");
    await page.getByText("Email must be an email address.").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("email");
    expect(await page.getByLabel("Email").inputValue()).toBe("ada@example.com");
  });

  test("lets the payer change their details, under a new token", async ({ visit, server }) => {
    server.link = openLink;
    const page = await visit();
    await page.getByLabel("Amount").fill("50,000");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Email").press("Enter");
    await page.getByRole("button", { name: "Change amount or email" }).click();
    await page.getByLabel("Amount").fill("5000");
    await page.getByRole("button", { name: "Pay ₦5,000.00" }).click();
    await waitForView(page, "transfer");
    const starts = startsOf(server);
    expect(starts.map(({ body }) => JSON.parse(body).amount)).toEqual([5_000_000, 500_000]);
    expect(new Set(starts.map(({ authorization }) => authorization)).size).toBe(2);
  });
});
