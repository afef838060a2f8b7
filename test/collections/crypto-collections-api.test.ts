import { describe, expect } from "vitest";
import { findBalances } from "../../sql/ledger/balances.ts";
import type { Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { createMember } from "../helpers/create-member.ts";
import { createVirtualAccount, eventTypes, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";

const dollars = (value: number) => ({ value, currency: "USD" });
const create = (call: Call, key: string, body: unknown) =>
  call("POST", "/v1/crypto-collections", { key, body });
const simulate = (call: Call, key: string, body: unknown) =>
  call("POST", "/v1/sandbox/simulate/crypto-payment", { key, body });
const fieldsOf = ({ error }: Awaited<ReturnType<Call>>) => Object.keys(error?.details ?? {}).sort();

async function dollarsOf(database: Database, tenant: Tenant): Promise<number | undefined> {
  const balances = await findBalances(database, tenant);
  return balances.find(({ currency }) => currency === "USD")?.available.value;
}

describe("crypto collections", () => {
  test("are provisioned an address, and credited in US dollars once they are paid", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const { status, data } = await create(call, key, {
      amount: dollars(2_550),
      customerEmail: "ada@example.com",
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      reference: expect.stringMatching(/^col_/),
      status: "awaiting_payment",
      amount: dollars(2_550),
      chain: "polygon",
      token: "USDC",
      address: expect.any(String),
      currency: "USD",
      customer: { email: "ada@example.com" },
    });
    expect(data.virtualAccount).toBeUndefined();
    expect((await call("GET", `/v1/collections/${data.reference}`, { key })).data).toEqual(data);
    expect((await call("GET", "/v1/collections", { key })).data).toEqual([data]);

    const paid = await simulate(call, key, { reference: data.reference });
    expect([paid.status, paid.data]).toEqual([
      200,
      { simulated: true, reference: data.reference, status: "succeeded", chain: "polygon", token: "USDC" },
    ]);
    // The response came after the settlement had committed.
    expect(await dollarsOf(database, tenant)).toBe(2_550);
    expect((await call("GET", `/v1/collections/${data.reference}`, { key })).data).toMatchObject({
      status: "succeeded",
      amountReceived: dollars(2_550),
    });
    expect(await simulate(call, key, { reference: data.reference })).toMatchObject({
      status: 409,
      error: { code: "SANDBOX_SIMULATION_FAILED" },
    });
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("an unconfirmed payment credits nothing, however often it is seen; confirmed it credits once", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const { data } = await create(call, key, { amount: dollars(100), chain: "tron", token: "USDT" });
    const body = { reference: data.reference, chain: "tron", token: "USDT" };
    for (let seen = 0; seen < 3; seen += 1) {
      const response = await simulate(call, key, { ...body, confirmNow: false });
      expect(response).toMatchObject({
        status: 200,
        data: { status: "confirming", chain: "tron", token: "USDT" },
      });
      expect((await call("GET", `/v1/collections/${data.reference}`, { key })).data.status).toBe(
        "confirming",
      );
      expect(await dollarsOf(database, tenant)).toBe(0);
    }
    expect(await eventTypes(database, tenant)).toEqual([]);

    const responses = await Promise.all(Array.from({ length: 10 }, () => simulate(call, key, body)));
    const codes = responses.map(outcomeOf);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === "SANDBOX_SIMULATION_FAILED")).toHaveLength(9);
    expect(await dollarsOf(database, tenant)).toBe(100);
    expect(outcomeOf(await simulate(call, key, { ...body, confirmNow: false }))).toBe(
      "SANDBOX_SIMULATION_FAILED",
    );
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("are paid on their own chain, in their own token", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    for (const chain of ["ethereum", "polygon", "bsc", "tron"]) {
      const { data } = await create(call, key, { amount: dollars(100), chain, token: "USDT" });
      expect(data).toMatchObject({ chain, token: "USDT" });
      const other = chain === "bsc" ? "tron" : "bsc";
      const { reference } = data;
      expect(fieldsOf(await simulate(call, key, { reference, chain: other }))).toEqual(["chain"]);
      expect(fieldsOf(await simulate(call, key, { reference, chain, token: "USDC" }))).toEqual(["token"]);
      expect((await call("GET", `/v1/collections/${reference}`, { key })).data.status).toBe(
        "awaiting_payment",
      );
      expect((await simulate(call, key, { reference, chain, token: "USDT" })).status).toBe(200);
    }
    expect(await dollarsOf(database, tenant)).toBe(400);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that were made without chain and token take each of them: the payment says what it was", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const paid = async (made: object, payment: object) => {
      const { data } = await create(call, key, { amount: dollars(100), ...made });
      const response = await simulate(call, key, { reference: data.reference, ...payment });
      return response.error === undefined ? [response.data.chain, response.data.token] : fieldsOf(response);
    };
    expect(await paid({}, {})).toEqual(["polygon", "USDC"]);
    expect(await paid({}, { chain: "tron", token: "USDT" })).toEqual(["tron", "USDT"]);
    expect(await paid({}, { chain: "bsc" })).toEqual(["bsc", "USDC"]);
    // Each of the two for itself.
    expect(await paid({ chain: "tron" }, { token: "USDT" })).toEqual(["tron", "USDT"]);
    expect(await paid({ chain: "tron" }, { chain: "bsc" })).toEqual(["chain"]);
    expect(await paid({ token: "USDT" }, { chain: "ethereum" })).toEqual(["ethereum", "USDT"]);
    expect(await paid({ token: "USDT" }, { token: "USDC" })).toEqual(["token"]);
    // The default that somebody gave is no default.
    expect(await paid({ chain: "polygon", token: "USDC" }, { chain: "bsc" })).toEqual(["chain"]);
    expect(await dollarsOf(database, tenant)).toBe(500);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("name what is wrong", async ({ fileIngress: { call }, fileDatabase }) => {
    const { tenant, key } = await createMember(fileDatabase);
    for (const [body, fields] of [
      [{}, ["amount"]],
      [{ amount: dollars(99) }, ["amount.value"]],
      [{ amount: dollars(1_000_000_000_001) }, ["amount.value"]],
      [{ amount: { value: 100, currency: "NGN" } }, ["amount.currency"]],
      [{ amount: 100 }, ["amount"]],
      [{ amount: dollars(100), chain: "solana" }, ["chain"]],
      [{ amount: dollars(100), chain: "Polygon" }, ["chain"]],
      [{ amount: dollars(100), token: "DAI" }, ["token"]],
      [{ amount: dollars(100), customerEmail: "ada" }, ["customerEmail"]],
    ] as const) {
      const response = await create(call, key, body);
      expect([body, outcomeOf(response), fieldsOf(response)]).toEqual([body, "VALIDATION_ERROR", fields]);
    }
    const { collection } = await createVirtualAccount(fileDatabase, tenant, 1_000n);
    for (const [body, fields] of [
      [{}, ["reference"]],
      [{ reference: "va_0" }, ["reference"]],
      [{ reference: collection.reference, chain: "solana" }, ["chain"]],
      [{ reference: collection.reference, token: "DAI" }, ["token"]],
      [{ reference: collection.reference, confirmNow: "no" }, ["confirmNow"]],
      [{ reference: collection.reference, confirmNow: null }, ["confirmNow"]],
    ] as const) {
      const response = await simulate(call, key, body);
      expect([body, outcomeOf(response), fieldsOf(response)]).toEqual([body, "VALIDATION_ERROR", fields]);
    }
    // A collection that is paid by bank transfer is no crypto collection.
    expect(outcomeOf(await simulate(call, key, { reference: collection.reference }))).toBe("NOT_FOUND");
  });

  test("without a worker in time the request fails and creates nothing visible", async ({
    databaseUrl,
    database,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { responseTimeoutMs: 300 });
    const { key } = await createMember(database);
    expect(outcomeOf(await create(ingress.call, key, { amount: dollars(100) }))).toBe("INTERNAL_ERROR");
    expect((await ingress.call("GET", "/v1/collections", { key })).data).toEqual([]);
  });

  test("need collections:write", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase, {
      scopes: ["collections:read", "virtual_accounts:write"],
    });
    expect(outcomeOf(await create(call, key, {}))).toBe("SCOPE_INSUFFICIENT");
    expect(outcomeOf(await call("POST", "/v1/collections", { key, body: {} }))).toBe("SCOPE_INSUFFICIENT");
  });
});
