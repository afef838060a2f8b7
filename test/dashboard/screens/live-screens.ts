import type { Page } from "playwright-core";
import { z } from "zod";
import type { Database } from "../../../sql/process/database.ts";
import type { Tenant } from "../../../sql/merchants/tenant.ts";
import { sql } from "../../../sql/process/sql-tag.ts";
import { createPasswords } from "../../../ingress/people/passwords.ts";
import { setEndpoint } from "../../helpers/records.ts";

/** The screens of live on which something is refused until the business is verified, by their titles. */
export const liveScreens = {
  payouts: "Payouts",
  "payouts/new": "New payout",
  "payment-links": "Payment links",
  "payment-links/new": "Create a payment link",
  "virtual-accounts": "Virtual accounts",
  "identity-checks": "Identity checks",
  "settings/payout-accounts": "Payout accounts",
  "developers/keys": "API keys",
  "developers/webhooks": "Webhooks",
} as const;

const nothing = z.object({});
export const password = "a lagoon at dusk 7";

/** Makes a person's next delicate change ask for the password. */
export async function forgetProof(database: Database, personId: bigint): Promise<void> {
  const hash = await createPasswords().hash(password);
  await database.query(sql.type(nothing)`update people set password_hash = ${hash} where id = ${personId}`);
  await database.query(sql.type(nothing)`
    update sessions set proved_at = now() - interval '11 minutes' where person_id = ${personId}`);
}

/** Opens the step-up dialog: creating a key asks for it. */
export async function openStepUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create key" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog", { name: "Confirm it’s you" }).getByLabel("Password").waitFor();
}

/** An endpoint that has failed for an hour, or was disabled. */
export async function createSickEndpoint(database: Database, tenant: Tenant, how: "failing" | "disabled") {
  await setEndpoint(database, tenant, "https://shop.example/hooks");
  await database.query(
    how === "failing"
      ? sql.type(nothing)`update webhook_endpoints set failing_since = now() - interval '1 hour'`
      : sql.type(nothing)`
          update webhook_endpoints
          set disabled_at = now(), disabled_reason = 'no delivery succeeded for five days'`,
  );
}
