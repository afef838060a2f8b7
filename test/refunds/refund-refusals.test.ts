import { describe, expect } from "vitest";
import { z } from "zod";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { acceptRefund, cancelRefund, setRefundDestination } from "../../sql/refunds/refunds.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { createMember } from "../helpers/create-member.ts";
import {
  balancesOf,
  createFundedMerchant,
  eventTypes,
  ledgerDrift,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { createPaidCollection, createRefund, payer, refundRequest } from "./create-collection.ts";

const run = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

const limit = (database: Database, { merchantId, environment }: Tenant, column: string, most: bigint) =>
  run(
    database,
    sql.fragment`insert into payout_limits (environment, merchant_id, ${sql.identifier([column])}, set_at)
      values (${environment}, ${merchantId}, ${most}, now())`,
  );

const statusOf = (database: Database, reference: string) =>
  database.oneFirst(sql.type(z.object({ status: z.string() }))`
    select status from payouts where reference = ${reference}`);

describe("a refund is refused", () => {
  test("while an operator has paused the merchant's payouts", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    await run(
      database,
      sql.fragment`
      insert into payout_freezes (environment, merchant_id) values (${tenant.environment}, ${tenant.merchantId})`,
    );
    const decision = await acceptRefund(database, refundRequest(tenant, collection));
    expect(decision.outcome).toBe("payouts_frozen");
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
  });

  test("to an account that an operator has blocked", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    await run(
      database,
      sql.fragment`
      insert into blocked_recipients (environment, account_number) values ('test', ${payer.accountNumber})`,
    );
    const decision = await acceptRefund(database, refundRequest(tenant, collection));
    expect(decision.outcome).toBe("destination_blocked");
  });

  test("beyond the limit of a day, which payouts and refunds share", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    await limit(database, tenant, "day_max", 60_000n);
    await createRefund(database, tenant, collection, { amount: 40_000n });
    const request = { ...refundRequest(tenant, collection), amount: 20_001n };
    expect(await acceptRefund(database, request)).toMatchObject({
      outcome: "day_limit_exceeded",
      details: { limit: "day", left: { value: 20_000 } },
    });
  });

  test("beyond a hundred of a collection, canceled ones included", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const { tenant, key } = await createMember(database);
    const collection = await createPaidCollection(database, tenant, 20_000n);
    const create = () => createRefund(database, tenant, collection, { amount: 100n });
    await cancelRefund(database, { tenant, reference: await create(), ...asOperator });
    for (let nth = 2; nth < 100; nth += 1) await create();
    const request = { ...refundRequest(tenant, collection), amount: 100n };
    // Two at once: one of them is the hundredth.
    const two = [request, { ...request, idempotencyKey: "another" }];
    const outcomes = (await Promise.all(two.map((one) => acceptRefund(database, one)))).map(
      ({ outcome }) => outcome,
    );
    expect(outcomes.toSorted()).toEqual(["accepted", "too_many"]);
    const told = await call("POST", "/v1/refunds", {
      key,
      body: { collection, reason: "other" },
      headers: { "idempotency-key": "the 101st" },
    });
    expect([told.status, told.error]).toMatchObject([
      409,
      { code: "STATE_CONFLICT", message: "A collection can have at most 100 refunds." },
    ]);
    const { data } = await call("GET", `/v1/collections/${collection}`, { key });
    expect([data.refunds.length, data.amountRefunded.value]).toEqual([100, 9_900]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 10_100, reserved: 9_900 });
  });

  test("once the key that asks for it is revoked", async ({ fileDatabase: database }) => {
    const { tenant, keyReference } = await createMember(database);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    const caller = { key: keyReference, address: "127.0.0.1" };
    await run(
      database,
      sql.fragment`update api_keys set revoked_at = now() where reference = ${keyReference}`,
    );
    const request = { ...refundRequest(tenant, collection), caller };
    await expect(acceptRefund(database, request)).rejects.toMatchObject({ code: "PB012" });
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
  });
});

describe("a refund that needs a destination", () => {
  test("counts for the day at once, and for an account once that is known", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const collection = await createPaidCollection(database, tenant, 100_000n, { name: "KEMI" });
    await limit(database, tenant, "account_day_max", 50_000n);
    const first = await createRefund(database, tenant, collection, { amount: 30_000n });
    const second = await createRefund(database, tenant, collection, { amount: 30_000n });
    const set = (reference: string) =>
      setRefundDestination(database, { tenant, reference, ...payer, ...asOperator });
    await resolveDestination(database, tenant, payer);
    expect((await set(first)).outcome).toBe("accepted");
    expect(await set(second)).toMatchObject({
      outcome: "day_limit_exceeded",
      details: { limit: "accountDay", left: { value: 20_000 } },
    });
  });

  test("counts for an account on the day on which that is known", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    const collection = await createPaidCollection(database, tenant, 100_000n, { name: "KEMI" });
    await limit(database, tenant, "account_day_max", 50_000n);
    const references: string[] = [];
    for (const _day of [1, 2]) {
      references.push(await createRefund(database, tenant, collection, { amount: 30_000n }));
      await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 24 * 60 });
    }
    await resolveDestination(database, tenant, payer);
    const decisions = [];
    for (const reference of references)
      decisions.push(await setRefundDestination(database, { tenant, reference, ...payer, ...asOperator }));
    expect(decisions).toMatchObject([
      { outcome: "accepted" },
      { outcome: "day_limit_exceeded", details: { limit: "accountDay", left: { value: 20_000 } } },
    ]);
  });

  test("is canceled after 90 days by the merchant's clock, and no earlier", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const collection = await createPaidCollection(database, tenant, 100_000n, { name: "KEMI" });
    const reference = await createRefund(database, tenant, collection);
    const { merchantId } = tenant;
    await advanceTestClock(database, { merchantId, minutes: 90 * 24 * 60 - 1 });
    expect(await statusOf(database, reference)).toBe("needs_destination");
    await advanceTestClock(database, { merchantId, minutes: 1 });
    expect(await statusOf(database, reference)).toBe("canceled");
    expect(await eventTypes(database, tenant)).toContain("refund.canceled");
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is canceled by the sweep in live", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    const collection = await createPaidCollection(database, tenant, 100_000n, { name: "KEMI" });
    const [old, young] = [
      await createRefund(database, tenant, collection, { amount: 50_000n }),
      await createRefund(database, tenant, collection, { amount: 50_000n }),
    ];
    await run(
      database,
      sql.fragment`
      update payouts set created_at = now() - interval '90 days' where reference = ${old}`,
    );
    await reconcile(database, { environment: "live" });
    expect([await statusOf(database, old), await statusOf(database, young)]).toEqual([
      "canceled",
      "needs_destination",
    ]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 50_000, reserved: 50_000 });
  });
});
