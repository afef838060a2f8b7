import { describe, expect } from "vitest";
import { dashboardRoutes } from "../../../ingress/dashboard/dashboard-routes.ts";
import { createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { createPayout, resolveDestination } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { goTo, visitDashboard } from "./visit-dashboard.ts";
import { lagosDay } from "../../helpers/lagos-day.ts";

/** The screens that show what each route lists, by its path below /dashboard/api. */
const screens: Record<string, string[]> = {
  "/:environment/payouts": ["payouts"],
  "/:environment/payout-batches": ["payout-batches"],
  "/:environment/refunds": ["refunds"],
  "/:environment/approvals": ["approvals"],
  "/:environment/balance-transactions": ["balance"],
  "/:environment/collections": ["collections"],
  "/:environment/unmatched-credits": ["unmatched-payments"],
  "/:environment/virtual-accounts": ["virtual-accounts"],
  "/:environment/payment-links": ["payment-links"],
  "/:environment/kyc/requests": ["identity-checks"],
  "/:environment/events": ["events", "developers/webhooks"],
  "/:environment/payout-accounts": ["settings/payout-accounts"],
  "/:environment/requests": ["developers/requests"],
  "/audit-log": ["settings/audit-log"],
  "/platform/verifications": ["platform/verifications"],
};
/** Parts of an event's page, which shows all of them, and of a batch's, which has filters of its own. */
const unfiltered = [
  "/:environment/events/:reference/attempts",
  "/:environment/payout-batches/:reference/items",
];
/** Of the log of requests: a field above the list leads to the request itself. */
const elsewhere = ["requestId"];

describe("the filters of a list", () => {
  test("are all that its route has, on every list there is", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]], { isReviewer: true });
    const page = await visitDashboard(context, ingress, owner, "/dashboard/test/");
    const lists = dashboardRoutes
      .filter(({ paged }) => paged === true)
      .map(({ path, request }) => ({ path: path.replace("/dashboard/api", ""), query: request.query }));
    expect(lists.map(({ path }) => path).toSorted()).toEqual(
      [...Object.keys(screens), ...unfiltered].toSorted(),
    );
    for (const [path, shownOn] of Object.entries(screens)) {
      const {
        limit: _limit,
        cursor: _cursor,
        ...filters
      } = lists.find((list) => list.path === path)!.query!.shape;
      const expected = Object.keys(filters).filter((name) => !elsewhere.includes(name));
      for (const screen of shownOn) {
        await goTo(page, screen);
        const shown = await page
          .locator("[data-filters]")
          .evaluateAll((all) => all.flatMap((one) => (one as HTMLElement).dataset["filters"]!.split(" ")));
        expect([screen, shown.toSorted()]).toEqual([screen, expected.toSorted()]);
      }
    }
  });

  test("list what was created from one day in Nigeria to the end of another", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    const { reference } = await createPayout(database, tenant);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, owner, "/dashboard/test/payouts");
    const shown = page.getByRole("link", { name: "₦1,000.00" });
    await shown.waitFor();
    await page.getByRole("button", { name: /Created$/ }).click();
    await page.getByRole("option", { name: "Custom range" }).click();
    const today = lagosDay();
    await page.getByLabel("To", { exact: true }).fill("2026-01-31");
    await page.getByLabel("To", { exact: true }).press("Enter");
    await page.getByRole("heading", { name: "No payouts match" }).waitFor();
    await checkScreen(page);
    // A first day after the last one takes the last one's place.
    await page.getByLabel("From").fill(today);
    await page.getByLabel("From").press("Enter");
    await expect.poll(() => page.getByLabel("To", { exact: true }).inputValue()).toBe("");
    await page.getByLabel("To", { exact: true }).fill(today);
    await page.getByLabel("To", { exact: true }).press("Enter");
    await shown.waitFor();
    const { searchParams } = new URL(page.url());
    const [from, to] = [searchParams.get("createdFrom")!, searchParams.get("createdTo")!];
    expect(from).toMatch(/T23:00:00\.000Z$/);
    expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000);
    await checkScreen(page);
    // They stand in the address: whoever opens it sees the same, with the days.
    await page.reload();
    await shown.waitFor();
    expect(await page.getByLabel("From").inputValue()).toBe(today);
    await page.getByLabel("Reference", { exact: true }).fill(reference.replace(/.$/, ""));
    expect(new URL(page.url()).searchParams.get("reference")).toBeNull();
    // Chats put invisible marks around what is copied from them.
    await page.getByLabel("Reference", { exact: true }).fill(`\u2068${reference}\u2069`);
    await expect.poll(() => new URL(page.url()).searchParams.get("reference")).toBe(reference);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await shown.waitFor();
  });

  test("by a text are applied with Enter", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { tenant } = await createMember(database);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const page = await visitDashboard(
      context,
      ingress,
      owner,
      "/dashboard/test/developers/requests?method=GET",
    );
    const path = page.getByLabel("Path");
    await path.fill("/v1/payouts");
    await path.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("path")).toBe("/v1/payouts");
    await path.fill("no path");
    await path.press("Enter");
    expect(await path.getAttribute("aria-invalid")).toBe("true");
    await path.fill("");
    await expect.poll(() => new URL(page.url()).search).toBe("?method=GET");
  });
});
