import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { startCheckoutSession } from "../../sql/checkout/checkout.ts";
import { settleCredit } from "../../sql/collections/credits/credits.ts";
import { findByReference } from "../../sql/process/pages.ts";
import {
  createPaymentLink,
  findPaymentLink,
  updatePaymentLink,
  type NewPaymentLink,
} from "../../sql/payment-links/payment-links.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { readVirtualAccount } from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import {
  balancesOf,
  createFundedMerchant,
  eventTypes,
  ledgerDrift,
  payIn,
  provisionVirtualAccount,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { recordCredit } from "../helpers/record-credit.ts";

const terms: NewPaymentLink = {
  title: "Lamp",
  amountType: "fixed",
  amount: 1_000n,
  minAmount: null,
  maxAmount: null,
  linkType: "one_time",
  customer: null,
  successRedirectUrl: null,
};
const payer = { email: "payer@example.com", amount: null };

/** A payer's browser makes a token of its own. */
const start = (
  database: Database,
  slug: string,
  { email, amount }: { email: string | null; amount: bigint | null },
) => startCheckoutSession(database, { slug, tokenHash: randomBytes(32), email, amount, networks: [] });

async function createLink(database: Database, tenant: Tenant, overrides: Partial<NewPaymentLink> = {}) {
  const link = await createPaymentLink(database, tenant, { ...terms, ...overrides });
  return z.object({ slug: z.string() }).parse(link).slug;
}

/** A payer who went on from the link's page: the account to pay into. */
async function startAttempt(database: Database, slug: string, amount: bigint | null = null) {
  const attempt = await start(database, slug, { ...payer, amount });
  expect(attempt.outcome).toBe("started");
  return provisionVirtualAccount(database, attempt.virtualAccountId!);
}

const statusOf = async (database: Database, tenant: Tenant, slug: string) =>
  z.object({ status: z.string() }).parse(await findPaymentLink(database, tenant, slug)).status;

describe("a payment link", () => {
  test("has a slug of 128 random bits, and belongs to its merchant only", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const stranger = await createFundedMerchant(database);
    const [one, other] = [await createLink(database, tenant), await createLink(database, tenant)];
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(other).not.toBe(one);
    expect(await findPaymentLink(database, tenant, one)).toMatchObject({ slug: one, status: "active" });
    expect(await findPaymentLink(database, stranger, one)).toBeNull();
    expect(await findPaymentLink(database, { ...tenant, environment: "live" }, one)).toBeNull();
    expect(
      await updatePaymentLink(database, { tenant: stranger, slug: one, change: { status: "disabled" } }),
    ).toEqual({
      outcome: "not_found",
      link: null,
    });
  });

  test("is paid by the settlement of one attempt, which ends the others", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant);
    const first = await startAttempt(database, slug);
    const second = await startAttempt(database, slug);

    expect(await payIn(database, first.reference, 1_000n)).toBe("settled");
    expect(await statusOf(database, tenant, slug)).toBe("paid");
    expect(await findByReference(database, "collections", tenant, first.collection.reference)).toMatchObject({
      status: "succeeded",
      slug,
      customer: { email: "payer@example.com" },
    });
    expect(await findByReference(database, "virtual_accounts", tenant, second.reference)).toMatchObject({
      status: "expired",
    });
    // Not lost, and not another sale: it waits for an operator, exact as it is.
    expect(await payIn(database, second.reference, 1_000n)).toBe("suspended");
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000, reserved: 0 });
    expect(await eventTypes(database, tenant)).toEqual([
      "collection.success",
      "collection.unmatched",
      "credit.unmatched",
    ]);
    expect((await start(database, slug, payer)).outcome).toBe("not_open");
    expect((await updatePaymentLink(database, { tenant, slug, change: { status: "active" } })).outcome).toBe(
      "already_paid",
    );
    expect(
      (await updatePaymentLink(database, { tenant, slug, change: { title: "Sold" } })).link,
    ).toMatchObject({
      title: "Sold",
      status: "paid",
    });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that is one-time and paid from eight attempts at the same instant succeeds once", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant);
    const accounts = await Promise.all(Array.from({ length: 8 }, () => startAttempt(database, slug)));
    const credits = await Promise.all(
      accounts.map(({ reference }) =>
        recordCredit(database, {
          environment: "test",
          recipient: reference,
          providerReference: reference,
          amount: 1_000n,
          currency: "NGN",
          payer: null,
          confirmed: true,
        }),
      ),
    );
    const booked = await Promise.all(
      credits.map(({ credit_id: id }) => settleCredit(database, { creditId: id! })),
    );
    expect(booked.sort()).toEqual(["settled", ...Array(7).fill("suspended")]);
    const statuses = await database.anyFirst(
      sql.type(z.object({ status: z.string() }))`select status from collections order by status`,
    );
    expect(statuses).toEqual([...Array(7).fill("expired"), "succeeded"]);
    const active = await database.any(
      sql.type(z.object({}))`select from virtual_accounts where status = 'active'`,
    );
    expect(active).toEqual([]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("paid while another attempt's account is being provisioned opens no collection for that attempt", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant);
    const first = await startAttempt(database, slug);
    const { virtualAccountId: id } = await start(database, slug, payer);
    await payIn(database, first.reference, 1_000n);
    await expect(provisionVirtualAccount(database, id!)).rejects.toThrow();
    expect(await readVirtualAccount(database, id!)).toEqual({ json: null });
  });

  test("that is reusable is paid repeatedly, at the amount that the payer enters within its limits", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant, {
      amountType: "open",
      amount: null,
      minAmount: 100n,
      maxAmount: 500n,
      linkType: "reusable",
      customer: { email: "known@example.com" },
    });
    const outcome = async (amount: bigint | null) =>
      (await start(database, slug, { email: null, amount })).outcome;
    expect(await outcome(null)).toBe("amount_needed");
    expect([await outcome(99n), await outcome(501n)]).toEqual(["amount_out_of_range", "amount_out_of_range"]);
    for (const amount of [100n, 500n]) {
      const account = await startAttempt(database, slug, amount);
      expect(account).toMatchObject({ customerEmail: "known@example.com" });
      expect(await payIn(database, account.reference, amount)).toBe("settled");
    }
    expect(await statusOf(database, tenant, slug)).toBe("active");
    expect(await balancesOf(database, tenant)).toEqual({ available: 600, reserved: 0 });
  });

  test("that is disabled starts no session, and can be enabled again", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant, { successRedirectUrl: "https://shop.example/thanks" });
    const outcome = async () => (await start(database, slug, payer)).outcome;
    await updatePaymentLink(database, {
      tenant,
      slug,
      change: { status: "disabled", successRedirectUrl: null },
    });
    expect(await findPaymentLink(database, tenant, slug)).not.toHaveProperty("successRedirectUrl");
    expect(await outcome()).toBe("not_open");
    await updatePaymentLink(database, { tenant, slug, change: { status: "active" } });
    expect(await outcome()).toBe("started");
    expect((await start(database, "nothing", payer)).outcome).toBe("not_found");
    const anonymous = await start(database, slug, { ...payer, email: null });
    expect(anonymous.outcome).toBe("email_needed");
  });
});
