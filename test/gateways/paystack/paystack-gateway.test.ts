import { test as base, describe, expect } from "vitest";
import type { Gateway } from "../../../workers/gateways/gateway.ts";
import { createPaystackGateway } from "../../../workers/gateways/paystack/create-paystack-gateway.ts";
import { startPaystack, type Paystack, type PaystackMisbehaviour } from "./start-paystack.ts";
import { startReceiver } from "../../helpers/outside/start-receiver.ts";
import { facts, payouts, testConformance } from "../conformance.ts";
import { testLiveGateway } from "../live-gateway.ts";

const { signal } = new AbortController();
const account = { bankCode: "058", accountNumber: "0022728151" };
const transfer = {
  reference: "pyt_01m807cdkjqery2b6fkwya0yss",
  amount: 1_000n,
  currency: "NGN",
  narration: null,
  ...account,
  accountName: "ADAEZE OKAFOR",
  status: "processing" as const,
};

/** As bank_provider_codes has them; the workers read it. */
const bankCodes: Record<string, string> = { "058": "058", "304": "000304" };
const bankCodeOf = async (bankCode: string) => bankCodes[bankCode] ?? null;

const test = base.extend<{ paystack: Paystack; gateway: Gateway }>({
  paystack: async ({}, use) => {
    await using paystack = await startPaystack();
    await use(paystack);
  },
  gateway: async ({ paystack }, use) => use(createPaystackGateway(paystack, bankCodeOf)),
});

/** The result of a call when Paystack responds with exactly this. */
async function resultFor(
  status: number,
  body: unknown,
  ask: (gateway: Gateway) => Promise<{ kind: string }>,
) {
  await using says = await startReceiver((response) => response.writeHead(status).end(JSON.stringify(body)));
  const payers = { bankOf: async () => null, host: "localhost" };
  return await ask(createPaystackGateway({ url: says.url, secret: "" }, bankCodeOf, payers));
}
const enquire = (gateway: Gateway) => gateway.enquireName(account, signal);
const balances = (gateway: Gateway) => gateway.findBalances!(signal);
const find = (gateway: Gateway) => gateway.findTransfer(transfer, signal);

