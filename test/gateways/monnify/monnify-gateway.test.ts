import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base, describe, expect } from "vitest";
import type { Gateway } from "../../../workers/gateways/gateway.ts";
import { createMonnifyGateway } from "../../../workers/gateways/monnify/create-monnify-gateway.ts";
import { naira, parseExactly } from "../../../workers/gateways/naira.ts";
import { startMonnify, type Monnify, type MonnifyMisbehaviour } from "./start-monnify.ts";
import { startReceiver } from "../../helpers/outside/start-receiver.ts";
import { facts, payouts, testConformance } from "../conformance.ts";
import { testLiveGateway } from "../live-gateway.ts";

const { signal } = new AbortController();
const account = { bankCode: "058", accountNumber: "0022728151" };
const transfer = {
  reference: "pyt_01m807cdkjqery2b6fkwya0yss",
  amount: 123_456_789n,
  currency: "NGN",
  narration: null,
  ...account,
  accountName: "ADAEZE OKAFOR",
  status: "processing" as const,
};
const sent = { amount: "1000.00", reference: transfer.reference, status: "SUCCESS" };

/** As bank_provider_codes has them; the workers read it. */
const bankCodes: Record<string, string> = { "058": "058", "50515": "50515", "999992": "305" };
const bankCodeOf = async (bankCode: string) => bankCodes[bankCode] ?? null;

const test = base.extend<{ monnify: Monnify; gateway: Gateway }>({
  monnify: async ({}, use) => {
    await using monnify = await startMonnify();
    monnify.balance = 1_000_000_000_000;
    await use(monnify);
  },
  gateway: async ({ monnify }, use) => use(createMonnifyGateway(monnify, bankCodeOf)),
});

const enquire = (gateway: Gateway) => gateway.enquireName(account, signal);
const balances = (gateway: Gateway) => gateway.findBalances!(signal);
const find = (gateway: Gateway) => gateway.findTransfer(transfer, signal);
const send = (gateway: Gateway) => gateway.sendTransfer(transfer, signal);

/** The result of a call when Monnify lets it log in, and then responds with exactly this text. */
async function resultFor(
  status: number,
  body: unknown,
  ask: (gateway: Gateway) => Promise<{ kind: string }>,
) {
  const login = { requestSuccessful: true, responseBody: { accessToken: "t", expiresIn: 3_600 } };
  let isIn = false;
  await using says = await startReceiver((response) => {
    if (isIn)
      return void response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
    isIn = true;
    response.writeHead(200).end(JSON.stringify(login));
  });
  const settings = { url: says.url, apiKey: "", secret: "", walletNumber: "8016472829" };
  return await ask(createMonnifyGateway(settings, bankCodeOf));
}
const inBody = (responseBody: object) => ({ requestSuccessful: true, responseCode: "0", responseBody });

describe("an amount of Monnify's", () => {
  const koboIn = (text: string) => naira.safeParse(parseExactly(text)).data;

  test("is read to the kobo in each form that it may have", () => {
    for (const text of [
      "1000",
      "1000.0",
      "1000.00",
      '"1000.00"',
      '"1000"',
      "1.0E3",
      "1e3",
      "1000.0000",
      "1E+3",
    ])
      expect([text, koboIn(text)]).toEqual([text, 100_000n]);
    expect(koboIn("0.05")).toBe(5n);
    expect(koboIn("1.2345E7")).toBe(1_234_500_000n);
    expect(koboIn("90071992547409.91")).toBe(9_007_199_254_740_991n);
    expect(koboIn("90071992547409.92")).toBe(9_007_199_254_740_992n);
  });

  test("is none where it is in another form, negative, or less than a kobo", () => {
    const wrong = [
      "1000.001",
      "-1000.00",
      '""',
      '"1,000.00"',
      '"NGN 1000"',
      "null",
      "true",
      "1e-3",
      "1E999",
      "[]",
    ];
    for (const text of wrong) expect([text, koboIn(text)]).toEqual([text, undefined]);
  });
});

