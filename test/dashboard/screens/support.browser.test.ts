import { expect } from "vitest";
import { createPerson } from "../../helpers/create-person.ts";
import { startTestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { createFundedMerchant } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { photograph } from "./photograph.ts";
import { goTo, visitDashboard } from "./visit-dashboard.ts";

test("the dashboard names the operator's support, and promises none where nobody is named", async ({
  context,
  database,
  databaseUrl,
  ingress,
}) => {
  const { merchantId } = await createFundedMerchant(database);
  const owner = await createPerson(database, [[merchantId, "owner"]]);
  await using named = await startTestIngress(databaseUrl, { supportEmail: "help@platform.example" });
  for (const [at, count] of [
    [named, 1],
    [ingress, 0],
  ] as const) {
    const page = await visitDashboard(context, at, owner, "/dashboard/test");
    await goTo(page, "settings/limits");
    expect(await page.locator('a[href="mailto:help@platform.example"]').count()).toBe(count);
    expect((await page.locator("main").innerText()).includes("write to")).toBe(count === 1);
    await checkScreen(page);
    if (count === 1) await photograph(page, "support-settings-limits");
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Documentation" }).waitFor();
    const entry = page.getByRole("menuitem", { name: "Contact support" });
    expect(await entry.count()).toBe(count);
    if (count === 1) expect(await entry.getAttribute("href")).toBe("mailto:help@platform.example");
    await page.close();
  }
});
