import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Database } from "../../../sql/process/database.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { fund } from "../../helpers/records.ts";
import { newerBuiltins, removeBuiltins } from "../../helpers/browser/remove-builtins.ts";
import { translatePage } from "../../helpers/browser/translate-page.ts";
import { startTestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { test } from "../../helpers/test.ts";
import { createDemoShop, pathsOf } from "../story/demo-shop.ts";
import { forms, otherScreens, walkScreens } from "./every-screen.ts";
import { complaintsOf, visitDashboard } from "./visit-dashboard.ts";

/** An owner who reviews too, with something on every screen. */
async function createOwner(database: Database) {
  const shop = await createDemoShop(database, "");
  const owner = await createPerson(database, [[shop.tenant.merchantId, "owner"]], { isReviewer: true });
  return { shop, owner, paths: [...pathsOf(shop), ...otherScreens, ...forms] };
}

/** Opens what lies over a screen: the search box, the menu of the account, a list to choose from. */
async function openOverlays(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("menuitem").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
  await page.keyboard.press("Escape");
  await page.evaluate(() => history.pushState(null, "", "/dashboard/test/payouts"));
  await page.getByRole("button", { name: /Status/ }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await page.getByText("Clear filters").waitFor();
}

describe("every screen works", () => {
  test("in the oldest browsers that the build is for, which lack what is newer, and in Turkish, with letters of its own", async ({
    browser,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { owner, paths } = await createOwner(database);
    await using context = await browser.newContext({ locale: "tr-TR" });
    await removeBuiltins(context, newerBuiltins);
    const page = await visitDashboard(context, ingress, undefined, "/dashboard/live/payouts?status=failed");
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(new URL(page.url()).searchParams.get("next")).toBe("/dashboard/live/payouts?status=failed");
    const inside = await visitDashboard(context, ingress, owner, "/dashboard/test");
    await walkScreens(inside, paths);
    await openOverlays(inside);
  });

  test.for(["localStorage", "sessionStorage", "indexedDB", "all of them"])(
    "in Arabic, written from right to left, and where the browser denies %s",
    async (denied, { browser, fileDatabase: database, fileIngress: ingress }) => {
      const { owner, paths } = await createOwner(database);
      await using context = await browser.newContext({ locale: "ar" });
      await context.addInitScript((name) => {
        for (const each of ["localStorage", "sessionStorage", "indexedDB"])
          if (name === each || name === "all of them")
            Object.defineProperty(window, each, {
              get: () => {
                throw new DOMException("The operation is insecure.", "SecurityError");
              },
            });
      }, denied);
      const page = await visitDashboard(context, ingress, undefined, "/dashboard");
      await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      const inside = await visitDashboard(context, ingress, owner, "/dashboard");
      await inside.getByRole("heading", { level: 1, name: "Home" }).waitFor();
      await walkScreens(inside, denied === "all of them" ? paths : ["payouts", "payouts/new"]);
      await openOverlays(inside);
      expect(await inside.evaluate(() => getComputedStyle(document.body).direction)).toBe("ltr");
    },
  );
});

test("too old a browser is told so in a sentence", async ({ context, fileIngress: ingress }) => {
  // Of Safari 17.4: it has everything but the newest style that the pages use.
  await context.addInitScript(() => {
    CSS.supports = () => false;
  });
  const page = await visitDashboard(context, ingress, undefined, "/dashboard");
  await page.getByRole("alert").getByText("Your browser is too old for the dashboard").waitFor();
});

describe("a translated page", () => {
  test("shows new amounts, names, times and states, and whole ones, in a browser that speaks French", async ({
    browser,
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    const { shop, owner, paths } = await createOwner(database);
    await using ingress = await startTestIngress(databaseUrl, { updatesRefreshMs: 100 });
    await using context = await browser.newContext({ locale: "fr-FR" });
    const page = await visitDashboard(context, ingress, owner, "/dashboard/test");
    const available = page.locator(".home-figure-main .money");
    await available.waitFor();
    const kobo = async () => Number((await available.textContent())!.replaceAll(/\D/g, ""));
    const before = await kobo();
    await translatePage(page);
    await fund(database, shop.tenant, 123_456n);
    await expect.poll(kobo).toBe(before + 123_456);
    // Everything that is shown, hidden and taken away meanwhile.
    await walkScreens(page, paths);
    await openOverlays(page);
  });

  test("counts down, and each button keeps its words", async ({ context, fileIngress: ingress }) => {
    const page = await visitDashboard(context, ingress, undefined, "/dashboard/sign-in");
    await page.clock.install();
    const body = JSON.stringify({ error: { code: "RATE_LIMITED", message: "Wait." } });
    await page.route("**/dashboard/api/sign-in", (route) =>
      route.fulfill({ status: 429, body, headers: { "retry-after": "600" } }),
    );
    await translatePage(page);
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password").fill("something else");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").getByText("Try again in 10 minutes.").first().waitFor();
    await page.clock.fastForward(550_000);
    await page.getByText(/^Try again in [1-5]?\d seconds\.$/).waitFor();
    await page.clock.fastForward(60_000);
    await page.getByText("You can try again now.").waitFor();
    const translated = page.locator("button font, .money font, time font, code font");
    expect([await translated.count(), complaintsOf(page)]).toEqual([0, []]);
  });
});
