import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { describe, expect } from "vitest";
import { setPayoutMax } from "../../sql/merchants/merchants.ts";
import { completeNameEnquiry, requestNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import { setDefaultPayoutAccount } from "../../sql/payouts/accounts/payout-accounts.ts";
import type { Database } from "../../sql/process/database.ts";
import { createLiveMember, createMember } from "../helpers/create-member.ts";
import {
  balancesOf,
  createPayout,
  destination,
  idOf,
  ledgerDrift,
  queuedJobs,
  resolveDestination,
  saveAccount,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { claimPayout } from "../helpers/worker-steps.ts";
import { asOperator } from "../helpers/as-operator.ts";

/** Another account than `destination`. */
const bola = { bankCode: "058", accountNumber: "0123456780", accountName: "BOLA ADE" };
const kobo = (value: number) => ({ value, currency: "NGN" });
const standard = {
  amount: kobo(50_000),
  destination,
  narration: "October salary",
  metadata: { run: 7, tags: "a,b" },
};

/** A merchant with money, whose bank has just told who holds `destination`. */
async function createPayer(database: Database, available: bigint) {
  const payer = await createMember(database, { available });
  await resolveDestination(database, payer.tenant);
  return payer;
}

const send = (call: Call, key: string, idempotencyKey: string, body: unknown = standard) =>
  call("POST", "/v1/payouts", { key, body, headers: { "idempotency-key": idempotencyKey } });

describe("POST /v1/payouts", () => {
  test("reserves the money, queues one job and returns the payout", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createPayer(database, 60_000n);
    const response = await send(call, key, "first");
    expect(response.status).toBe(201);
    expect(response.headers.get("idempotency-replayed")).toBeNull();
    expect(response.data).toMatchObject({
      ...standard,
      status: "pending",
      fee: kobo(0),
      fees: [
        { kind: "service", amount: kobo(0) },
        { kind: "vat", amount: kobo(0) },
      ],
      purpose: "other",
      environment: "test",
    });
    expect(response.data.destination.bankName).toBe("Access Bank");
    expect(await balancesOf(database, tenant)).toEqual({ available: 10_000, reserved: 50_000 });
    const id = await idOf(database, "payouts", response.data.reference);
    expect(await queuedJobs(database)).toContainEqual({
      task: "execute_payout",
      key: `execute_payout:${id}`,
    });
    expect((await call("GET", `/v1/payouts/${response.data.reference}`, { key })).data).toEqual(
      response.data,
    );
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("without Idempotency-Key, or with an empty one, nothing is written", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createPayer(fileDatabase, 60_000n);
    for (const headers of [{}, { "idempotency-key": "" }, { "idempotency-key": "   " }]) {
      const response = await call("POST", "/v1/payouts", { key, body: standard, headers });
      expect(response).toMatchObject({ status: 400, error: { code: "IDEMPOTENCY_KEY_REQUIRED" } });
    }
    expect((await call("GET", "/v1/payouts", { key })).data).toEqual([]);
    expect(await balancesOf(fileDatabase, tenant)).toEqual({ available: 60_000, reserved: 0 });
  });

  test("100 requests with one key, through two processes, make one payout", async ({
    databaseUrl,
    database,
  }) => {
    const { tenant, key } = await createPayer(database, 1_000_000n);
    await using one = await startTestIngress(databaseUrl);
    await using two = await startTestIngress(databaseUrl);
    // On a busy machine one may be told to send it again, as clients do: whether it was done is not known then.
    let unknown = 0;
    const sendUntilDone = async (call: Call) => {
      let response = await send(call, key, "the same");
      for (; response.status === 503; unknown += 1) response = await send(call, key, "the same");
      return response;
    };
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, at) => sendUntilDone((at % 2 === 0 ? one : two).call)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ data }) => data.reference)).size).toBe(1);
    const made = responses.filter(({ headers }) => headers.get("idempotency-replayed") === null);
    // The response of the one that made it may have been a 503.
    if (unknown === 0 || made.length > 0) expect(made).toHaveLength(1);
    expect(await balancesOf(database, tenant)).toEqual({ available: 950_000, reserved: 50_000 });
    expect((await queuedJobs(database)).filter(({ task }) => task === "execute_payout")).toHaveLength(1);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("the same key with any other value gets 409 and does not change the original", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createPayer(fileDatabase, 500_000n);
    const body = standard;
    const original = await send(call, key, "k", body);
    const others = [
      { ...body, amount: kobo(50_001) },
      { ...body, destination: { ...destination, accountName: "ADAEZE OKAFOR " } },
      { ...body, destination: undefined },
      { ...body, narration: undefined },
      { ...body, metadata: { run: 8, tags: "a,b" } },
      { ...body, metadata: { run: "7", tags: "a,b" } },
      { ...body, metadata: { run: 7, tags: "a,b", more: false } },
    ];
    for (const other of others) {
      const response = await send(call, key, "k", other);
      expect(response).toMatchObject({ status: 409, error: { code: "IDEMPOTENCY_KEY_CONFLICT" } });
    }
    expect((await call("GET", `/v1/payouts/${original.data.reference}`, { key })).data).toEqual(
      original.data,
    );
    expect(await balancesOf(fileDatabase, tenant)).toEqual({ available: 450_000, reserved: 50_000 });
  });

  test("the same body in another JSON spelling is the same payout", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createPayer(fileDatabase, 500_000n);
    const body = { ...standard, metadata: { run: 7, tags: "a,b", part: -0.5 } };
    const original = await send(call, key, "k", body);

    const { accountName, accountNumber, bankCode } = destination;
    const written = [
      JSON.stringify(body, null, 4),
      `{"metadata":{"part":-5.0e-1,"tags":"\\u0061,b","run":7.0},\
"narration":"October\\u0020salary",
        "destination":{"accountName":"${accountName}","accountNumber":"${accountNumber}","bankCode":"${bankCode}"},
        "amount":{"currency":"NGN","value":1,"value":50000.0}}`,
    ];
    for (const other of written) {
      const response = await send(call, key, "k", other);
      expect([response.status, response.data?.reference]).toEqual([201, original.data.reference]);
      expect(response.headers.get("idempotency-replayed")).toBe("true");
    }
  });

  test("a payout refused for lack of money does not use its key up", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createPayer(fileDatabase, 49_999n);
    expect(await send(call, key, "k")).toMatchObject({
      status: 400,
      error: {
        code: "INSUFFICIENT_BALANCE",
        details: { needed: kobo(50_000), available: kobo(49_999), fee: kobo(0) },
      },
    });
    expect(await balancesOf(fileDatabase, tenant)).toEqual({ available: 49_999, reserved: 0 });
    const { amount: _amount, ...rest } = standard;
    expect((await send(call, key, "k", { ...rest, amount: kobo(49_999) })).status).toBe(201);
  });

  test("a request that fails validation, or with 500 before any effect, does not use its key up", async ({
    databaseUrl,
    database,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { responseTimeoutMs: 50 });
    const { tenant, key } = await createMember(database, { available: 60_000n });
    const wrong = { ...standard, amount: kobo(1) };
    expect((await send(ingress.call, key, "k", wrong)).status).toBe(422);
    // No worker says who holds the account.
    expect(await send(ingress.call, key, "k")).toMatchObject({
      status: 500,
      error: { code: "INTERNAL_ERROR" },
    });
    expect(await balancesOf(database, tenant)).toEqual({ available: 60_000, reserved: 0 });
    await resolveDestination(database, tenant);
    const response = await send(ingress.call, key, "k");
    expect([response.status, response.headers.get("idempotency-replayed")]).toEqual([201, null]);
  });

  test("a key that is not 1 to 255 printable ASCII characters is refused; others are compared byte by byte", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createPayer(fileDatabase, 1_000_000n);
    for (const bad of ["x".repeat(256), "caf\u00e9", "a\tb"]) {
      const response = await send(call, key, bad);
      expect(response).toMatchObject({
        status: 422,
        error: { details: { "idempotency-key": expect.any(String) } },
      });
    }
    const references = new Set<string>();
    for (const good of ["x".repeat(255), "x", "X", "x x", '"\\;,', "0"]) {
      const response = await send(call, key, good, { ...standard, amount: kobo(100) });
      expect(response.status).toBe(201);
      references.add(response.data.reference);
    }
    expect(references.size).toBe(6);
  });

  test("a key in two header lines is refused, even if they are equal", async ({
    fileIngress,
    fileDatabase,
  }) => {
    const { key } = await createPayer(fileDatabase, 100_000n);
    for (const lines of [
      ["a", "b"],
      ["a", "a"],
      ["", "a"],
    ]) {
      const { status, body } = await sendLines(fileIngress.url, key, lines);
      expect([status, Object.keys(body.error.details)]).toEqual([422, ["idempotency-key"]]);
    }
  });

  test("a wait for a lock that takes too long is a 503, and the key stays free", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createPayer(database, 100_000n);
    await database.transaction(async (transaction) => {
      await transaction.any(sql.type(z.object({ id: z.bigint() }))`
        select id from ledger_accounts where merchant_id = ${tenant.merchantId} for update`);
      const response = await send(call, key, "k");
      expect(response).toMatchObject({ status: 503, error: { code: "SERVICE_UNAVAILABLE" } });
      expect(response.headers.get("retry-after")).toMatch(/^[1-9]/);
    });
    expect((await send(call, key, "k")).headers.get("idempotency-replayed")).toBeNull();
  });

  test("a replay shows the payout as it is now", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createPayer(fileDatabase, 100_000n);
    const { data } = await send(call, key, "k");
    expect((await call("POST", `/v1/payouts/${data.reference}/cancel`, { key })).data.status).toBe(
      "canceled",
    );
    const replay = await send(call, key, "k");
    expect(replay).toMatchObject({ status: 201, data: { reference: data.reference, status: "canceled" } });
  });

  test("of 50 payouts at once against money for 10, ten are made", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createPayer(database, 500_000n);
    const responses = await Promise.all(Array.from({ length: 50 }, (_, at) => send(call, key, `key ${at}`)));
    const codes = responses.map(outcomeOf);
    expect(codes.filter((code) => code === 201)).toHaveLength(10);
    expect(codes.filter((code) => code === "INSUFFICIENT_BALANCE")).toHaveLength(40);
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 500_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("the balance covers exactly the amount, not one kobo more", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    for (const [available, status] of [
      [49_999n, 400],
      [50_000n, 201],
      [50_001n, 201],
    ] as const) {
      const { key } = await createPayer(fileDatabase, available);
      expect([available, (await send(call, key, "k")).status]).toEqual([available, status]);
    }
  });

  test("an amount above the merchant's limit is refused, after the balance", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createPayer(fileDatabase, 60_000n);
    await setPayoutMax(fileDatabase, { merchantId: tenant.merchantId, payoutMax: 49_999n, acting: {} });
    expect((await send(call, key, "k")).error).toMatchObject({
      code: "AMOUNT_LIMIT_EXCEEDED",
      details: { limit: "payout", most: kobo(49_999) },
    });
    const tooMuch = { ...standard, amount: kobo(60_001) };
    expect((await send(call, key, "k", tooMuch)).error).toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    expect((await send(call, key, "k", { ...standard, amount: kobo(49_999) })).status).toBe(201);
  });

  test("a name other than the bank's is refused and nothing is held", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createPayer(fileDatabase, 60_000n);
    for (const accountName of ["ADAEZE OKAFO", "adaeze okafor", "ADAEZE  OKAFOR"]) {
      const response = await send(call, key, "k", {
        ...standard,
        destination: { ...destination, accountName },
      });
      expect(response).toMatchObject({
        status: 422,
        error: { code: "VALIDATION_ERROR", details: { "destination.accountName": expect.any(String) } },
      });
    }
    expect(await balancesOf(fileDatabase, tenant)).toEqual({ available: 60_000, reserved: 0 });
  });

  test("without a destination and a default account it is refused", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createPayer(fileDatabase, 60_000n);
    // A saved account is not yet the default one, and another environment's is none of ours.
    await saveAccount(fileDatabase, tenant, bola);
    const live = { ...tenant, environment: "live" as const };
    await saveAccount(fileDatabase, live, bola, { isDefault: true });
    const response = await send(call, key, "k", { amount: kobo(100) });
    expect(response).toMatchObject({ status: 400, error: { code: "PAYOUT_DESTINATION_REQUIRED" } });
    expect(await balancesOf(fileDatabase, tenant)).toEqual({ available: 60_000, reserved: 0 });
  });

  test("goes to a saved account by its id, and to the default one where it names none, without an enquiry", async ({
    ingress: { call },
    database,
  }) => {
    const { tenant, key } = await createMember(database, { available: 60_000n });
    const account = await saveAccount(database, tenant, bola);
    const other = await saveAccount(database, tenant, destination, { isDefault: true });
    const shown = {
      bankCode: "058",
      bankName: "Guaranty Trust Bank",
      accountNumber: "0123456780",
      accountName: "BOLA ADE",
    };

    const named = await send(call, key, "named", {
      amount: kobo(20_000),
      payoutAccountId: account.reference,
    });
    expect(named).toMatchObject({ status: 201, data: { destination: shown, amount: kobo(20_000) } });
    const byDefault = await send(call, key, "default", { amount: kobo(30_000) });
    expect(byDefault).toMatchObject({ status: 201, data: { destination } });
    expect(other.reference).not.toBe(account.reference);
    expect(await balancesOf(database, tenant)).toEqual({ available: 10_000, reserved: 50_000 });
    expect((await queuedJobs(database)).map(({ task }) => task)).toEqual(
      expect.not.arrayContaining(["enquire_name"]),
    );

    // The key stands for the body, even if the default has changed.
    await setDefaultPayoutAccount(database, {
      tenant,
      reference: account.reference,
      isDefault: true,
      ...asOperator,
    });
    const replay = await send(call, key, "default", { amount: kobo(30_000) });
    expect(replay.data).toEqual(byDefault.data);
    expect(replay.headers.get("idempotency-replayed")).toBe("true");
    for (const body of [
      { amount: kobo(30_000), payoutAccountId: other.reference },
      { amount: kobo(30_000), destination },
    ])
      expect(outcomeOf(await send(call, key, "default", body))).toBe("IDEMPOTENCY_KEY_CONFLICT");
    expect(outcomeOf(await send(call, key, "more", { amount: kobo(10_001) }))).toBe("INSUFFICIENT_BALANCE");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("takes one destination: both, or a malformed id, are refused under their field", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createPayer(fileDatabase, 60_000n);
    const account = await saveAccount(fileDatabase, tenant, bola);
    for (const body of [
      { amount: kobo(100), payoutAccountId: account.reference, destination },
      { amount: kobo(100), payoutAccountId: "pac_1" },
      { amount: kobo(100), payoutAccountId: account.reference.replace("pac", "pyt") },
      { amount: kobo(100), payoutAccountId: 1 },
      { amount: kobo(100), payoutAccountId: null },
    ]) {
      const response = await send(call, key, "k", body);
      expect([body, outcomeOf(response), Object.keys(response.error.details!)]).toEqual([
        body,
        "VALIDATION_ERROR",
        ["payoutAccountId"],
      ]);
    }
    expect((await send(call, key, "k", { amount: kobo(100), destination: null })).status).toBe(422);
    expect((await call("GET", "/v1/payouts", { key })).data).toEqual([]);
  });

  test("a live payout is of a hundred naira or more, as providers take no less", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createLiveMember(fileDatabase, 100_000n);
    await resolveDestination(fileDatabase, tenant);
    const refused = await send(call, key, "k", { amount: kobo(9_999), destination });
    expect(refused).toMatchObject({
      status: 422,
      error: { code: "VALIDATION_ERROR" },
    });
    expect(refused.error?.details).toEqual({
      "amount.value": "must be at least 10000 kobo with a live key",
    });
    expect((await send(call, key, "k", { amount: kobo(10_000), destination })).status).toBe(201);
    expect(await balancesOf(fileDatabase, tenant)).toEqual({ available: 88_925, reserved: 11_075 });
  });

  test("a live balance must cover amount and fee, to the kobo; the fee depends on the amount", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    for (const [amount, fee] of [
      [10_000, 1_075],
      [500_000, 1_075],
      [500_001, 2_688],
      [999_999, 2_688],
      [1_000_000, 7_688],
      [5_000_001, 10_375],
    ] as const) {
      for (const [available, outcome] of [
        [amount, "INSUFFICIENT_BALANCE"],
        [amount + fee - 1, "INSUFFICIENT_BALANCE"],
        [amount + fee, 201],
        [amount + fee + 1, 201],
      ] as const) {
        const { tenant, key } = await createLiveMember(fileDatabase, BigInt(available));
        await resolveDestination(fileDatabase, tenant);
        const response = await send(call, key, "k", { amount: kobo(amount), destination });
        expect([amount, available, outcomeOf(response)]).toEqual([amount, available, outcome]);
        const held = outcome === 201 ? amount + fee : 0;
        expect(await balancesOf(fileDatabase, tenant)).toEqual({
          available: available - held,
          reserved: held,
        });
        if (outcome === 201) {
          expect(response.data).toMatchObject({ fee: kobo(fee), environment: "live" });
          const canceled = await call("POST", `/v1/payouts/${response.data.reference}/cancel`, { key });
          expect(canceled.data.status).toBe("canceled");
          expect(await balancesOf(fileDatabase, tenant)).toEqual({ available, reserved: 0 });
        }
      }
    }
    expect(await ledgerDrift(fileDatabase)).toEqual([]);
  });

  test("a bank that is not in the list, or no longer active, is named", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createPayer(fileDatabase, 60_000n);
    for (const bankCode of ["999", "030"]) {
      const response = await send(call, key, "k", { ...standard, destination: { ...destination, bankCode } });
      expect(response).toMatchObject({
        status: 422,
        error: { details: { "destination.bankCode": expect.any(String) } },
      });
    }
  });

  test("makes a name enquiry where none is recent, and reserves nothing when it has no result", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createMember(database, { available: 60_000n });
    const sent = send(call, key, "k");
    const id = await askUntilJoined(database, tenant);
    await completeNameEnquiry(database, id, { status: "not_found", accountName: null });
    expect(await sent).toMatchObject({ status: 500, error: { code: "INTERNAL_ERROR" } });
    expect(await balancesOf(database, tenant)).toEqual({ available: 60_000, reserved: 0 });
  });
});

