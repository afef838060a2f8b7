import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkDashboardSize } from "../../../scripts/build/check-sizes.ts";
import { createLiveMember, createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { createPayout, fund, resolveDestination, saveAccount } from "../../helpers/records.ts";
import { runSql } from "../../helpers/database/run-sql.ts";
import { test } from "../../helpers/test.ts";
import { givePolicy } from "../../approvals/team.ts";
import { checkScreen } from "./check-screen.ts";
import { visitDashboard } from "./visit-dashboard.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

describe("the dashboard's page", () => {
  test("is served at every path of the client with its policy, kept by nobody, and framed by nobody", async ({
    fileIngress,
  }) => {
    for (const path of ["/dashboard", "/dashboard/", "/dashboard/test/payouts/pyt_1", "/dashboard/apix"]) {
      const response = await fetch(fileIngress.url + path);
      expect([path, response.status, response.headers.get("cache-control")]).toEqual([path, 200, "no-store"]);
      const policy = response.headers.get("content-security-policy")!;
      const html = await response.text();
      // One script stands in the page, the one that says why the page does not start.
      const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text!);
      expect(scripts.length).toBe(1);
      const hash = createHash("sha256").update(scripts[0]!).digest("base64");
      expect(policy).toContain(
        `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; connect-src 'self'`,
      );
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(html).toContain('<div id="root"></div>');
      expect(html).not.toMatch(/<style|style=|<script(?!>|[^>]* src=)|<[^>]*\son\w+=/);
    }
    const api = await fetch(`${fileIngress.url}/dashboard/api/no-such-thing`);
    expect([api.status, (await api.json()).error.code]).toEqual([404, "NOT_FOUND"]);
    const posted = await fetch(`${fileIngress.url}/dashboard/test`, { method: "POST" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("loads files whose names change with their content, compressed and for ever", async ({
    fileIngress,
  }) => {
    const html = await (await fetch(`${fileIngress.url}/dashboard`)).text();
    const [, script] = /<script [^>]*src="([^"]+)"/.exec(html)!;
    expect(script).toMatch(/^\/dashboard\/assets\/index-[\w-]{8}\.js$/);
    const encodings = {
      "gzip, deflate, br, zstd": "br",
      gzip: "gzip",
      "gzip, br;q=0": "gzip",
      identity: null,
    };
    for (const [accepted, encoding] of Object.entries(encodings)) {
      const headers = { "accept-encoding": accepted };
      const response = await fetch(fileIngress.url + script, { headers });
      expect([accepted, response.headers.get("content-encoding")]).toEqual([accepted, encoding]);
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("content-type")).toMatch(/^text\/javascript/);
      expect((await response.text()).length).toBeGreaterThan(10_000);
    }
    const gone = await fetch(`${fileIngress.url}/dashboard/assets/index-00000000.js`);
    expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });

  test("names what each screen will load, and the session, before any script has run", async ({
    fileIngress,
  }) => {
    const linksOf = async (path: string, cookie = "") => {
      const html = await (await fetch(fileIngress.url + path, { headers: { cookie } })).text();
      return [...html.matchAll(/<link rel="(?:modulepreload|preload)" [^>]*href="([^"]+)"/g)].map(
        ([, href]) => href!,
      );
    };
    const signedIn = "__Host-session=1";
    const payouts = await linksOf("/dashboard/live/payouts/", signedIn);
    expect(payouts).toContainEqual(expect.stringMatching(/\/payouts-list-[\w-]{8}\.js$/));
    expect(payouts).toContain("/dashboard/api/session");
    expect(await linksOf("/dashboard/test")).toContainEqual(expect.stringMatching(/\/home-[\w-]{8}\.js$/));
    const signIn = await linksOf("/dashboard/sign-in");
    expect(signIn).toContainEqual(expect.stringMatching(/\/sign-in-[\w-]{8}\.js$/));
    expect(signIn).not.toContain("/dashboard/api/session");
    const dataOf = async (path: string, cookie?: string) =>
      (await linksOf(path, cookie)).filter((each) => each.startsWith("/dashboard/api/"));
    const session = "/dashboard/api/session";
    expect(await dataOf("/dashboard/live/payouts", "__Host-session=x")).toEqual([
      session,
      "/dashboard/api/live/payouts",
    ]);
    // There is none without a session, of another path, and with filters it is another.
    expect(await dataOf("/dashboard/live/payouts")).toEqual([]);
    expect(await dataOf("/dashboard/live/payouts?status=failed", "__Host-session=x")).toEqual([session]);
    expect(await dataOf("/dashboard/%22/payouts", "__Host-session=x")).toEqual([session]);
    const nowhere = await linksOf("/dashboard/no/such/screen");
    expect(nowhere.length).toBeLessThan(signIn.length);
    for (const path of [...payouts, ...signIn].filter((each) => each.endsWith(".js"))) {
      expect([path, (await fetch(fileIngress.url + path)).status]).toEqual([path, 200]);
    }
    const routes = await readFile("widget/dashboard/routes.tsx", "utf8");
    const parts = new Set(routes.matchAll(/import\("\.\/([^"]+)"\)/g).map(([, part]) => part));
    const preloads = JSON.parse(await readFile("widget/dashboard/dist/preloads.json", "utf8")) as object[];
    // All but the two layouts are screens.
    expect(preloads).toHaveLength(parts.size - 2);
  });

  test("has its first data loaded with its code, once, and shows none of another business", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const owner = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    const asked: string[] = [];
    context.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const timesAsked = (path: string) => asked.filter((each) => each === `/dashboard/api/test${path}`).length;
    const page = await visitDashboard(context, fileIngress, owner, "/dashboard/test");
    await heading(page, "Home");
    await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
    expect(["/summary", "/collections", "/payouts"].map(timesAsked)).toEqual([1, 1, 1]);

    // The first data is asked for before the page knows its business, which another tab may have changed.
    await context.route(
      "**/dashboard/api/test/payouts",
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "x-merchant": "mch_another" } });
      },
      { times: 1 },
    );
    await page.goto(`${new URL(page.url()).origin}/dashboard/test/payouts`);
    // It starts again, as after a change of the business.
    await heading(page, "Home");
  });

  test("comes in the theme that was chosen, and in no other text of the cookie", async ({ fileIngress }) => {
    const themed = async (cookie: string) =>
      /<html[^>]*>/.exec(
        await (await fetch(`${fileIngress.url}/dashboard`, { headers: { cookie } })).text(),
      )![0];
    expect(await themed("a=1; dashboard-theme=dark")).toBe(
      '<html data-theme="dark" data-session="none" lang="en">',
    );
    expect(await themed('dashboard-theme=dark" onload="alert(1)')).toBe(
      '<html data-session="none" lang="en">',
    );
    expect(await themed("other-dashboard-theme=dark; __Host-session=x")).toBe('<html lang="en">');
  });

  test("stays below 200 KB for a first visit of any screen", async () => {
    expect((await checkDashboardSize()).bytes).toBeLessThanOrEqual(200 * 1024);
  });
});

