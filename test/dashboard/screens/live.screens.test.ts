import { describe } from "vitest";
import { createPerson } from "../../helpers/create-person.ts";
import { createFundedMerchant } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { allLooks, checkScreen } from "./check-screen.ts";
import { createSickEndpoint, forgetProof, liveScreens, openStepUp } from "./live-screens.ts";
import { photograph } from "./photograph.ts";
import { goTo, visitDashboard } from "./visit-dashboard.ts";

describe("the screens", () => {
  test("of live before the business is verified", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { merchantId } = await createFundedMerchant(database);
    const person = await createPerson(database, [[merchantId, "owner"]]);
    const page = await visitDashboard(context, ingress, person, "/dashboard/live/");
    for (const path of ["", ...Object.keys(liveScreens)]) {
      await goTo(page, `../live/${path}`);
      await checkScreen(page, allLooks);
      await photograph(page, `live-${path.replaceAll("/", "-")}`);
    }
  });

  test.for(["failing", "disabled"] as const)(
    "of webhooks with an endpoint that is %s",
    async (how, { context, fileDatabase: database, fileIngress: ingress }) => {
      const tenant = await createFundedMerchant(database);
      await createSickEndpoint(database, tenant, how);
      const person = await createPerson(database, [[tenant.merchantId, "owner"]]);
      const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/webhooks");
      for (const path of ["developers/webhooks", ""]) {
        await goTo(page, path);
        await checkScreen(page, allLooks);
        await photograph(page, `webhooks-${how}-${path === "" ? "home" : "page"}`);
      }
    },
  );

  test("of who has to confirm who it is, and could not be asked", async ({
    context,
    fileDatabase: database,
    fileIngress: ingress,
  }) => {
    const { merchantId } = await createFundedMerchant(database);
    const person = await createPerson(database, [[merchantId, "owner"]]);
    await forgetProof(database, person.id);
    const page = await visitDashboard(context, ingress, person, "/dashboard/test/developers/keys");
    await openStepUp(page);
    await checkScreen(page, allLooks);
    await photograph(page, "step-up");
    await page.route("**/dashboard/api/factors", (route) => route.abort());
    await page.reload();
    await page.getByRole("button", { name: "Create key" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await checkScreen(page, allLooks);
    await photograph(page, "step-up-failed");
  });
});