/** Sends a payout with one Idempotency-Key header line for each of `lines`, which fetch would join. */
async function sendLines(url: string, key: string, lines: string[]) {
  const request = httpRequest(`${url}/v1/payouts`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": lines },
  });
  request.end(JSON.stringify(standard));
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
}

/** The id of the question about `destination` that a request has just asked. */
async function askUntilJoined(
  database: Database,
  tenant: Parameters<typeof requestNameEnquiry>[1],
): Promise<bigint> {
  for (;;) {
    if ((await queuedJobs(database)).some(({ task }) => task === "enquire_name")) break;
  }
  return (await requestNameEnquiry(database, tenant, destination))!;
}

describe("POST /v1/payouts/{reference}/cancel", () => {
  test("refunds the money, once", async ({ fileIngress: { call }, fileDatabase }) => {
    const { tenant, key } = await createPayer(fileDatabase, 60_000n);
    const { data } = await send(call, key, "k");
    const cancel = () => call("POST", `/v1/payouts/${data.reference}/cancel`, { key });
    const responses = await Promise.all([cancel(), cancel(), cancel()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(responses.filter(({ error }) => error !== undefined).map(({ error }) => error.code)).toEqual([
      "STATE_CONFLICT",
      "STATE_CONFLICT",
    ]);
    expect(await balancesOf(fileDatabase, tenant)).toEqual({ available: 60_000, reserved: 0 });
    expect(await ledgerDrift(fileDatabase)).toEqual([]);
  });

  test("is refused once a worker has claimed the payout", async ({ fileIngress: { call }, fileDatabase }) => {
    const { tenant, key } = await createPayer(fileDatabase, 200_000n);
    const { reference, id } = await createPayout(fileDatabase, tenant);
    await claimPayout(fileDatabase, id);
    const response = await call("POST", `/v1/payouts/${reference}/cancel`, { key });
    expect(response).toMatchObject({ status: 409, error: { code: "STATE_CONFLICT" } });
    expect(await balancesOf(fileDatabase, tenant)).toEqual({ available: 100_000, reserved: 100_000 });
  });
});
