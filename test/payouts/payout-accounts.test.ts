import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { setDefaultPayoutAccount } from "../../sql/payouts/accounts/payout-accounts.ts";
import { acceptPayouts, type PayoutRequest } from "../../sql/payouts/payouts.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import {
  balancesOf,
  createFundedMerchant,
  destination,
  ledgerDrift,
  payoutRequest,
  resolveDestination,
  saveAccount,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { asOperator } from "../helpers/as-operator.ts";

const account = { bankCode: "058", accountNumber: "1234567890" };
const kemi = { ...account, accountName: "KEMI UDOH" };

const toSaved = (tenant: Tenant, payoutAccountId?: string): PayoutRequest =>
  payoutRequest(tenant, { destination: undefined, payoutAccountId });

const outcomeOf = async (database: Database, request: PayoutRequest) =>
  (await acceptPayouts(database, [request]))[0]!;

describe("a payout to a saved account", () => {
  test("is one because the database has the account, whatever the request says of itself", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 500_000n);
    const claims = { isSaved: true, is_saved: true, isRemoved: true };
    expect(await acceptPayouts(database, [{ ...payoutRequest(tenant), ...claims }])).toMatchObject([
      { outcome: "enquiry_needed" },
    ]);
    expect(await acceptPayouts(database, [{ ...toSaved(tenant), ...claims }])).toMatchObject([
      { outcome: "destination_required" },
    ]);
  });

  test("goes to the account named, under the name it was saved with, without an enquiry", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    const { reference } = await saveAccount(database, tenant, kemi);
    expect(await outcomeOf(database, toSaved(tenant, reference))).toMatchObject({
      outcome: "accepted",
      payout: { destination: { ...account, accountName: "KEMI UDOH", bankName: "Guaranty Trust Bank" } },
    });
    expect(await balancesOf(database, tenant)).toEqual({ available: 900_000, reserved: 100_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("goes to the default account where none is named, and is replayed although the default has changed", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    const other = { ...account, accountNumber: "1234567891" };
    const [first, second] = [
      await saveAccount(database, tenant, kemi),
      await saveAccount(database, tenant, { ...other, accountName: "MUSA BELLO" }),
    ];
    const request = toSaved(tenant);
    expect((await outcomeOf(database, request)).outcome).toBe("destination_required");
    await setDefaultPayoutAccount(database, {
      tenant,
      reference: first.reference,
      isDefault: true,
      ...asOperator,
    });
    const made = await outcomeOf(database, request);
    expect(made).toMatchObject({ outcome: "accepted", payout: { destination: account } });
    await setDefaultPayoutAccount(database, {
      tenant,
      reference: second.reference,
      isDefault: true,
      ...asOperator,
    });
    expect(await outcomeOf(database, request)).toEqual({ ...made, outcome: "replayed" });
    expect(await outcomeOf(database, toSaved(tenant))).toMatchObject({ payout: { destination: other } });
  });

  test("never goes to another tenant's account, nor to its default", async ({ database }) => {
    const owner = await createFundedMerchant(database);
    const { reference } = await saveAccount(database, owner, kemi, { isDefault: true });
    const stranger = await createFundedMerchant(database, 1_000_000n);
    expect((await outcomeOf(database, toSaved(stranger, reference))).outcome).toBe(
      "payout_account_not_found",
    );
    expect((await outcomeOf(database, toSaved(stranger))).outcome).toBe("destination_required");
    const live = toSaved({ ...owner, environment: "live" }, reference);
    expect((await outcomeOf(database, live)).outcome).toBe("payout_account_not_found");
    expect(await balancesOf(database, stranger)).toEqual({ available: 1_000_000, reserved: 0 });
  });

  test("is decided in one batch with others, each with its own account", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    await resolveDestination(database, tenant);
    const { reference } = await saveAccount(database, tenant, kemi);
    const decisions = await acceptPayouts(database, [
      payoutRequest(tenant),
      toSaved(tenant, reference),
      toSaved(tenant),
      payoutRequest(tenant, { destination: { ...account, accountName: "KEMI UDOH" } }),
    ]);
    expect(decisions.map(({ outcome }) => outcome)).toEqual([
      "accepted",
      "accepted",
      "destination_required",
      "enquiry_needed",
    ]);
    expect(decisions[0]).toMatchObject({ payout: { destination } });
    expect(decisions[1]).toMatchObject({ payout: { destination: account } });
  });

  test("is refused under its field where the account's bank was closed, and costs no key", async ({
    database,
    ingress: { call },
  }) => {
    const { tenant, key } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    const saved = await saveAccount(database, tenant, kemi);
    const amount = { value: 100_000, currency: "NGN" };
    const send = (idempotencyKey: string, body: object) =>
      call("POST", "/v1/payouts", { key, headers: { "idempotency-key": idempotencyKey }, body });
    const named = { amount, payoutAccountId: saved.reference };
    const first = await send("before", named);
    expect(first.status).toBe(201);
    const setActive = (active: boolean) =>
      database.query(
        sql.type(z.object({}))`update banks set active = ${active} where code in ('058', '044')`,
      );

    await setActive(false);
    const detailsOf = async (idempotencyKey: string, body: object) => {
      const refused = await send(idempotencyKey, body);
      expect([refused.status, refused.error.code]).toEqual([422, "VALIDATION_ERROR"]);
      return Object.keys(refused.error.details ?? {});
    };
    expect(await detailsOf("after", named)).toEqual(["payoutAccountId"]);
    await setDefaultPayoutAccount(database, {
      tenant,
      reference: saved.reference,
      isDefault: true,
      ...asOperator,
    });
    expect(await detailsOf("default", { amount })).toEqual(["destination"]);
    // Nor where the name was enquired a moment ago.
    expect(await detailsOf("direct", { amount, destination })).toEqual(["destination.bankCode"]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 900_000, reserved: 100_000 });
    // What was accepted before is replayed, and a refused key is free.
    expect((await send("before", named)).data.reference).toBe(first.data.reference);
    await setActive(true);
    expect((await send("after", named)).status).toBe(201);
  });
});
