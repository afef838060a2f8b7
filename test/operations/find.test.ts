import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createOnce } from "../../sql/idempotency/idempotency-keys.ts";
import { requestIdentityCheck } from "../../sql/identity/identity-checks.ts";
import { registerWorker } from "../../sql/queue/workers/workers.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { rowsReadBy } from "../helpers/database/rows-read-by.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import {
  createFundedMerchant,
  createPayout,
  createVirtualAccount,
  destination,
  findEvents,
  payIn,
  resolveDestination,
  setEndpoint,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimDelivery, claimPayout, finishPayout, recordAttempt } from "../helpers/worker-steps.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";

/** Rows of each kind that are not looked for. */
const MANY = 5_000;

const referenceOf = z.object({ reference: z.string() });

describe("the history of a reference", () => {
  test("of a payout has its states, journals, events, attempts, jobs and what people did, and nothing secret", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    await resolveDestination(database, tenant);
    const secret = await setEndpoint(
      database,
      tenant,
      "https://user:pass@hooks.example.com/in/token?key=token",
    );
    const { id, reference } = await createPayout(database, tenant, { idempotencyKey: "order-1" });
    const historyOf = async (of: string) => {
      const rows = await runOpsScript(databaseUrl, "reference", { reference: of });
      if (typeof rows === "string") throw new Error(rows);
      return rows as { part: string; subject: string; what: string; details: Record<string, unknown> }[];
    };
    expect(await historyOf(reference)).toContainEqual(
      expect.objectContaining({ part: "job", subject: `execute_payout:${id}`, what: "waiting" }),
    );

    const claim = (await claimPayout(database, id))!;
    await finishPayout(database, claim, { kind: "succeeded" });
    const [event] = await findEvents(database, "payout.succeeded");
    const { workerId: worker } = await registerWorker(database);
    const delivery = (await claimDelivery(database, event!.id, worker, false))!;
    await recordAttempt(database, event!.id, delivery.fence, {
      url: delivery.url,
      requestHeaders: { "webhook-signature": "v1,signed" },
      durationMs: 12,
      status: 500,
      body: "body of the receiver",
    });
    await runOpsScript(databaseUrl, "poll-payout", { reference, reason: "ticket 12" });

    const history = await historyOf(reference);
    const seen = history.map(({ part, what }) => `${part} ${what}`);
    for (const row of [
      ...["state succeeded", "provider sent", "journal payout_accepted", "journal payout_settled"],
      ...["event payout.succeeded", "attempt 500", "job waiting", "audit payout poll"],
    ])
      expect(seen).toContain(row);
    expect(history[0]).toMatchObject({
      part: "state",
      details: { amount: 100_000, idempotencyKey: "order-1", accountNumber: "******6789" },
    });
    expect(history.find(({ part }) => part === "attempt")!.details).toMatchObject({
      host: "hooks.example.com",
    });
    // The event leads to the same.
    expect(await historyOf(event!.reference)).toEqual(history);
    const text = JSON.stringify(history);
    for (const hidden of [secret, "token", "pass", "signed", "body of", destination.accountNumber, "OKAFOR"])
      expect(text).not.toContain(hidden);
  });

  test("of a credit, its collection and its account is the same, with money in suspense and its resolution", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database);
    const account = await createVirtualAccount(database, tenant, 900n);
    await payIn(database, account.reference, 900n, { providerReference: "bank-1" });
    await payIn(database, account.reference, 100n, { providerReference: "bank-2" });
    const credit = await database.oneFirst(sql.type(referenceOf)`
      select reference from credits where provider_reference = 'bank-2'`);
    await runOpsScript(databaseUrl, "resolve-suspense", {
      credit,
      resolution: "release",
      reason: "ticket 12",
    });
    const history = await runOpsScript(databaseUrl, "reference", { reference: account.reference });
    const seen = (history as { part: string; what: string }[]).map(({ part, what }) => `${part} ${what}`);
    for (const row of [
      ...[
        "state closed",
        "state succeeded",
        "state settled",
        "journal credit_settled",
        "journal credit_suspended",
      ],
      ...["journal credit_released", "event collection.success", "event collection.unmatched"],
      "audit suspense release",
    ])
      expect(seen).toContain(row);
    expect(await runOpsScript(databaseUrl, "reference", { reference: account.collection.reference })).toEqual(
      history,
    );
    // Of one credit, what is about other credits is left out.
    const own = await runOpsScript(databaseUrl, "reference", { reference: credit });
    expect(own).toContainEqual(expect.objectContaining({ subject: credit, what: "credit_released" }));
    expect(own).not.toContainEqual(expect.objectContaining({ what: "credit_settled" }));
  });

  test("of an identity check has its fee and job, and no identifier or phone", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000n, "live");
    await requestIdentityCheck(database, {
      tenant,
      type: "bvn",
      identifierHashes: [randomBytes(32)],
      encryptedRequest: Buffer.from("22222222222"),
      encryptedPhone: Buffer.from("08031234567"),
      phoneHashes: [],
      caller: undefined,
    });
    const reference = await database.oneFirst(sql.type(referenceOf)`select reference from identity_checks`);
    const history = await runOpsScript(databaseUrl, "reference", { reference });
    const seen = (history as { part: string; what: string }[]).map(({ part, what }) => `${part} ${what}`);
    expect(seen.toSorted()).toEqual(["job waiting", "journal identity_fee_reserved", "state pending"]);
    expect(JSON.stringify(history)).not.toMatch(/22222222222|08031234567|32323232/);
  });

  test("of what is not there is refused", async ({ fileDatabaseUrl }) => {
    for (const reference of ["pyt_unknown", "va_unknown", "evt_unknown", "mer_unknown"])
      expect(await runOpsScript(fileDatabaseUrl, "reference", { reference })).toMatch(
        new RegExp(`^there is no ${reference}: give a payout`),
      );
  });
});

