import { describe, expect } from "vitest";
import { translatePage } from "../helpers/browser/translate-page.ts";
import { cakeLink, knownLink, naira, openLink } from "./start-fake-checkout.ts";
import { announcement, test, textOf, waitForView } from "./page-test.ts";

describe("a page that the browser translates", () => {
  test("shows what is due, how much time is left and what it waits for as they change", async ({
    visit,
    server,
  }) => {
    server.link = { ...cakeLink };
    const page = await visit();
    await translatePage(page);
    const email = page.getByLabel("Email");
    await email.press("Enter");
    await page.getByText("Enter your email address.").waitFor();
    await email.fill("ada@");
    await page.getByText("Enter a complete email address").waitFor();
    await email.fill("ada@example.com");
    await email.press("Enter");
    await page.getByRole("heading", { name: "Transfer exactly ₦5,000.00" }).waitFor();
    const time = await textOf(page, "timeLeft");
    await expect.poll(() => textOf(page, "timeLeft")).not.toBe(time);

    for (const [received, due] of [
      [2_000, 3_000],
      [3_500, 1_500],
    ] as const) {
      server.change({ status: "underpaid", amountReceived: naira(received), amountDue: naira(due) });
      const rest = `₦${due.toLocaleString("en-NG")}.00`;
      await page.getByRole("heading", { name: `Still to transfer ${rest}` }).waitFor();
      await page.getByText(`₦${received.toLocaleString("en-NG")}.00 of ₦5,000.00 has arrived.`).waitFor();
      await page.getByText("Waiting for the rest").waitFor();
      expect(await announcement(page)).toContain(rest);
    }
    expect(await page.locator("body").innerText()).not.toMatch(/Transfer exactly|Waiting for your transfer/);

    server.change({ status: "succeeded", amountReceived: naira(6_000), amountDue: naira(0) });
    await waitForView(page, "succeeded");
    expect(await textOf(page, "amountPaid")).toBe("₦6,000.00");
    await page.getByText("You sent ₦1,000.00 more than the ₦5,000.00 due.").waitFor();
  });

  test("says on the button what will be paid", async ({ visit, server }) => {
    server.link = openLink;
    const page = await visit();
    await translatePage(page);
    for (const [typed, label] of [
      ["5000", "Pay ₦5,000.00"],
      ["7500.50", "Pay ₦7,500.50"],
      ["", "Continue"],
    ] as const) {
      await page.getByLabel("Amount").fill(typed);
      await page.getByRole("button", { name: label, exact: true }).waitFor();
    }
  });

  test("shows late money at an account that expired", async ({ visit, server }) => {
    server.link = knownLink;
    const page = await visit();
    await waitForView(page, "transfer");
    server.change({ status: "expired" });
    await waitForView(page, "expired");
    await translatePage(page);
    server.change({ status: "expired", amountReceived: naira(2_000), amountDue: naira(3_000) });
    await page.getByText("₦2,000.00 of ₦5,000.00 has arrived.").waitFor();
    expect(await page.locator("body").innerText()).not.toContain("No transfer arrived");
  });
});

test("amounts, names, times and buttons are one text each, which translators leave alone", async ({
  visit,
  server,
}) => {
  server.link = { ...cakeLink, environment: "test" };
  const page = await visit();
  const offenders = () =>
    page.evaluate((merchant) => {
      const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (walker.nextNode()) {
        const { data, parentElement: parent } = walker.currentNode as Text;
        if (parent!.closest("script, noscript, h1, .monogram, .unseen, .affix")) continue;
        const isFixed =
          /[₦]|\d{3}|\d:\d\d/.test(data) || data.includes(merchant) || parent!.closest("button, a");
        if (
          isFixed &&
          (!parent!.closest('[translate="no"]') ||
            [...parent!.childNodes].filter((node) => node instanceof Text).length > 1)
        )
          found.push(data);
      }
      return found;
    }, cakeLink.merchantName);
  expect(await offenders()).toEqual([]);
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Email").press("Enter");
  await waitForView(page, "transfer");
  expect(await offenders()).toEqual([]);
  server.change({ status: "underpaid", amountReceived: naira(3_000), amountDue: naira(2_000) });
  await page.getByText("Waiting for the rest").waitFor();
  expect(await offenders()).toEqual([]);
  server.change({
    status: "succeeded",
    amountReceived: naira(6_000),
    redirectUrl: "https://shop.example/thanks",
  });
  await waitForView(page, "succeeded");
  expect(await offenders()).toEqual([]);
});
