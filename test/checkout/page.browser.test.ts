import { describe, expect } from "vitest";
import { newerThanEs2020, removeBuiltins } from "../helpers/browser/remove-builtins.ts";
import { test, textOf, waitForView, watch } from "./page-test.ts";
import { cakeLink, naira } from "./start-fake-checkout.ts";

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