describe.concurrent("the gateway to Monnify", () => {
  test("says what the wallet can pay out, to the kobo, as number and as text", async ({
    gateway,
    monnify,
  }) => {
    monnify.balance = 123_456_789;
    const wallet = { kind: "balances", balances: [{ currency: "NGN", amount: 123_456_789n }] };
    expect(await balances(gateway)).toEqual(wallet);
    expect(monnify.sent.balance).toEqual({ accountNumber: "8016472829" });
    monnify.sendsNumbersAsText = true;
    expect(await balances(gateway)).toEqual(wallet);
    const exact =
      '{"requestSuccessful":true,"responseBody":{"availableBalance":90071992547409.93,"ledgerBalance":1.0E9}}';
    expect(await resultFor(200, exact, balances)).toEqual({
      kind: "balances",
      balances: [{ currency: "NGN", amount: 9_007_199_254_740_993n }],
    });
  });

  test("knows no balance where the response is of another form, or a refusal", async () => {
    const wrong = [-1, "-1.00", "1,000.00", "1.001", "1e17", "", null, undefined, {}, true];
    for (const availableBalance of wrong)
      expect([availableBalance, await resultFor(200, inBody({ availableBalance }), balances)]).toEqual([
        availableBalance,
        {
          kind: "unknown",
          reason: "a response that does not fit: availableBalance",
          misfits: ["availableBalance"],
        },
      ]);
    // What is available is not said.
    expect(await resultFor(200, inBody({ ledgerBalance: "1000.00" }), balances)).toMatchObject({
      kind: "unknown",
    });
    const refusal = { requestSuccessful: false, responseCode: "99" };
    for (const status of [400, 401, 403, 404, 422, 429, 500])
      expect(await resultFor(status, refusal, balances)).toMatchObject({
        kind: "unknown",
        reason: expect.stringContaining(`status ${status}`),
      });
  });

  test("uses Monnify's code of a bank, and keeps leading zeros", async ({ gateway, monnify }) => {
    expect(await gateway.enquireName({ ...account, bankCode: "999992" }, signal)).toEqual({
      kind: "resolved",
      accountName: "ADAEZE OKAFOR",
    });
    expect(monnify.sent.name).toEqual({ accountNumber: "0022728151", bankCode: "305" });
    expect(await gateway.sendTransfer({ ...transfer, bankCode: "50515" }, signal)).toMatchObject({
      kind: "succeeded",
    });
  });

  test("requests nothing about a bank that Monnify does not reach, and does not send to it", async ({
    gateway,
    monnify,
  }) => {
    const unreached = { ...transfer, bankCode: "999" };
    expect(await gateway.enquireName(unreached, signal)).toMatchObject({ kind: "not_reached" });
    expect(await gateway.sendTransfer(unreached, signal)).toMatchObject({
      kind: "not_sent",
      notSent: "bank_unreachable",
      neverLeft: true,
    });
    expect(new Set(Object.values(monnify.calls))).toEqual(new Set([0]));
  });

  test("sends naira out of the wallet, under the payout's reference", async ({ gateway, monnify }) => {
    await gateway.sendTransfer({ ...transfer, narration: "Rent" }, signal);
    // Without the name of the holder: Monnify looks it up, and fails a transfer whose name another provider spells.
    expect(monnify.sent.transfer).toEqual({
      amount: "1234567.89",
      currency: "NGN",
      reference: transfer.reference,
      narration: "Rent",
      destinationBankCode: "058",
      destinationAccountNumber: "0022728151",
      sourceAccountNumber: "8016472829",
      async: true,
    });
    await gateway.sendTransfer({ ...transfer, reference: "pyt_2", amount: 5n }, signal);
    expect(monnify.sent.transfer).toMatchObject({ amount: "0.05", narration: "pyt_2" });
  });

  test("sends kobo that no float holds", async ({ gateway, monnify }) => {
    monnify.balance = Number.MAX_SAFE_INTEGER;
    await gateway.sendTransfer({ ...transfer, amount: 9_007_199_254_740_991n }, signal);
    expect(monnify.sent.transfer).toMatchObject({ amount: "90071992547409.91" });
  });

  test("reads amounts that come as text, whatever the fee", async ({ gateway, monnify }) => {
    monnify.sendsNumbersAsText = true;
    monnify.fee = "53.75";
    expect(await send(gateway)).toMatchObject({ kind: "succeeded" });
    expect(await find(gateway)).toMatchObject({ kind: "succeeded" });
  });

  /** Every word of Monnify's documents, and words that are in none. */
  for (const [word, result] of [
    ["PENDING", { kind: "pending" }],
    ["AWAITING_PROCESSING", { kind: "pending" }],
    ["IN_PROGRESS", { kind: "pending" }],
    ["PENDING_AUTHORIZATION", { kind: "pending", forOperator: "TRANSFER_NEEDS_OTP" }],
    ["PENDING_BATCH_AUTHORIZATION", { kind: "pending", forOperator: "TRANSFER_NEEDS_OTP" }],
    ["OTP_EMAIL_DISPATCH_FAILED", { kind: "pending", forOperator: "TRANSFER_NEEDS_OTP" }],
    ["SUCCESS", { kind: "succeeded" }],
    ["COMPLETED", { kind: "succeeded" }],
    ["FAILED", { kind: "failed", code: "TRANSFER_FAILED" }],
    ["EXPIRED", { kind: "failed", code: "TRANSFER_FAILED" }],
    ["success", { kind: "unknown", forOperator: "TRANSFER_STATUS_UNKNOWN" }],
    ["QUEUED", { kind: "unknown", forOperator: "TRANSFER_STATUS_UNKNOWN" }],
  ] as const) {
    test(`reads the status ${word} as ${result.kind}`, async ({ gateway, monnify }) => {
      monnify.says.set(account.accountNumber, word);
      expect(await send(gateway)).toMatchObject(result);
      expect(await find(gateway)).toMatchObject(result);
    });
  }

  test("takes a reversal for one only where the payout had succeeded, else for a failure", async ({
    gateway,
    monnify,
  }) => {
    monnify.says.set(account.accountNumber, "REVERSED");
    expect(await send(gateway)).toMatchObject({ kind: "failed" });
    for (const status of ["processing", "failed"] as const)
      expect(await gateway.findTransfer({ ...transfer, status }, signal)).toMatchObject({ kind: "failed" });
    for (const status of ["succeeded", "reversed"] as const)
      expect(await gateway.findTransfer({ ...transfer, status }, signal)).toMatchObject({ kind: "reversed" });
  });

  /** What Monnify's guide says to ask again about, though the status is FAILED. */
  for (const text of [
    "Transaction timed out while waiting for destination bank",
    "Delayed processing from NIP",
    "Beneficiary bank not available",
    "Invalid session ID",
    "Invalid response code from beneficiary institution",
    "System malfunction by destination institution",
    "Unable to complete the transaction at this time.",
    "Transaction could not be processed at this time",
    "TRANSACTION PROCESSING IN PROGRESS",
    "Processor Malfunction - Transaction transmission failed",
  ]) {
    test(`does not take FAILED for the end where it says '${text}'`, async ({ gateway, monnify }) => {
      monnify.says.set(account.accountNumber, "FAILED");
      monnify.describes.set(account.accountNumber, text);
      for (const result of [await send(gateway), await find(gateway)])
        expect(result).toEqual({ kind: "pending", destination: expect.anything() });
    });
  }

  test("takes FAILED for a matter of the wallet where it says so, and else for the end", async ({
    gateway,
    monnify,
  }) => {
    monnify.says.set(account.accountNumber, "FAILED");
    const failed = { kind: "failed", code: "TRANSFER_FAILED", confirmAgainAfterMs: 72_000_000 };
    for (const text of [
      "You do not have sufficient balance to process this request",
      "Insufficient funds",
      "DISBURSE FAILED: Insufficient Balance",
    ]) {
      monnify.describes.set(account.accountNumber, text);
      for (const result of [await send(gateway), await find(gateway)])
        expect(result).toMatchObject({ ...failed, notSent: "no_float", forOperator: "TRANSFER_REFUSED" });
    }
    for (const text of ["Beneficiary account name mismatch", "Do not honor", "", null, 7]) {
      monnify.describes.set(account.accountNumber, text);
      for (const result of [await send(gateway), await find(gateway)]) {
        expect(result).toMatchObject(failed);
        expect(result).not.toHaveProperty("notSent");
      }
    }
  });

  test("reads what Monnify's codes say of a refused transfer", async () => {
    const refusal = (responseCode: string) => ({ requestSuccessful: false, responseCode });
    const operator = { forOperator: "TRANSFER_REFUSED" };
    for (const code of ["D01", "D02", "D03"])
      expect(await resultFor(422, refusal(code), send)).toMatchObject({
        kind: "failed",
        code: "TRANSFER_FAILED",
        confirmAgainAfterMs: 72_000_000,
      });
    expect(await resultFor(422, refusal("D04"), send)).toEqual({
      kind: "not_sent",
      notSent: "no_float",
      reason: "status 422, D04",
      ...operator,
    });
    expect(await resultFor(400, refusal("D06"), send)).toEqual({
      kind: "not_sent",
      notSent: "unavailable",
      reason: "status 400, D06",
      ...operator,
      refusesUs: true,
    });
    // It has the reference, or says nothing of this request: it is polled.
    for (const code of ["D05", "99", "D08", "R42"])
      expect(await resultFor(422, refusal(code), send)).toEqual({
        kind: "unknown",
        reason: `status 422, ${code}`,
        ...operator,
      });
    expect(await resultFor(400, refusal("D06"), find)).toMatchObject({ kind: "unknown", refusesUs: true });
    expect(await resultFor(400, refusal("D02"), find)).toEqual({ kind: "not_found" });
    expect(await resultFor(400, refusal("D01"), find)).toMatchObject({ kind: "unknown" });
  });

  test("does not take an equal transfer, or a wallet that is empty, for a failure", async ({
    gateway,
    monnify,
  }) => {
    await send(gateway);
    const equal = { ...transfer, reference: `${transfer.reference}2` };
    expect(await gateway.sendTransfer(equal, signal)).toEqual({
      kind: "not_sent",
      notSent: "unavailable",
      reason: "status 422, D07",
      tooSoon: true,
    });
    monnify.balance = 0;
    expect(await gateway.sendTransfer({ ...equal, amount: 1n }, signal)).toMatchObject({
      kind: "not_sent",
      notSent: "no_float",
    });
    expect(monnify.transfers.size).toBe(1);
    monnify.refusesKnownReferences = true;
    expect(await send(gateway)).toMatchObject({ kind: "unknown", reason: "status 422, D05" });
    expect(monnify.transfers.get(transfer.reference)?.timesSent).toBe(1);
  });

  for (const kind of ["name", "transfer", "find"] as const) {
    for (const how of ["rate limited", "a missing member"] as const) {
      test(`takes ${how} for unknown: ${kind}`, async ({ gateway, monnify }) => {
        if (kind === "find") await send(gateway);
        monnify.misbehave(kind, how);
        expect(await { name: enquire, find, transfer: send }[kind](gateway)).toMatchObject({
          kind: "unknown",
        });
      });
    }
  }

  test("pays nothing that Monnify says goes elsewhere", async () => {
    const thousand = { ...transfer, amount: 100_000n };
    const ask = (gateway: Gateway) => gateway.sendTransfer(thousand, signal);
    const elsewhere = inBody({ ...sent, destinationAccountNumber: "0022728152" });
    expect(await resultFor(200, elsewhere, ask)).toEqual({
      kind: "unknown",
      reason: "a response that does not fit: destinationAccountNumber",
      misfits: ["destinationAccountNumber"],
    });
    expect(await resultFor(200, inBody({ ...sent, amount: "1000.01" }), ask)).toEqual({
      kind: "unknown",
      reason: "a response that does not fit: amount",
      misfits: ["amount"],
    });
    expect(await resultFor(200, inBody({ ...sent, currency: "USD" }), ask)).toEqual({
      kind: "unknown",
      reason: "a response that does not fit: currency",
      misfits: ["currency"],
    });
    const silent = inBody({ ...sent, currency: null, destinationAccountNumber: null });
    expect(await resultFor(200, silent, ask)).toMatchObject({ kind: "succeeded" });
  });

  test("compares no account where a restore took a refund's, which the claim has as empty", async () => {
    const refund = { ...transfer, amount: 100_000n, accountNumber: "" };
    const poll = (gateway: Gateway) => gateway.findTransfer(refund, signal);
    for (const destinationAccountNumber of [account.accountNumber, null]) {
      const found = inBody({ ...sent, destinationAccountNumber });
      expect(await resultFor(200, found, poll)).toMatchObject({ kind: "succeeded" });
    }
  });

  test("takes no name of another account or bank, and only what Monnify says of the account for not found", async () => {
    const other = inBody({ accountNumber: "0022728152", accountName: "ADA OBI" });
    expect(await resultFor(200, other, enquire)).toMatchObject({ kind: "unknown" });
    const elsewhere = inBody({ ...account, bankCode: "044", accountName: "ADA OBI" });
    expect(await resultFor(200, elsewhere, enquire)).toEqual({
      kind: "unknown",
      reason: "a response that does not fit: bankCode",
      misfits: ["bankCode"],
    });
    const silent = inBody({ accountNumber: null, bankCode: null, accountName: "ADA OBI" });
    expect(await resultFor(200, silent, enquire)).toMatchObject({ kind: "resolved" });
    expect(await resultFor(200, inBody({ accountName: "ADA OBI", more: 1 }), enquire)).toEqual({
      kind: "resolved",
      accountName: "ADA OBI",
    });
    const refusal = { requestSuccessful: false, responseCode: "99" };
    for (const status of [400, 404, 422]) {
      expect(await resultFor(status, refusal, enquire)).toEqual(
        status === 404
          ? { kind: "not_found" }
          : { kind: "unknown", reason: `status ${status}, 99`, forOperator: "NAME_ENQUIRY_REFUSED" },
      );
      const ofAccount = { ...refusal, responseMessage: "Invalid account details supplied" };
      for (const said of [ofAccount, { ...refusal, responseCode: "D03" }])
        expect(await resultFor(status, said, enquire)).toEqual({ kind: "not_found" });
      expect(await resultFor(status, { message: "no" }, enquire)).toMatchObject({ kind: "unknown" });
    }
    const notAllowed = { requestSuccessful: false, responseCode: "D06" };
    expect(await resultFor(400, notAllowed, enquire)).toEqual({
      kind: "unknown",
      reason: "status 400, D06",
      forOperator: "NAME_ENQUIRY_REFUSED",
      refusesUs: true,
    });
    for (const status of [408, 429, 500, 503])
      expect(await resultFor(status, refusal, enquire)).toEqual({
        kind: "unknown",
        reason: `status ${status}`,
      });
    expect(await resultFor(403, refusal, enquire)).toEqual({
      kind: "unknown",
      reason: "status 403",
      forOperator: "TRANSFER_REFUSED",
      refusesUs: true,
    });
    expect(await resultFor(404, refusal, find)).toEqual({ kind: "not_found" });
    for (const status of [400, 422])
      expect(await resultFor(status, refusal, find)).toMatchObject({ kind: "unknown" });
  });

  test("logs no word of Monnify's but a code", async () => {
    const refusal = { requestSuccessful: false, responseMessage: "ADA", responseCode: "0022728151 <b>" };
    expect(await resultFor(400, refusal, find)).toMatchObject({ reason: "status 400, no code" });
  });

  test("offers no identities, addresses and accounts", ({ gateway }) => {
    expect(gateway).not.toHaveProperty("lookUpIdentity");
    expect(gateway).not.toHaveProperty("provisionAccount");
    expect(gateway).not.toHaveProperty("provisionCryptoAddress");
  });
});