describe("without a connection", () => {
  test("the account menu opens: it was loaded after the screen", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const owner = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    const menu = context.waitForEvent("requestfinished", (request) =>
      request.url().includes("/account-menu-"),
    );
    const page = await visitDashboard(context, fileIngress, owner, "/dashboard/test");
    await menu;
    await context.setOffline(true);
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Your account" }).waitFor();
    await context.setOffline(false);
  });

  test("a screen that was not loaded says so beside the others, and comes with the connection", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const owner = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, fileIngress, owner, "/dashboard/test/payment-links/new");
    await page.getByLabel("Title").fill("Reading lamp");
    const nav = page.getByRole("navigation", { name: "Main" });
    await context.setOffline(true);
    // Pointing at a link loads what it leads to: that this fails takes nothing from the form.
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/assets/"));
    await nav.getByRole("link", { name: "Events" }).hover();
    await failed;
    expect(await page.getByLabel("Title").inputValue()).toBe("Reading lamp");
    page.once("dialog", (question) => void question.accept());
    await nav.getByRole("link", { name: "Events" }).click();
    await page.getByText("We couldn’t load this part of the dashboard").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await nav.getByRole("link", { name: "Payouts", exact: true }).count()).toBe(1);
    await checkScreen(page);
    await context.setOffline(false);
    await heading(page, "Events");
  });

  test("a screen whose file a newer version has replaced comes with that version", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const owner = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, fileIngress, owner, "/dashboard/test/payouts");
    await heading(page, "Payouts");
    const isFile = /\/assets\/events-list-[^/]+\.js$/;
    await page.route(isFile, (route) => route.fulfill({ status: 404 }), { times: 1 });
    const loaded = page.waitForEvent("load");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Events" }).click();
    await loaded;
    await heading(page, "Events");
  });
});

