import { describe, expect } from "vitest";
import { createPerson } from "../../helpers/create-person.ts";
import { createFundedMerchant } from "../../helpers/records.ts";
import { test as base } from "../../helpers/test.ts";
import { allLooks, checkScreen } from "./check-screen.ts";
import { createDemoShop, pathsOf, type DemoShop } from "../story/demo-shop.ts";
import { photograph, pictureOf } from "./photograph.ts";
import { goTo, visitDashboard } from "./visit-dashboard.ts";

const test = base.extend<{ shop: DemoShop }>({
  shop: [async ({ fileDatabase }, use) => use(await createDemoShop(fileDatabase, "")), { scope: "file" }],
});

describe("the screens of money that comes in", () => {
  test.for([
    ...[
      "",
      "collections",
      "virtual-accounts",
      "payment-links",
      "payouts",
      "refunds",
      "balance",
      "statements",
    ],
    ...["identity-checks", "events"],
  ])(
    "hold on phones and desktops, in both themes: /%s",
    async (domain, { context, fileDatabase: database, fileIngress: ingress, shop }) => {
      const person = await createPerson(database, [[shop.tenant.merchantId, "owner"]]);
      const page = await visitDashboard(context, ingress, person, "/dashboard/test/");
      for (const path of pathsOf(shop).filter((each) => each.split("/")[0] === domain)) {
        await goTo(page, path);
        await checkScreen(page, allLooks);
        await photograph(page, `full-${pictureOf(path)}`);
      }
    },
  );

  test.for([
    "",
    "collections",
    "unmatched-payments",
    "payment-links",
    "refunds",
    "balance",
    "statements",
    "collections/col_00000000000000000000000000",
  ])(
    "hold where there is nothing: /%s",
    async (path, { context, fileDatabase: database, fileIngress: ingress }) => {
      const { merchantId } = await createFundedMerchant(database);
      const person = await createPerson(database, [[merchantId, "owner"]]);
      const page = await visitDashboard(context, ingress, person, `/dashboard/test/${path}`);
      await page.locator("h1, .empty-state h2").first().waitFor();
      await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
      await checkScreen(page, allLooks);
      await photograph(page, `empty-${pictureOf(path)}`);
    },
  );
});
