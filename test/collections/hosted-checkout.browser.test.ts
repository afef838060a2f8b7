import { expect } from "vitest";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { updatePaymentLink } from "../../sql/payment-links/payment-links.ts";
import type { Database } from "../../sql/process/database.ts";
import { visitDashboard } from "../dashboard/screens/visit-dashboard.ts";
import type { Merchant } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { balancesOf, findEvents, ledgerDrift, payIn } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

/** What the payer does with the account that the checkout has shown, for ₦5,000.00. */
type Paying = (world: {
  database: Database;
  merchant: Merchant;
  slug: string;
  pass: (minutes: number) => Promise<unknown>;
  pay: (kobo: bigint) => Promise<unknown>;
}) => Promise<void>;

const payers: { pays: string; paying: Paying; waiting: string }[] = [
  {
    pays: "twice",
    paying: async ({ pay }) => {
      await pay(500_000n);
      await pay(500_000n);
    },
    waiting: "₦5,000.00",
  },
  {
    pays: "a day after the account has expired",
    paying: async ({ pass, pay }) => {
      await pass(31);
      await pass(24 * 60);
      await pay(500_000n);
    },
    waiting: "₦5,000.00",
  },
  {
    pays: "one kobo less, and no more in time",
    paying: async ({ pass, pay }) => {
      await pay(499_999n);
      await pass(31);
      await pass(24 * 60);
    },
    waiting: "₦4,999.99",
  },
  {
    pays: "another amount into the expired account",
    paying: async ({ pass, pay }) => {
      await pass(31);
      await pay(400_000n);
    },
    waiting: "₦4,000.00",
  },
  {
    pays: "late, after the link was disabled",
    paying: async ({ database, merchant, slug, pass, pay }) => {
      const { outcome } = await updatePaymentLink(database, {
        tenant: merchant.tenant,
        slug,
        change: { status: "disabled" },
      });
      expect(outcome).toBe("updated");
      await pass(31);
      await pass(24 * 60);
      await pay(500_000n);
    },
    waiting: "₦5,000.00",
  },
];

test.for(payers)(
  "a payer who pays $pays: the merchant sees the money as it comes, and accepts it without an operator",
  async ({ paying, waiting }, { browser, context, database, ingress, merchant, workers: _running }) => {
    const slug = await merchant.createLink({ amount: 500_000n });
    const ada = await createPerson(database, [[merchant.tenant.merchantId, "finance"]]);
    const path = "/dashboard/test/unmatched-payments?status=waiting";
    const dashboard = await visitDashboard(context, ingress, ada, path);
    await dashboard.getByRole("button", { name: "Clear filters" }).first().waitFor();

    const payer = await browser.newContext();
    const page = await payer.newPage();
    await page.goto(`${ingress.url}/pay/${slug}`);
    await page.getByLabel("Email").fill("payer@example.com");
    await page.getByRole("button", { name: /^Pay/ }).click();
    const listed = () => ingress.call("GET", "/v1/collections", { key: merchant.key });
    await expect.poll(async () => (await listed()).data[0]?.status).toBe("awaiting_payment");
    const recipient = (await listed()).data[0].virtualAccount;
    await page.getByText("Account number").first().waitFor();
    const pay = (kobo: bigint) => payIn(database, recipient, kobo, { payer: { name: "KEMI UDOH" } });
    const pass = (minutes: number) => advanceTestClock(database, { ...merchant.tenant, minutes });
    await paying({ database, merchant, slug, pass, pay });

    // Without loading the page again.
    await dashboard.getByRole("link", { name: waiting }).waitFor();
    const [told] = await findEvents(database, "credit.unmatched");
    const credit = JSON.parse(told!.body).data;
    expect(credit.status).toBe("waiting");
    const before = await balancesOf(database, merchant.tenant);
    await dashboard.getByRole("button", { name: `Accept ${waiting}` }).click();
    await dashboard
      .getByRole("dialog")
      .getByRole("button", { name: `Accept ${waiting}` })
      .click();
    await dashboard.getByRole("link", { name: waiting }).waitFor({ state: "detached" });
    expect(await findEvents(database, "credit.accepted")).toHaveLength(1);
    expect(await balancesOf(database, merchant.tenant)).toEqual({
      ...before,
      available: (before.available ?? 0) + credit.amount.value,
    });
    expect(await ledgerDrift(database)).toEqual([]);
    await payer.close();
  },
);
