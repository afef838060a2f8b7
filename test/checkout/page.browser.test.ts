import { describe, expect } from "vitest";
import { newerThanEs2020, removeBuiltins } from "../helpers/browser/remove-builtins.ts";
import { translatePage } from "../helpers/browser/translate-page.ts";
import { announcement, test, textOf, waitForView, watch } from "./page-test.ts";
import { cakeLink, knownLink, naira, openLink } from "./start-fake-checkout.ts";

describe("the page as it is served", () => {
  test("needs only two more files, which the HTML names, and at most 60 KB in all", async ({
    visit,
    server,
  }) => {
    const page = await visit();
    const html = await (await fetch(server.url)).text();
    const loaded = await page.evaluate(() =>
      [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
        (entry) => {
          const { name, initiatorType, transferSize } = entry as PerformanceResourceTiming;
          return { path: new URL(name).pathname, initiatorType, transferSize };
        },
      ),
    );
    const [document, ...files] = loaded;
    expect(document).toMatchObject({ initiatorType: "navigation" });
    expect(files.map(({ initiatorType }) => initiatorType).sort()).toEqual(["link", "script"]);
    for (const { path } of files) expect(html).toContain(`"${path}"`);
    const size = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0);
    expect(size).toBeGreaterThan(10_000);
    expect(size).toBeLessThanOrEqual(60_000);
    // Ready for the payer without asking the server for anything more.
    expect(await page.getByRole("button", { name: "Pay ₦5,000.00" }).isEnabled()).toBe(true);
  });

  test("leads to the receipt in the oldest browsers that it is built for, which lack what is newer", async ({
    visit,
    server,
  }) => {
    const page = await visit({ before: (opened) => removeBuiltins(opened.context(), newerThanEs2020) });
    await page.getByLabel("Email").fill("payer@example.com");
    await page.getByRole("button", { name: "Pay ₦5,000.00" }).click();
    await waitForView(page, "transfer");
    server.change({ status: "succeeded", amountReceived: naira(5_000), amountDue: naira(0) });
    await waitForView(page, "succeeded");
    expect(await textOf(page, "amountPaid")).toContain("5,000.00");
  });

  test("says without JavaScript who is paid for what, how much, and that it needs JavaScript", async ({
    visit,
  }) => {
    const page = await visit({ context: { javaScriptEnabled: false } });
    const text = await page.locator("main").innerText();
    expect(text).toContain("Ada’s Bakery");
    expect(text).toContain("Chocolate birthday cake");
    expect(text).toContain("₦5,000.00");
    expect(text).toContain("Paying here needs JavaScript.");
    // An action that cannot work is not offered.
    expect(await page.getByRole("button").count()).toBe(0);
  });

  test("offers to be loaded again where its script did not arrive", async ({ visit, server }) => {
    server.link = knownLink;
    const isScript = /\/checkout\/[^/]+\.js$/;
    const page = await visit({
      before: (opened) => opened.route(isScript, (route) => route.fulfill({ status: 504 })),
    });
    const reload = page.getByRole("link", { name: "Reload the page" });
    expect(await reload.count()).toBe(0);
    // Some time later.
    await page.evaluate(() => document.getAnimations().forEach((each) => (each.currentTime = 60_000)));
    await page.unroute(isScript);
    await reload.click();
    await waitForView(page, "transfer");
    expect(await page.locator("#reload").count()).toBe(0);
  });

  test("shows HTML in every name as text, and runs none of it", async ({ visit, server }) => {
    const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script>&amp;'`;
    server.link = { ...cakeLink, isEmailKnown: true, title: evil, merchantName: `M ${evil}` };
    server.change({
      reference: evil,
      bankAccount: { bankName: evil, accountName: evil, accountNumber: evil },
      redirectUrl: "javascript:alert(3)",
    });
    const page = await visit({
      before: (opened) => opened.exposeFunction("alert", () => Promise.reject(new Error("it ran"))),
    });
    await waitForView(page, "transfer");
    expect(await page.locator("h1").textContent()).toBe(evil);
    expect(await page.locator(".merchant").textContent()).toBe(`M ${evil}`);
    expect(await textOf(page, "bankName")).toBe(evil);
    expect(await textOf(page, "accountName")).toBe(evil);
    expect(await textOf(page, "accountNumber")).toBe(evil);
    const facts = JSON.parse((await page.locator("#page-facts").textContent())!);
    expect(facts.link.merchantName).toBe(`M ${evil}`);
    server.change({ status: "succeeded" });
    await waitForView(page, "succeeded");
    expect(await textOf(page, "reference")).toBe(evil);
    expect(await page.getByRole("link").count()).toBe(0);
    expect(await page.locator("img").count()).toBe(0);
    const scripts = await page
      .locator("script")
      .evaluateAll((all) => all.map((script) => script.getAttribute("type")));
    expect(scripts).toEqual(["module", "application/json"]);
    expect(await page.title()).toBe(`Payment received · M ${evil}`);
  });

  test("the content security policy stops markup even where text becomes markup", async ({
    visit,
    browser,
    server,
  }) => {
    await visit();
    const context = await browser.newContext();
    const page = await context.newPage();
    const offences: string[] = [];
    watch(page, server.origin, offences);
    await page.goto(server.url);
    await page.evaluate(() => (document.body.innerHTML = "<b>made</b>")).catch(() => {});
    expect(await page.locator("b").count()).toBe(0);
    expect(offences.join()).toContain("TrustedHTML");
    await context.close();
  });

  test("says so where the link is paid or disabled, and shows no form", async ({ visit, server }) => {
    server.link = { ...cakeLink, status: "paid" };
    const paid = await visit();
    await paid.getByRole("heading", { name: "This has already been paid" }).waitFor();
    expect(await paid.title()).toBe("Already paid · Ada’s Bakery");
    server.link = { ...cakeLink, status: "disabled" };
    const disabled = await visit();
    await disabled.getByRole("heading", { name: "This payment link is switched off" }).waitFor();
    expect(server.calls.filter(({ path }) => path.includes("session"))).toEqual([]);
  });
});

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