describe("who is not signed in", () => {
  test("is led to sign in, and from there on only to screens of the dashboard", async ({
    context,
    fileIngress,
  }) => {
    const page = await visitDashboard(
      context,
      fileIngress,
      undefined,
      "/dashboard/live/payouts?status=failed",
    );
    await heading(page, "Sign in");
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get("next")]).toEqual([
      "/dashboard/sign-in",
      "/dashboard/live/payouts?status=failed",
    ]);
    await checkScreen(page);
  });

  test("signs up and asks for a new password on pages that hold too", async ({ context, fileIngress }) => {
    const page = await visitDashboard(context, fileIngress, undefined, "/dashboard/sign-up");
    await heading(page, "Create your account");
    await checkScreen(page);
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await heading(page, "Reset your password");
    await checkScreen(page);
  });
});

describe("who is signed in", () => {
  test("reaches every screen with the keyboard, and hears where they are", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
    fileMerchant: merchant,
  }) => {
    const person = await createPerson(database, [[merchant.tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard");
    await heading(page, "Home");
    expect(new URL(page.url()).pathname).toBe("/dashboard/test");
    const nav = page.getByRole("navigation", { name: "Main" });
    const names = await nav.getByRole("link").allTextContents();
    expect(names).toEqual(expect.arrayContaining(["Home", "Payouts", "Audit log", "Your account"]));
    expect(names).not.toContain("Verifications");

    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
    for (const name of [...names.slice(1), "Home"]) {
      await nav.getByRole("link", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
      await heading(page, name);
      await expect.poll(() => page.title()).toContain(name);
      expect(await nav.getByRole("link", { name, exact: true }).getAttribute("aria-current")).toBe("page");
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("main");
    }
  });

  test("finds screens by name with Ctrl K", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
    fileMerchant: merchant,
  }) => {
    const person = await createPerson(database, [[merchant.tenant.merchantId, "viewer"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test");
    await heading(page, "Home");
    // Owners alone may read it.
    expect(await page.getByRole("link", { name: "Audit log" }).count()).toBe(0);
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Search" });
    await dialog.waitFor();
    await checkScreen(page);
    await page.keyboard.type("webh");
    await expect.poll(() => dialog.getByRole("menuitem").allTextContents()).toEqual(["Webhooks"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await heading(page, "Webhooks");
  });

  test("hears whether a search goes on or failed, and can close it and the drawer", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
    fileMerchant: merchant,
  }) => {
    const person = await createPerson(database, [[merchant.tenant.merchantId, "viewer"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test");
    await heading(page, "Home");
    const responded = Promise.withResolvers<void>();
    await page.route("**/dashboard/api/test/search*", async (route) => {
      await responded.promise;
      await route.abort();
    });
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole("button", { name: /^Search/ }).click();
    const dialog = page.getByRole("dialog", { name: "Search" });
    await dialog.waitFor();
    await page.keyboard.insertText("pyt_00000000");
    await expect.poll(() => dialog.getByText("Searching…").count()).toBe(1);
    expect(await dialog.getByText("Nothing found.").count()).toBe(0);
    responded.resolve();
    await dialog.getByText("We can’t reach the service.").waitFor();
    expect(await dialog.getByText("Nothing found.").count()).toBe(0);
    await checkScreen(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.unroute("**/dashboard/api/test/search*");
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByText("Nothing found.").waitFor();
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Open navigation" }).click();
    await page.getByRole("button", { name: "Close navigation" }).click();
    await page.getByRole("dialog", { name: "Main" }).waitFor({ state: "detached" });
  });

  test("sees which environment it is, and goes to the same list of the other", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
    fileMerchant: merchant,
  }) => {
    const person = await createPerson(database, [[merchant.tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/payouts");
    await heading(page, "Payouts");
    expect(await page.getByText("TEST", { exact: true }).isVisible()).toBe(true);
    await page.getByRole("group", { name: "Environment" }).getByRole("link", { name: "Live" }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard/live/payouts");
    expect(await page.getByText("TEST", { exact: true }).count()).toBe(0);
    await page.goto(new URL("/dashboard", page.url()).href);
    await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard/live");
  });

  test("sees nothing of test once they have switched to live: no row, badge or payment to check", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createLiveMember(database);
    const inTest = { ...tenant, environment: "test" as const };
    await fund(database, inTest, 1_000_000n);
    await resolveDestination(database, inTest);
    await givePolicy(database, inTest, { newDestinations: true });
    await createPayout(database, inTest, { amount: 123_400n });
    const account = await saveAccount(database, inTest);
    const person = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/payouts");
    const goLive = async (title: string) => {
      await page.getByRole("group", { name: "Environment" }).getByRole("link", { name: "Live" }).click();
      await page.waitForFunction((shown) => document.title === shown, `${title} · Live · Dashboard`);
    };
    await page.getByText("₦1,234.00").waitFor();
    const badge = page.getByRole("link", { name: "Approvals 1 waiting" });
    await badge.waitFor();
    // What live has never comes.
    await page.route(/api\/live\/(payouts|approvals)/, () => {});
    await goLive("Payouts");
    expect([await page.getByText("₦1,234.00").count(), await badge.count()]).toEqual([0, 0]);

    page.on("dialog", (question) => question.accept());
    await page.goto(new URL(`/dashboard/test/payouts/new?account=${account.reference}`, page.url()).href);
    await page.getByLabel("Amount").fill("100");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Send ₦100.00" }).waitFor();
    await goLive("New payout");
    const next = page.getByRole("button", { name: /^(Review|Send)/ });
    expect(await next.textContent()).toBe("Review");
    expect(await page.getByLabel("Amount").inputValue()).toBe("");
  });

  test("keeps the theme that they chose", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
    fileMerchant: merchant,
  }) => {
    const person = await createPerson(database, [[merchant.tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/payouts");
    await page.emulateMedia({ colorScheme: "light" });
    // With the keyboard: the menu takes the focus, and gives it back.
    const button = page.getByRole("button", { name: "Account menu" });
    await button.press("ArrowDown");
    await expect.poll(() => page.locator(":focus").textContent()).toBe("Your account");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
    await button.click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await expect.poll(background).toBe("rgb(16, 21, 19)");
    await checkScreen(page);
    await page.reload();
    expect(await background()).toBe("rgb(16, 21, 19)");
  });

  test("of two businesses shows one, then the other with nothing of the first, and adds a third", async ({
    context,
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
    fileIngress: ingress,
    fileMerchant: merchant,
  }) => {
    const other = await createMember(database, { available: 500_000n });
    await resolveDestination(database, other.tenant);
    await createPayout(database, other.tenant, { amount: 123_400n });
    const rename = (tenant: { merchantId: bigint }, name: string) =>
      runSql(databaseUrl, "update merchants set name = $1 where id = $2", [name, String(tenant.merchantId)]);
    await rename(merchant.tenant, "Lagoon Books");
    await rename(other.tenant, "Savanna Foods");
    const person = await createPerson(database, [
      [merchant.tenant.merchantId, "owner"],
      [other.tenant.merchantId, "viewer"],
    ]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/payouts");
    const switcher = (name: string) => page.getByRole("button", { name: `${name} Switch business` });
    // Which one is shown first is the service's choice.
    await page.getByRole("button", { name: /Switch business/ }).click();
    await page.getByRole("menuitemradio", { name: /Savanna Foods/ }).click();
    await switcher("Savanna Foods Viewer").waitFor();
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Payouts", exact: true })
      .click();
    await page.getByRole("heading", { level: 1, name: "Payouts" }).waitFor();
    await page.getByText("₦1,234.00").waitFor();
    await checkScreen(page);

    // Tabs that nobody tells of changes, as those that were out of sight.
    const openTab = async () => {
      const opened = await context.newPage();
      await opened.route("**/dashboard/api/test/updates", (route) => route.abort());
      await opened.goto(page.url());
      await opened.getByText("Savanna Foods").first().waitFor();
      return opened;
    };
    const [tab, sending] = [await openTab(), await openTab()];

    await switcher("Savanna Foods Viewer").click();
    await page.getByRole("menuitemradio", { name: /Lagoon Books/ }).click();
    await switcher("Lagoon Books Owner").waitFor();
    await tab.evaluate(() => {
      Object.assign(window, { isOld: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    });
    await tab.waitForFunction(() => !("isOld" in window));
    await tab.getByText("Lagoon Books").first().waitFor();
    await tab.close();
    // What is asked for on the first one's page is not done with the other's data.
    await sending
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Collections" })
      .dispatchEvent("click");
    await sending.getByText("Lagoon Books").first().waitFor();
    await sending.close();
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Payouts", exact: true })
      .click();
    await page.getByRole("heading", { name: "No payouts yet" }).waitFor();
    expect(await page.getByText("₦1,234.00").count()).toBe(0);

    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Add a business" }).click();
    await page.getByLabel("Business name").fill("Kano Grains");
    await checkScreen(page);
    await page.getByRole("dialog").getByRole("button", { name: "Add a business" }).click();
    await switcher("Kano Grains Owner").waitFor();
    await page.getByRole("heading", { name: "Take your first payment" }).waitFor();
  });

  test("hears that they could not sign out", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
    fileMerchant: merchant,
  }) => {
    const person = await createPerson(database, [[merchant.tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/payouts");
    await page.getByRole("button", { name: "Account menu" }).click();
    const signOut = page.getByRole("menuitem", { name: "Sign out" });
    await signOut.waitFor();
    await context.setOffline(true);
    await signOut.click();
    await page.locator(".toast").getByText("We can’t reach the service").waitFor();
  });

  test("who ends the session is at the sign-in page again", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
    fileMerchant: merchant,
  }) => {
    const person = await createPerson(database, [[merchant.tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/payouts");
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await heading(page, "Sign in");
    await page.goto(new URL("/dashboard/test/payouts", page.url()).href);
    await heading(page, "Sign in");
  });

  test("who belongs to no business adds one, and sees a page that is not there in its place", async ({
    context,
    fileDatabase,
    fileIngress,
  }) => {
    const person = await createPerson(fileDatabase);
    const page = await visitDashboard(context, fileIngress, person, "/dashboard/test/payouts");
    await page.getByRole("heading", { name: "You don’t belong to a business yet" }).waitFor();
    const nav = page.getByRole("navigation", { name: "Main" });
    expect(await nav.getByRole("link").allTextContents()).toEqual(["Your account"]);
    await checkScreen(page);
    await page.getByRole("button", { name: "Add a business" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a business" });
    await dialog.getByLabel("Business name").fill("Lagoon Books");
    await dialog.getByRole("button", { name: "Add a business" }).click();
    await nav.getByRole("link", { name: "Payouts", exact: true }).waitFor();
    await page.getByText("Lagoon Books").first().waitFor();

    await page.goto(new URL("/dashboard/test/nowhere", page.url()).href);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await nav.getByRole("link", { name: "Payouts", exact: true }).waitFor();
    await checkScreen(page);
  });
});
