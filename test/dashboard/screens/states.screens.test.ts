import type { Page, Route } from "playwright-core";
import { describe, expect } from "vitest";
import { createPerson } from "../../helpers/create-person.ts";
import { test } from "../../helpers/test.ts";
import { submittedBusiness } from "../../verification/business.ts";
import { createDemoShop, pathsOf } from "../story/demo-shop.ts";
import { checkScreen } from "./check-screen.ts";
import { photograph } from "./photograph.ts";
import { visitDashboard } from "./visit-dashboard.ts";

/** The screens that show something of the service, besides those of a shop's money. */
const others = [
  "developers/keys",
  "developers/webhooks",
  "developers/embedding",
  "developers/sandbox",
  "developers/requests",
  "settings/payout-accounts",
  "settings/limits",
  "settings/verification",
  "settings/people",
  "settings/audit-log",
  "settings/account",
  "platform/verifications",
];

/** A form from the beginning: there is nothing to load. */
const withoutData = ["payment-links/new"];

/** Of a path, the name of its pictures: an item's is one for all of its kind. */
const nameOf = (path: string) => path.replace(/\/(?:[a-z]{2,3}_\w+|\w{12,})$/, "-one").replaceAll("/", "-");

/** Lets the service say who is signed in, and nothing else. */
const holdBack = (page: Page, handle: (route: Route) => unknown) =>
  page.route(/\/dashboard\/api\/(?!session$)/, (route) => void handle(route));

const fail = (route: Route) =>
  route.fulfill({
    status: 500,
    headers: { "x-request-id": "req_0123456789abcdefghijklmnop" },
    json: { success: false, error: { code: "INTERNAL_ERROR", message: "Internal error." } },
  });

describe("every screen", () => {
  test.for(["money", "others"] as const)(
    "shows that it loads, and that it could not be loaded: %s",
    // A hundred looks, and a screen asks twice more before it gives up.
    { timeout: 600_000 },
    async (which, { context, database, ingress }) => {
      const shop = await createDemoShop(database, "");
      const { merchant } = await submittedBusiness(database, ingress);
      const person = await createPerson(database, [[shop.tenant.merchantId, "owner"]], { isReviewer: true });
      const paths = {
        money: pathsOf(shop).filter((path) => !withoutData.includes(path)),
        others: [...others, `platform/verifications/${merchant}`],
      }[which];
      const page = await visitDashboard(context, ingress, person, "/dashboard/test/");
      const origin = new URL(page.url()).origin;
      await holdBack(page, () => undefined);
      for (const path of paths) {
        await page.goto(`${origin}/dashboard/test/${path}`);
        await page.locator("main .skeleton").first().waitFor();
        await checkScreen(page);
        await photograph(page, `loading-${nameOf(path)}`);
      }
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await holdBack(page, fail);
      for (const path of paths) {
        await page.goto(`${origin}/dashboard/test/${path}`);
        await page.locator("main").getByText("This could not be loaded").first().waitFor();
        await expect.poll(() => page.locator("main .skeleton").count()).toBe(0);
        await checkScreen(page);
        await photograph(page, `failed-${nameOf(path)}`);
      }
    },
  );
});
