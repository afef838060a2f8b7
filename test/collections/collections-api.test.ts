import { describe, expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import {
  balancesOf,
  createVirtualAccount,
  eventTypes,
  ledgerDrift,
  recordSimulatedCredit,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { settleCredit } from "../../sql/collections/credits/credits.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";

const naira = (value: number) => ({ value, currency: "NGN" });
const fieldsOf = ({ error }: Awaited<ReturnType<Call>>) => Object.keys(error?.details ?? {}).sort();

/** What one merchant's sandbox calls look like in these tests. */
function sandboxOf(call: Call, key: string) {
  return {
    pay: (virtualAccountReference: string, more: object = {}) =>
      call("POST", "/v1/sandbox/simulate/collection-success", {
        key,
        body: { virtualAccountReference, ...more },
      }),
    collection: async (reference: string) =>
      (await call("GET", `/v1/collections/${reference}`, { key })).data,
    account: async (reference: string) =>
      (await call("GET", `/v1/virtual-accounts/${reference}`, { key })).data,
    open: (body: unknown) => call("POST", "/v1/collections", { key, body }),
  };
}

describe("POST /v1/sandbox/simulate/collection-success", () => {
  test("too little leaves the collection underpaid, a top-up completes it", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const sandbox = sandboxOf(call, key);
    const { reference, collection } = await createVirtualAccount(database, tenant, 10_000n);

    const paid = await sandbox.pay(reference, { amount: naira(4_000), senderName: "BOLA ADE" });
    expect([paid.status, paid.data]).toEqual([200, { simulated: true }]);
    expect(await sandbox.collection(collection.reference)).toMatchObject({
      status: "underpaid",
      variance: "under",
      amountReceived: naira(4_000),
    });
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });
    expect((await sandbox.account(reference)).status).toBe("active");

    // What is still due, by default.
    expect((await sandbox.pay(reference)).status).toBe(200);
    expect(await sandbox.collection(collection.reference)).toMatchObject({
      status: "succeeded",
      variance: "exact",
      amountReceived: naira(10_000),
      late: false,
    });
    expect(await balancesOf(database, tenant)).toEqual({ available: 10_000, reserved: 0 });
    expect(outcomeOf(await sandbox.pay(reference, { amount: naira(1) }))).toBe("SANDBOX_SIMULATION_FAILED");
    expect(await eventTypes(database, tenant)).toEqual(["collection.underpaid", "collection.success"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("too much settles it, and is credited in full", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const sandbox = sandboxOf(call, key);
    const { reference, collection } = await createVirtualAccount(database, tenant, 10_000n);
    await sandbox.pay(reference, { amount: naira(10_001), senderName: "BOLA ADE" });
    expect(await sandbox.collection(collection.reference)).toMatchObject({
      status: "succeeded",
      variance: "over",
      amountReceived: naira(10_001),
      payer: { name: "BOLA ADE" },
    });
    expect(await balancesOf(database, tenant)).toEqual({ available: 10_001, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a transaction that the bank reports twice has one effect", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const sandbox = sandboxOf(call, key);
    const { reference, collection } = await createVirtualAccount(database, tenant, 10_000n);
    expect((await sandbox.pay(reference, { amount: naira(5_000), duplicate: true })).status).toBe(200);
    expect(await sandbox.collection(collection.reference)).toMatchObject({ amountReceived: naira(5_000) });
    expect((await sandbox.pay(reference, { duplicate: true })).status).toBe(200);
    expect(await balancesOf(database, tenant)).toEqual({ available: 10_000, reserved: 0 });
    expect(await eventTypes(database, tenant)).toEqual(["collection.underpaid", "collection.success"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("late money that makes the total exact settles as late; other late money goes to suspense", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const sandbox = sandboxOf(call, key);
    const exact = await createVirtualAccount(database, tenant, 10_000n);
    expect((await sandbox.pay(exact.reference, { late: true })).status).toBe(200);
    expect(await sandbox.collection(exact.collection.reference)).toMatchObject({
      status: "succeeded",
      late: true,
    });

    const short = await createVirtualAccount(database, tenant, 10_000n);
    expect((await sandbox.pay(short.reference, { late: true, amount: naira(9_999) })).data).toEqual({
      simulated: true,
    });
    expect((await sandbox.collection(short.collection.reference)).status).toBe("expired");
    expect((await sandbox.account(short.reference)).status).toBe("expired");
    expect(await sandbox.pay(short.reference)).toMatchObject({
      status: 409,
      error: { code: "SANDBOX_SIMULATION_FAILED" },
    });
    expect(await balancesOf(database, tenant)).toEqual({ available: 10_000, reserved: 0 });
    expect((await eventTypes(database, tenant)).toSorted()).toEqual([
      "collection.expired",
      "collection.expired",
      "collection.success",
      "collection.unmatched",
      "credit.unmatched",
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("when the full amount came late and waits for an operator, it says so, and takes an explicit amount", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const sandbox = sandboxOf(call, key);
    const { reference, collection } = await createVirtualAccount(database, tenant, 10_000n);
    expect((await sandbox.pay(reference, { late: true, amount: naira(10_001) })).status).toBe(200);
    expect(await sandbox.pay(reference, { late: true })).toMatchObject({
      status: 409,
      error: {
        code: "SANDBOX_SIMULATION_FAILED",
        message: expect.stringMatching(/is being reviewed\. Set `amount`/),
      },
    });
    expect((await sandbox.pay(reference, { late: true, amount: naira(1) })).status).toBe(200);
    expect((await sandbox.collection(collection.reference)).status).toBe("expired");
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("names what is wrong", async ({ fileIngress: { call }, fileDatabase }) => {
    const { tenant, key } = await createMember(fileDatabase);
    const { reference } = await createVirtualAccount(fileDatabase, tenant, 10_000n);
    for (const [more, field] of [
      [{ virtualAccountReference: undefined }, "virtualAccountReference"],
      [{ virtualAccountReference: "va_1" }, "virtualAccountReference"],
      [{ amount: naira(0) }, "amount.value"],
      [{ amount: naira(1_000_000_000_001) }, "amount.value"],
      [{ amount: { value: 1, currency: "USD" } }, "amount.currency"],
      [{ amount: 100 }, "amount"],
      [{ late: "true" }, "late"],
      [{ duplicate: 1 }, "duplicate"],
      [{ senderName: "" }, "senderName"],
    ] as const) {
      const response = await sandboxOf(call, key).pay(reference, more);
      expect([more, outcomeOf(response), fieldsOf(response)]).toEqual([more, "VALIDATION_ERROR", [field]]);
    }
  });
});

describe("POST /v1/collections", () => {
  test("opens a further collection on an account whose last one is final", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const sandbox = sandboxOf(call, key);
    const { reference, collection } = await createVirtualAccount(database, tenant, 10_000n);
    expect(await sandbox.open({ virtualAccount: reference, amount: naira(20_000) })).toMatchObject({
      status: 409,
      error: { code: "STATE_CONFLICT" },
    });
    await sandbox.pay(reference);

    const opened = await sandbox.open({ virtualAccount: reference, amount: naira(20_000) });
    expect(opened.status).toBe(201);
    expect(opened.data).toMatchObject({
      status: "awaiting_payment",
      amount: naira(20_000),
      currency: "NGN",
      virtualAccount: reference,
    });
    expect(opened.data.id).toBe(opened.data.reference);
    expect(opened.data.reference).not.toBe(collection.reference);
    const account = await sandbox.account(reference);
    expect(account).toMatchObject({ status: "active", amount: naira(20_000) });
    expect(account.collection).toEqual({ reference: opened.data.reference, status: "awaiting_payment" });
    expect(Date.parse(account.expiresAt) - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(outcomeOf(await sandbox.open({ virtualAccount: reference, amount: naira(1_000) }))).toBe(
      "STATE_CONFLICT",
    );

    await sandbox.pay(reference);
    expect((await sandbox.collection(opened.data.reference)).status).toBe("succeeded");
    expect((await sandbox.collection(collection.reference)).amountReceived).toEqual(naira(10_000));
    expect(await balancesOf(database, tenant)).toEqual({ available: 30_000, reserved: 0 });

    // As the documented surface shows it: a plain integer with its currency beside it.
    const plain = await sandbox.open({ virtualAccount: reference, amount: 5_000, currency: "NGN" });
    expect(plain).toMatchObject({ status: 201, data: { amount: naira(5_000), currency: "NGN" } });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("of 10 requests at once one opens a collection", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createMember(database);
    const { account, creditId } = await recordSimulatedCredit(database, tenant, 10_000n);
    await settleCredit(database, { creditId });
    const sandbox = sandboxOf(call, key);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        sandbox.open({ virtualAccount: account.reference, amount: naira(1_000) }),
      ),
    );
    const codes = responses.map(outcomeOf);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === "STATE_CONFLICT")).toHaveLength(9);
    expect((await call("GET", "/v1/collections", { key })).data).toHaveLength(2);
  });

  test("names what is wrong, however the amount is written", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    const { reference: virtualAccount } = await createVirtualAccount(fileDatabase, tenant, 10_000n);
    for (const [body, fields] of [
      ["{}", ["amount", "virtualAccount"]],
      [{ virtualAccount, amount: 1_000 }, ["currency"]],
      [{ virtualAccount, amount: 1_000, currency: "USD" }, ["currency"]],
      [{ virtualAccount, amount: naira(1_000), currency: "USD" }, ["currency"]],
      [{ virtualAccount, amount: naira(99) }, ["amount.value"]],
      [{ virtualAccount, amount: { value: 99 } }, ["amount.currency", "amount.value"]],
      [{ virtualAccount, amount: { value: 1_000, currency: "USD" } }, ["amount.currency"]],
      [{ virtualAccount, amount: 99, currency: "NGN" }, ["amount"]],
      [{ virtualAccount, amount: 1_000.5, currency: "NGN" }, ["amount"]],
      [{ virtualAccount, amount: "1000", currency: "NGN" }, ["amount"]],
      [
        `{"virtualAccount":"${virtualAccount}","amount":{"value":9007199254740993,"currency":"NGN"}}`,
        ["amount.value"],
      ],
      [{ virtualAccount, amount: null }, ["amount"]],
      [{ virtualAccount, amount: [] }, ["amount"]],
      [{ virtualAccount: "va_x", amount: naira(1_000) }, ["virtualAccount"]],
    ] as const) {
      const response = await sandboxOf(call, key).open(body);
      expect([body, outcomeOf(response), fieldsOf(response)]).toEqual([
        body,
        "VALIDATION_ERROR",
        [...fields],
      ]);
    }
    for (const amount of [99, 1_000_000_000_001, "1000"]) {
      const { error } = await sandboxOf(call, key).open({ virtualAccount, amount, currency: "NGN" });
      expect(error.details!["amount"]).toContain("from 100 to 1000000000000");
    }
    // Both forms of the amount, side by side, agree.
    const both = { virtualAccount, amount: naira(1_000), currency: "NGN" };
    expect(outcomeOf(await sandboxOf(call, key).open(both))).toBe("STATE_CONFLICT");
  });
});
