import { describe } from "vitest";
import { createPerson } from "../../helpers/create-person.ts";
import { createFundedMerchant } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { allLooks, checkScreen } from "./check-screen.ts";
import { createDemoShop, pathsOf } from "../story/demo-shop.ts";
import { goOn } from "./every-screen.ts";
import { photograph, pictureOf } from "./photograph.ts";
import { goTo, visitDashboard } from "./visit-dashboard.ts";

describe(
  "the screens of money that comes in hold on phones and desktops, in both themes",
  { timeout: 600_000 },
  () => {
    test("with something on each", async ({ context, database, ingress }) => {
      const shop = await createDemoShop(database, "");
      const person = await createPerson(database, [[shop.tenant.merchantId, "owner"]]);
      const page = await visitDashboard(context, ingress, person, "/dashboard/test/");
      for (const [index, path] of pathsOf(shop).entries()) {
        await (index === 0 ? goTo : goOn)(page, path);
        await checkScreen(page, allLooks);
        await photograph(page, `full-${pictureOf(path)}`);
      }
    });

    test("where there is nothing", async ({ context, database, ingress }) => {
      const { merchantId } = await createFundedMerchant(database);
      const person = await createPerson(database, [[merchantId, "owner"]]);
      const page = await visitDashboard(context, ingress, person, "/dashboard/test/");
      const paths = [
        "",
        "collections",
        "unmatched-payments",
        "payment-links",
        "refunds",
        "balance",
        "statements",
        "collections/col_00000000000000000000000000",
      ];
      for (const [index, path] of paths.entries()) {
        await (index === 0 ? goTo : goOn)(page, path);
        await checkScreen(page, allLooks);
        await photograph(page, `empty-${pictureOf(path)}`);
      }
    });
  },
);