describe("a payment is found", () => {
  test("by the provider's reference, the idempotency key, its amount and the account number, of its merchant alone", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    const other = await createFundedMerchant(database, 1_000_000n);
    for (const one of [tenant, other]) await resolveDestination(database, one);
    const { reference } = await createPayout(database, tenant, { amount: 4_321n, idempotencyKey: "order-1" });
    await createPayout(database, other, { amount: 4_321n, idempotencyKey: "order-1" });
    const account = await createVirtualAccount(database, tenant, 900n);
    await payIn(database, account.reference, 900n, { providerReference: "bank-1" });
    const request = { route: "POST /v1/virtual-accounts", key: "order-2", bodyHashes: [randomBytes(32)] };
    await createOnce(database, tenant, request, async () => ({ resource: account.reference }));
    const merchant = await database.oneFirst(sql.type(referenceOf)`
      select reference from merchants where id = ${tenant.merchantId}`);
    const day = await database.oneFirst(sql.type(z.object({ day: z.string() }))`
      select lagos_day(now())::text as day`);
    const credit = await database.oneFirst(sql.type(referenceOf)`
      select reference from credits where provider_reference = 'bank-1'`);
    const number = await database.oneFirst(sql.type(z.object({ number: z.string() }))`
      select account_number as number from virtual_accounts where reference = ${account.reference}`);

    const found = async (script: string, values: Record<string, string>) => {
      const rows = await runOpsScript(databaseUrl, script, values);
      return typeof rows === "string" ? rows : rows.map((row) => row.reference);
    };
    expect(await found("find-by-provider-reference", { provider_reference: "bank-1" })).toEqual([credit]);
    await payIn(database, "nobody", 800n, { providerReference: "monnify:MNFY|04|1" });
    const atMonnify = await database.oneFirst(sql.type(referenceOf)`
      select reference from credits where provider_reference = 'monnify:MNFY|04|1'`);
    for (const id of ["MNFY|04|1", "monnify:MNFY|04|1"])
      expect(await found("find-by-provider-reference", { provider_reference: id })).toEqual([atMonnify]);
    expect(await found("find-by-idempotency-key", { merchant, key: "order-1" })).toEqual([reference]);
    expect(await found("find-by-idempotency-key", { merchant, key: "order-2" })).toEqual([account.reference]);
    expect(await found("find-by-idempotency-key", { merchant, key: "order 3" })).toMatch(
      /^merchant mer_\w+ did not use key order 3/,
    );
    const onDay = (values: Record<string, string>) => found("find-payments", { merchant, day, ...values });
    expect(await onDay({ amount: "4321" })).toEqual([reference]);
    expect(await onDay({ amount: "900" })).toEqual([credit]);
    expect(await onDay({ account: destination.accountNumber })).toEqual([reference]);
    expect(await onDay({ account: number })).toEqual([credit]);

    expect(await onDay({})).toBe("give --amount, in kobo or cents, or --account, or both");
    expect(await onDay({ amount: "5" })).toMatch(/^merchant mer_\w+ has no such payout or payment/);
    expect(await onDay({ merchant: "mer_unknown", amount: "5" })).toMatch(
      /^there is no merchant mer_unknown/,
    );
    expect(await found("find-by-idempotency-key", { merchant, key: "order-3" })).toMatch(
      /^merchant mer_\w+ did not use key order-3/,
    );
    expect(await found("find-by-provider-reference", { provider_reference: "x" })).toMatch(
      /^no provider has reported money as x/,
    );
  });

  test("among many by indexes", async ({ database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    await resolveDestination(database, tenant);
    const { reference } = await createPayout(database, tenant, { amount: 4_321n, idempotencyKey: "order-1" });
    await payIn(database, "nobody", 900n, { providerReference: "bank-1" });
    const merchant = await database.oneFirst(sql.type(referenceOf)`
      select reference from merchants where id = ${tenant.merchantId}`);
    await runSql(
      databaseUrl,
      `insert into payouts (
        reference, merchant_id, environment, idempotency_key, request_hash, amount, fee, currency, bank_code,
        bank_name, account_number, account_name, status, settled_at, created_at
      )
      select 'pyt_' || n, p.merchant_id, p.environment, n, p.request_hash, n, p.fee, p.currency, p.bank_code,
        p.bank_name, p.account_number, p.account_name, 'succeeded', now(), now() - n * interval '1 hour'
      from payouts p, generate_series(1, ${MANY}) n`,
    );
    await runSql(
      databaseUrl,
      `insert into credits (reference, environment, provider_reference, amount, currency, status)
      select 'crd_' || n, 'test', n, n, 'NGN', 'settled' from generate_series(1, ${MANY}) n`,
    );
    await runSql(
      databaseUrl,
      `insert into ledger_journals (kind, subject, merchant_id, environment, currency)
      select 'payout_accepted', 'pyt_' || n, ${tenant.merchantId}, 'test', 'NGN' from generate_series(1, ${MANY}) n`,
    );
    await runSql(
      databaseUrl,
      `insert into audit_log (actor, action, target)
      select 'Ada', 'payout poll', 'pyt_' || n from generate_series(1, ${MANY}) n`,
    );
    await runSql(
      databaseUrl,
      `insert into idempotency_keys (merchant_id, environment, route, key, body_hash)
      select ${tenant.merchantId}, 'test', 'POST /v1/virtual-accounts', n, '' from generate_series(1, ${MANY}) n`,
    );
    await runSql(databaseUrl, "analyze");
    expect(await rowsReadBy(database, sql.fragment`reference_history(${reference})`)).toBeLessThan(200);
    expect(await rowsReadBy(database, sql.fragment`find_by_provider_reference('bank-1')`)).toBeLessThan(50);
    expect(
      await rowsReadBy(database, sql.fragment`find_by_idempotency_key(${merchant}, 'order-1')`),
    ).toBeLessThan(50);
    expect(
      await rowsReadBy(database, sql.fragment`find_payments(${merchant}, lagos_day(now()), 4321, null)`),
    ).toBeLessThan(100);
  });
});