describe.concurrent("the gateway to Paystack", () => {
  test("says what transfers can be paid from in naira and dollars, also as text", async ({
    gateway,
    paystack,
  }) => {
    const naira = { kind: "balances", balances: [{ currency: "NGN", amount: 100_000_000n }] };
    expect(await gateway.findBalances!(signal)).toEqual(naira);
    paystack.sendsNumbersAsText = true;
    expect(await gateway.findBalances!(signal)).toEqual(naira);
    const data = [
      ...[
        { currency: "GHS", balance: 5 },
        { currency: "USD", balance: 0 },
      ],
      { currency: "NGN", balance: 17_000, more: 1 },
    ];
    expect(await resultFor(200, { status: true, data }, balances)).toEqual({
      kind: "balances",
      balances: [
        { currency: "USD", amount: 0n },
        { currency: "NGN", amount: 17_000n },
      ],
    });
  });

  test("knows no balance where the response is of another form, or a refusal", async () => {
    const naira = { currency: "NGN", balance: 17_000 };
    const wrong: unknown[] = [
      [],
      [{ currency: "USD", balance: 5 }],
      [naira, naira],
      [{ ...naira, balance: -1 }],
      [{ ...naira, balance: 170.5 }],
      [{ ...naira, balance: "170.00" }],
      [{ ...naira, balance: "9".repeat(18) }],
      [{ balance: 17_000 }],
      [{ currency: "NGN" }],
      ...[naira, null, undefined],
    ];
    for (const data of wrong)
      expect([data, await resultFor(200, { status: true, data }, balances)]).toMatchObject([
        data,
        { kind: "unknown" },
      ]);
    for (const status of [400, 401, 403, 404, 422, 429, 500])
      expect(await resultFor(status, { status: false, code: "no_such_thing" }, balances)).toMatchObject({
        kind: "unknown",
        reason: expect.stringContaining(`status ${status}`),
      });
  });

  test("uses Paystack's code of a bank, and keeps leading zeros", async ({ gateway, paystack }) => {
    expect(await gateway.enquireName({ ...account, bankCode: "304" }, signal)).toMatchObject({
      kind: "resolved",
    });
    expect(paystack.sent.name).toEqual({ account_number: "0022728151", bank_code: "000304" });
    expect(await gateway.sendTransfer({ ...transfer, bankCode: "304" }, signal)).toMatchObject({
      kind: "succeeded",
    });
  });

  test("requests nothing about a bank that Paystack does not reach, and refuses to pay to it", async ({
    gateway,
    paystack,
  }) => {
    const unreached = { ...transfer, bankCode: "999" };
    expect(await gateway.enquireName(unreached, signal)).toMatchObject({ kind: "not_reached" });
    expect(await gateway.sendTransfer(unreached, signal)).toMatchObject({
      kind: "not_sent",
      notSent: "bank_unreachable",
      neverLeft: true,
    });
    expect(new Set(Object.values(paystack.calls))).toEqual(new Set([0]));
  });

  test("sends kobo to a recipient of its own account, under the payout's reference", async ({
    gateway,
    paystack,
  }) => {
    await gateway.sendTransfer({ ...transfer, narration: "Rent" }, signal);
    expect(paystack.sent.recipient).toEqual({
      type: "nuban",
      name: "ADAEZE OKAFOR",
      account_number: "0022728151",
      bank_code: "058",
      currency: "NGN",
    });
    expect(paystack.sent.transfer).toEqual({
      source: "balance",
      amount: 1_000,
      currency: "NGN",
      reason: "Rent",
      reference: transfer.reference,
      recipient: expect.stringMatching(/^RCP_/),
    });
  });

  test("sends narrations in the plain characters that banks carry, at most a hundred", async ({
    gateway,
    paystack,
  }) => {
    const sent = async (narration: string) => {
      await gateway.sendTransfer({ ...transfer, reference: "pyt_of_" + narration.length, narration }, signal);
      return (paystack.sent.transfer as { reason?: string }).reason;
    };
    expect(await sent("Rent of March")).toBe("Rent of March");
    expect(await sent("Òwó ilé — ₦5,000 \u{1f3e0} n’Ábà")).toBe("Owo ile - N5,000 n'Aba");
    expect(await sent("x".repeat(140))).toBe("x".repeat(100));
    expect(await sent("家賃")).toBeUndefined();
  });

  test("reads amounts that come as text", async ({ gateway, paystack }) => {
    paystack.sendsNumbersAsText = true;
    expect(await gateway.sendTransfer(transfer, signal)).toMatchObject({ kind: "succeeded" });
    expect(await find(gateway)).toMatchObject({ kind: "succeeded" });
  });

  for (const [word, result] of [
    ["pending", { kind: "pending" }],
    ["received", { kind: "pending" }],
    ["otp", { kind: "pending", forOperator: "TRANSFER_NEEDS_OTP" }],
    ["success", { kind: "succeeded" }],
    ["failed", { kind: "failed", code: "TRANSFER_FAILED" }],
    ["rejected", { kind: "failed", code: "TRANSFER_FAILED" }],
    ["blocked", { kind: "failed", code: "TRANSFER_FAILED" }],
    ["abandoned", { kind: "failed", code: "TRANSFER_FAILED" }],
    ["Success", { kind: "unknown", forOperator: "TRANSFER_STATUS_UNKNOWN" }],
    ["queued", { kind: "unknown", forOperator: "TRANSFER_STATUS_UNKNOWN" }],
  ] as const) {
    test(`reads the status ${word} as ${result.kind}`, async ({ gateway, paystack }) => {
      paystack.says.set(account.accountNumber, word);
      expect(await gateway.sendTransfer(transfer, signal)).toMatchObject(result);
      expect(await find(gateway)).toMatchObject(result);
    });
  }

  test("takes a reversal for one only where the payout had succeeded, else for a failure", async ({
    gateway,
    paystack,
  }) => {
    paystack.says.set(account.accountNumber, "reversed");
    expect(await gateway.sendTransfer(transfer, signal)).toMatchObject({ kind: "failed" });
    for (const status of ["processing", "failed"] as const)
      expect(await gateway.findTransfer({ ...transfer, status }, signal)).toMatchObject({ kind: "failed" });
    for (const status of ["succeeded", "reversed"] as const)
      expect(await gateway.findTransfer({ ...transfer, status }, signal)).toMatchObject({ kind: "reversed" });
  });

  test("refuses for an account that cannot be paid, with a code and a text of ours", async ({
    gateway,
    paystack,
  }) => {
    const refused = { kind: "refused", code: "DESTINATION_REJECTED", message: expect.any(String) };
    paystack.refusedRecipients.add("0000000001");
    expect(await gateway.sendTransfer({ ...transfer, accountNumber: "0000000001" }, signal)).toEqual(refused);
    paystack.watched.add(account.accountNumber);
    expect(await gateway.sendTransfer(transfer, signal)).toEqual(refused);
    expect(paystack.transfers.size).toBe(0);
  });

  test("does not take a reference that is known for a failure, and did not send without balance", async ({
    gateway,
    paystack,
  }) => {
    const reason = (code: string) => ({
      kind: "unknown",
      reason: `status 400, ${code}`,
      forOperator: "TRANSFER_REFUSED",
    });
    await gateway.sendTransfer(transfer, signal);
    expect(await gateway.sendTransfer(transfer, signal)).toEqual(reason("duplicate_transfer_reference"));
    paystack.balance = 999;
    const next = { ...transfer, reference: `${transfer.reference}2` };
    expect(await gateway.sendTransfer(next, signal)).toEqual({
      ...reason("insufficient_balance"),
      kind: "not_sent",
      notSent: "no_float",
    });
    expect(paystack.transfers.size).toBe(1);
    // Older responses have the words alone.
    paystack.sendsCodes = false;
    expect(await gateway.sendTransfer(next, signal)).toEqual({
      ...reason("no code"),
      kind: "not_sent",
      notSent: "no_float",
    });
  });

  test("does not know a transaction that Paystack has not, whether it says so with 404 or 400", async () => {
    const ask = (gateway: Gateway) => gateway.findCredit!("1", signal);
    const unknown = { status: false, type: "validation_error", code: "transaction_not_found" };
    for (const status of [400, 404])
      expect(await resultFor(status, unknown, ask)).toEqual({ kind: "not_found" });
    expect(await resultFor(400, { ...unknown, code: "invalid_params" }, ask)).toMatchObject({
      kind: "unknown",
      forOperator: "CREDIT_STATUS_UNKNOWN",
    });
  });

  test("books no money that has the fee in it, which the payer bore: a person looks at it", async () => {
    const data = {
      reference: "1",
      status: "success",
      channel: "bank_transfer",
      amount: 40_333,
      currency: "NGN",
      customer: { id: 7, email: "a@example.com" },
      fees: 10_283,
    };
    const creditOf = (more: object) =>
      resultFor(200, { status: true, data: { ...data, ...more } }, (gateway) =>
        gateway.findCredit!("1", signal),
      );
    expect(await creditOf({ requested_amount: 30_050 })).toEqual({
      kind: "unknown",
      reason: "another amount than requested",
      forOperator: "CREDIT_STATUS_UNKNOWN",
    });
    for (const requested_amount of [40_333, "40333", null, undefined])
      expect(await creditOf({ requested_amount })).toMatchObject({ kind: "received", amount: 40_333n });
    // Nothing was paid yet.
    expect(await creditOf({ requested_amount: 30_050, status: "ongoing" })).toEqual({ kind: "pending" });
  });

  const misbehaviours: PaystackMisbehaviour[] = [
    ...(["refuse", "unavailable", "drop", "break", "rate limited", "a missing member"] as const),
    ...(["a web page", "half a response", "not found, of a proxy", "not found yet"] as const),
  ];
  for (const how of misbehaviours) {
    test(`sends no money while it has no recipient: ${how}`, async ({ gateway, paystack }) => {
      paystack.misbehave("recipient", how);
      expect(await gateway.sendTransfer(transfer, signal)).toMatchObject({
        kind: "not_sent",
        notSent: "unavailable",
        neverLeft: true,
      });
      expect(paystack.calls.transfer).toBe(0);
    });
  }

  for (const kind of ["name", "transfer", "find"] as const) {
    for (const how of ["rate limited", "a missing member"] as const) {
      test(`takes ${how} for unknown: ${kind}`, async ({ gateway, paystack }) => {
        if (kind === "find") await gateway.sendTransfer(transfer, signal);
        paystack.misbehave(kind, how);
        const ask = { name: enquire, find, transfer: (g: Gateway) => g.sendTransfer(transfer, signal) }[kind];
        expect(await ask(gateway)).toMatchObject({ kind: "unknown" });
      });
    }
  }

  test("pays no recipient with another account number", async () => {
    const data = { recipient_code: "RCP_1", details: { account_number: "0022728152" } };
    const send = (gateway: Gateway) => gateway.sendTransfer(transfer, signal);
    expect(await resultFor(201, { status: true, data }, send)).toEqual({
      kind: "not_sent",
      notSent: "unavailable",
      neverLeft: true,
      reason: "a response that does not fit: details.account_number",
      misfits: ["details.account_number"],
    });
  });

  test("pays no recipient at another bank, where Paystack says which", async () => {
    const recipient = (bank_code: unknown) => ({
      recipient_code: "RCP_1",
      details: { account_number: "0022728151", bank_code },
    });
    const send = (gateway: Gateway) => gateway.sendTransfer(transfer, signal);
    expect(await resultFor(201, { status: true, data: recipient("057") }, send)).toEqual({
      kind: "not_sent",
      notSent: "unavailable",
      neverLeft: true,
      reason: "the recipient is at another bank",
      destination: { bank: "057" },
    });
    // These go on to the transfer, to which this is no response.
    for (const bank of ["058", null, undefined]) {
      expect(await resultFor(201, { status: true, data: recipient(bank) }, send)).toMatchObject({
        kind: "unknown",
        reason: expect.stringContaining("reference"),
      });
    }
  });

  test("takes no name of another account, and only what Paystack says of the account for not found", async () => {
    const data = { account_number: "0022728152", account_name: "ADA OBI" };
    expect(await resultFor(200, { status: true, data }, enquire)).toMatchObject({ kind: "unknown" });
    expect(
      await resultFor(200, { status: true, data: { account_name: "ADA OBI", more: 1 }, meta: {} }, enquire),
    ).toEqual({ kind: "resolved", accountName: "ADA OBI" });
    const says = (message: string, code = "invalid_params") => ({
      status: false,
      type: "validation_error",
      message,
      code,
    });
    const ofAccount = "Could not resolve account name. Check parameters or try again.";
    const ofUs = [
      "Your IP address is not allowed to make this call",
      "Invalid key",
      "",
      "Daily limit of resolves",
    ];
    for (const status of [400, 404, 422]) {
      for (const code of ["invalid_params", "invalid_bank_code"])
        expect(await resultFor(status, says(ofAccount, code), enquire)).toEqual({ kind: "not_found" });
      expect(await resultFor(status, says("Unknown bank code: 059"), enquire)).toEqual({
        kind: "not_reached",
        reason: `status ${status}, invalid_params`,
        forOperator: "BANK_CODE_REFUSED",
      });
      for (const message of ofUs)
        expect(await resultFor(status, says(message), enquire)).toEqual({
          kind: "unknown",
          reason: `status ${status}, invalid_params`,
          forOperator: "NAME_ENQUIRY_REFUSED",
        });
      expect(await resultFor(status, { status: false }, enquire)).toMatchObject({ kind: "unknown" });
      expect(await resultFor(status, { message: ofAccount }, enquire)).toMatchObject({ kind: "unknown" });
    }
    for (const status of [401, 403, 408, 429, 500, 503])
      expect(await resultFor(status, { status: false }, enquire)).toMatchObject({ kind: "unknown" });
  });

  test("logs no word of Paystack's but a code", async () => {
    const refusal = { status: false, type: "validation_error", message: "ADA", code: "0022728151 <b>" };
    expect(await resultFor(400, refusal, find)).toMatchObject({ reason: "status 400, no code" });
  });

  test("offers no identities, addresses and accounts", ({ gateway }) => {
    expect(gateway).not.toHaveProperty("lookUpIdentity");
    expect(gateway).not.toHaveProperty("provisionAccount");
    expect(gateway).not.toHaveProperty("provisionCryptoAddress");
  });
});

testConformance({
  kind: "paystack",
  offers: [...payouts, "findBalances"],
  // It refuses a reference that it has, which says nothing of the first sending.
  answersRepeats: false,
  async start() {
    const server = await startPaystack();
    server.names.set(facts.unknownAccount.accountNumber, null);
    return { server, gateway: createPaystackGateway(server, async (bankCode) => bankCode) };
  },
});

testLiveGateway({
  name: "paystack",
  start: startPaystack,
  create: (settings) => createPaystackGateway(settings, async (bankCode) => bankCode),
  dedupes: true,
  saysReversed: true,
});