describe("the login at Monnify", () => {
  test("is one for all who ask at the same time, and for all who ask later", async ({ gateway, monnify }) => {
    const results = await Promise.all(Array.from({ length: 8 }, () => enquire(gateway)));
    for (const result of results) expect(result).toMatchObject({ kind: "resolved" });
    await find(gateway);
    expect(monnify.calls).toMatchObject({ login: 1, name: 8, find: 1 });
  });

  test("is renewed once where Monnify ends the token early, and the request repeated once", async ({
    gateway,
    monnify,
  }) => {
    await enquire(gateway);
    monnify.tokens.clear();
    const results = await Promise.all([
      ...Array.from({ length: 4 }, () => enquire(gateway)),
      ...[send(gateway), find(gateway)],
    ]);
    expect(results.map(({ kind }) => kind)).not.toContain("unknown");
    expect(monnify.calls).toMatchObject({ login: 2, name: 5, transfer: 1 });
    expect(monnify.transfers.get(transfer.reference)!.timesSent).toBe(1);
  });

  test("that fails after a refused token says nothing of the request that had it", async () => {
    const login = { requestSuccessful: true, responseBody: { accessToken: "t", expiresIn: 3_600 } };
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.setHeader("connection", "close");
      if (asked.length === 1) return void response.writeHead(200).end(JSON.stringify(login));
      // It takes no other connection.
      server.close();
      response.writeHead(401).end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { url, apiKey: "", secret: "", walletNumber: "8016472829" };
    expect(await send(createMonnifyGateway(settings, bankCodeOf))).toEqual({
      kind: "unknown",
      reason: "the connection failed: ECONNREFUSED",
    });
    expect(asked).toEqual(["/api/v1/auth/login", "/api/v2/disbursements/single"]);
  });

  test("is tried once more, and no more, where no token is accepted", async ({ gateway, monnify }) => {
    monnify.tokens.add = () => monnify.tokens;
    expect(await send(gateway)).toEqual({
      kind: "unknown",
      reason: "status 401",
      forOperator: "TRANSFER_REFUSED",
      refusesUs: true,
    });
    expect(monnify.calls).toMatchObject({ login: 2, transfer: 0 });
    expect(monnify.refusedTokens).toBe(2);
  });

  test("that is refused needs an operator", async ({ monnify }) => {
    const wrong = createMonnifyGateway({ ...monnify, secret: "another" }, bankCodeOf);
    for (const ask of [enquire, send, find])
      expect(await ask(wrong)).toEqual({
        kind: ask === send ? "not_sent" : "unknown",
        reason: "status 401 to the login",
        forOperator: "TRANSFER_REFUSED",
        refusesUs: true,
        notSent: "unavailable",
        neverLeft: true,
      });
  });

  test("is new for each request where tokens end within the minute", async ({ gateway, monnify }) => {
    monnify.tokenLife = 60;
    for (let asked = 1; asked <= 2; asked += 1) {
      expect(await enquire(gateway)).toMatchObject({ kind: "resolved" });
      expect(monnify.calls.login).toBe(asked);
    }
  });

  const misbehaviours: MonnifyMisbehaviour[] = [
    ...([
      "refuse",
      "unavailable",
      "drop",
      "break",
      "rate limited",
      "a missing member",
      "a redirect",
    ] as const),
    ...(["a web page", "half a response", "ten megabytes", "an error with status 200"] as const),
    ...(["not found, of a proxy", "not found yet"] as const),
  ];
  for (const how of misbehaviours) {
    test(`that ends in ${how} sends no money, and is tried again for the next request`, async ({
      gateway,
      monnify,
    }) => {
      monnify.misbehave("login", how);
      expect(await send(gateway)).toMatchObject({
        kind: "not_sent",
        notSent: "unavailable",
        neverLeft: true,
      });
      expect(monnify.calls.transfer).toBe(0);
      monnify.behave();
      expect(await send(gateway)).toMatchObject({ kind: "succeeded" });
    });
  }

  test("goes on for the others where one who waits gives up", async ({ gateway, monnify }) => {
    monnify.misbehave("login", "hang", 1);
    const late = { kind: "unknown", reason: "no response in time" };
    const patient = enquire(gateway);
    const neverLeft = { notSent: "unavailable", neverLeft: true };
    expect(await gateway.sendTransfer(transfer, AbortSignal.timeout(100))).toEqual({
      ...late,
      ...neverLeft,
      kind: "not_sent",
    });
    expect(await patient).toEqual({ ...late, ...neverLeft });
    expect(monnify.calls).toMatchObject({ login: 1, transfer: 0 });
    expect(await enquire(gateway)).toMatchObject({ kind: "resolved" });
  });
});

testConformance({
  kind: "monnify",
  offers: [...payouts, "findBalances"],
  async start() {
    const server = await startMonnify();
    server.names.set(facts.unknownAccount.accountNumber, null);
    return { server, gateway: createMonnifyGateway(server, async (bankCode) => bankCode) };
  },
});

testLiveGateway({
  name: "monnify",
  start: startMonnify,
  create: (settings) =>
    createMonnifyGateway(
      { apiKey: "MK_PROD_OFTHETESTS", walletNumber: "8016472829", ...settings },
      async (bankCode) => bankCode,
    ),
  dedupes: false,
  saysReversed: true,
});
