import type { Route } from "playwright-core";
import { describe, expect } from "vitest";
import { addKey } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import {
  createFundedMerchant,
  createVirtualAccount,
  destination,
  saveAccount,
  setEndpoint,
} from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { submittedBusiness } from "../../verification/business.ts";
import { createDemoShop, pathsOf } from "../story/demo-shop.ts";
import { goOn, otherScreens } from "./every-screen.ts";
import { allLooks, checkScreen } from "./check-screen.ts";
import { photograph, pictureOf } from "./photograph.ts";
import { goTo, visitDashboard } from "./visit-dashboard.ts";

/** A form from the beginning: there is nothing to load. */
const withoutData = ["payment-links/new"];

/** The service fails, but for saying who is signed in. */
const fail = (route: Route) =>
  route.fulfill({
    status: 500,
    headers: { "x-request-id": "req_0123456789abcdefghijklmnop" },
    json: { success: false, error: { code: "INTERNAL_ERROR", message: "Internal error." } },
  });

describe("every screen", () => {
  test.for(["full", "empty"] as const)(
    "besides those of money holds in both themes, on phones and desktops: %s",
    { timeout: 600_000 },
    async (state, { context, database, ingress }) => {
      const tenant = await createFundedMerchant(database);
      const person = await createPerson(database, [[tenant.merchantId, "owner"]], { isReviewer: true });
      const paths = [...otherScreens];
      if (state === "full") {
        const { key } = await addKey(database, tenant);
        await setEndpoint(database, tenant, "https://shop.example/hooks");
        await saveAccount(database, tenant, destination, { isDefault: true });
        await saveAccount(database, tenant, { ...destination, accountNumber: "0123456780" });
        await createPerson(database, [[tenant.merchantId, "finance"]]);
        const { session } = person;
        const invitation = { email: "chidi@example.com", role: "developer" };
        await ingress.call("POST", "/dashboard/api/invitations", { session, body: invitation });
        const origin = { origin: "https://shop.example" };
        await ingress.call("POST", "/dashboard/api/origins", { session, body: origin });
        await createVirtualAccount(database, tenant, 250_000n);
        for (const path of ["/v1/balances", "/v1/payouts/pyt_00000000000000000000000000"])
          await ingress.call("GET", path, { key });
        const { merchant } = await submittedBusiness(database, ingress);
        paths.push(`platform/verifications/${merchant}`);
      }
      const page = await visitDashboard(context, ingress, person, "/dashboard/test/");
      await goTo(page, "");
      for (const path of paths) {
        await goOn(page, path);
        await checkScreen(page, allLooks);
        await photograph(page, `${state}-${pictureOf(path)}`);
      }
    },
  );

  test.for(["money", "others"] as const)(
    "shows that it loads, and that it could not be loaded: %s",
    // A hundred looks.
    { timeout: 600_000 },
    async (which, { context, fileDatabase: database, fileIngress: ingress }) => {
      const shop = await createDemoShop(database, "");
      const { merchant } = await submittedBusiness(database, ingress);
      const person = await createPerson(database, [[shop.tenant.merchantId, "owner"]], { isReviewer: true });
      const paths = {
        money: pathsOf(shop).filter((path) => !withoutData.includes(path)),
        others: [...otherScreens, `platform/verifications/${merchant}`],
      }[which];
      const page = await visitDashboard(context, ingress, person, "/dashboard/test/");
      const origin = new URL(page.url()).origin;
      await page.clock.install();
      for (const path of paths) {
        const held: Route[] = [];
        let answer = (route: Route): unknown => held.push(route);
        await page.route(/\/dashboard\/api\/(?!session$)/, (route) => void answer(route));
        await page.goto(`${origin}/dashboard/test/${path}`);
        await page.locator("main .skeleton").first().waitFor();
        await checkScreen(page);
        await photograph(page, `loading-${pictureOf(path)}`);

        answer = fail;
        await Promise.all(held.map(fail));
        // A screen asks twice more before it gives up. The browser's own time passes meanwhile, not ours.
        const shown = async () => {
          await page.clock.fastForward(2_000);
          const main = page.locator("main");
          return [
            await main.getByText("Couldn’t load this").count(),
            await main.locator(".skeleton").count(),
          ];
        };
        await expect.poll(shown).toEqual([expect.toSatisfy((failures) => failures > 0), 0]);
        await checkScreen(page);
        await photograph(page, `failed-${pictureOf(path)}`);
        await page.unrouteAll({ behavior: "ignoreErrors" });
      }
    },
  );
});
