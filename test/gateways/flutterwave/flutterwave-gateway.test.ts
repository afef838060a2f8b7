import { test as base, describe, expect } from "vitest";
import { createFlutterwaveGateway } from "../../../workers/gateways/flutterwave/create-flutterwave-gateway.ts";
import type { Gateway } from "../../../workers/gateways/gateway.ts";
import { startFlutterwave, type Flutterwave } from "./start-flutterwave.ts";
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

/** As bank_provider_codes has them; the workers read it. */
const bankCodes: Record<string, string> = { "058": "058", "302": "000026", "50515": "090405" };
const bankCodeOf = async (bankCode: string) => bankCodes[bankCode] ?? null;

const test = base.extend<{ flutterwave: Flutterwave; gateway: Gateway }>({
  flutterwave: async ({}, use) => {
    await using flutterwave = await startFlutterwave();
    flutterwave.balance = 1_000_000_000_000;
    await use(flutterwave);
  },
  gateway: async ({ flutterwave }, use) => use(createFlutterwaveGateway(flutterwave, bankCodeOf)),
});

const enquire = (gateway: Gateway) => gateway.enquireName(account, signal);
const balances = (gateway: Gateway) => gateway.findBalances!(signal);
const find = (gateway: Gateway) => gateway.findTransfer(transfer, signal);
const send = (gateway: Gateway) => gateway.sendTransfer(transfer, signal);

/** The result of a call when Flutterwave responds with exactly this. */
async function resultFor(
  status: number,
  body: unknown,
  ask: (gateway: Gateway) => Promise<{ kind: string }>,
) {
  await using says = await startReceiver((response) =>
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body)),
  );
  return await ask(createFlutterwaveGateway({ url: says.url, secret: "" }, bankCodeOf));
}
const success = (data: unknown) => ({ status: "success", message: "It was done", data });
const refusal = { status: "error", message: "0022728151 of ADA is wrong", data: null };
/** Whom it goes to is said beside. */
const pending = { kind: "pending", destination: expect.anything() };
const unknownRefusal = { kind: "unknown", reason: "status 400", forOperator: "TRANSFER_REFUSED" };

/** As the documents show one, which differ in the members that are left out here. */
const sent = {
  id: 26_251,
  account_number: "0022728151",
  bank_code: "058",
  currency: "NGN",
  fee: 26.875,
  amount: "1234567.89",
  status: "NEW",
  reference: transfer.reference,
  complete_message: "",
  requires_approval: 0,
  is_approved: 1,
  meta: null,
};
const misfit = (...names: string[]) => ({
  kind: "unknown",
  reason: `a response that does not fit: ${names.join(", ")}`,
  misfits: names,
});

describe("the gateway to Flutterwave", () => {
  test("says what the balance in naira can pay out, to the kobo, as number and as text", async ({
    gateway,
    flutterwave,
  }) => {
    flutterwave.balance = 123_456_789;
    const wallet = { kind: "balances", balances: [{ currency: "NGN", amount: 123_456_789n }] };
    expect(await balances(gateway)).toEqual(wallet);
    flutterwave.sendsNumbersAsText = true;
    expect(await balances(gateway)).toEqual(wallet);
    // A fee of 26.875 leaves half a kobo, which pays nothing.
    for (const available of ["1234567.895", 1_234_567.899, "1234567.890000"]) {
      const data = success({ currency: "NGN", available_balance: available, ledger_balance: 1 });
      expect(await resultFor(200, data, balances)).toEqual(wallet);
    }
  });

  test("knows no balance where the response is of another form, or a refusal", async () => {
    const wrong = [-1, "-1.00", "1,000.00", "1e17", "", null, undefined, {}, true];
    for (const available of wrong) {
      const data = success({ currency: "NGN", available_balance: available, ledger_balance: 1 });
      expect([available, await resultFor(200, data, balances)]).toEqual([
        available,
        misfit("available_balance"),
      ]);
    }
    const dollars = success({ currency: "USD", available_balance: 1, ledger_balance: 1 });
    expect(await resultFor(200, dollars, balances)).toEqual(misfit("currency"));
    for (const status of [400, 401, 403, 404, 429, 500])
      expect(await resultFor(status, refusal, balances)).toMatchObject({
        kind: "unknown",
        reason: expect.stringContaining(`status ${status}`),
      });
  });

  test("enquires a name by Flutterwave's code of the bank", async ({ gateway, flutterwave }) => {
    flutterwave.names.set("0022728151", "WES GIBBONS");
    const resolved = { kind: "resolved", accountName: "WES GIBBONS" };
    expect(await enquire(gateway)).toEqual(resolved);
    expect(flutterwave.sent.name).toEqual({ account_number: "0022728151", account_bank: "058" });
    // 302 is another institution there.
    expect(await gateway.enquireName({ ...account, bankCode: "302" }, signal)).toEqual(resolved);
    expect(flutterwave.sent.name).toMatchObject({ account_bank: "000026" });
  });

  test("requests nothing about a bank that Flutterwave does not reach, and sends nothing to it", async ({
    gateway,
    flutterwave,
  }) => {
    const unreached = { ...transfer, bankCode: "035A" };
    expect(await gateway.enquireName(unreached, signal)).toMatchObject({ kind: "not_reached" });
    expect(await gateway.sendTransfer(unreached, signal)).toMatchObject({
      kind: "not_sent",
      notSent: "bank_unreachable",
      neverLeft: true,
    });
    expect(new Set(Object.values(flutterwave.calls))).toEqual(new Set([0]));
  });

  test("sends naira, under the payout's reference", async ({ gateway, flutterwave }) => {
    await gateway.sendTransfer({ ...transfer, bankCode: "50515", narration: "Rent" }, signal);
    const common = { account_number: "0022728151", beneficiary_name: "ADAEZE OKAFOR", currency: "NGN" };
    expect(flutterwave.sent.transfer).toEqual({
      ...common,
      account_bank: "090405",
      debit_currency: "NGN",
      amount: "1234567.89",
      reference: transfer.reference,
      narration: "Rent",
    });
    await gateway.sendTransfer({ ...transfer, reference: "pyt_2", amount: 5n }, signal);
    expect(flutterwave.sent.transfer).toEqual({
      ...common,
      account_bank: "058",
      debit_currency: "NGN",
      amount: "0.05",
      reference: "pyt_2",
    });
  });

  test("sends and reads kobo that no float holds, as numbers and as text", async ({
    gateway,
    flutterwave,
  }) => {
    flutterwave.balance = Number.MAX_SAFE_INTEGER;
    flutterwave.fee = "53.75";
    const large = { ...transfer, amount: 9_007_199_254_740_991n };
    expect(await gateway.sendTransfer(large, signal)).toMatchObject({ kind: "succeeded" });
    expect(flutterwave.sent.transfer).toMatchObject({ amount: "90071992547409.91" });
    for (const asText of [false, true]) {
      flutterwave.sendsNumbersAsText = asText;
      expect(await gateway.findTransfer(large, signal)).toMatchObject({ kind: "succeeded" });
      expect(await gateway.findTransfer({ ...large, amount: large.amount + 1n }, signal)).toEqual(
        misfit("amount"),
      );
    }
  });

  /** Every word of Flutterwave's documents of version 3, and words that are in none: the others are of version 4. */
  for (const [word, result] of [
    ["NEW", { kind: "pending" }],
    ["PENDING", { kind: "pending" }],
    ["SUCCESSFUL", { kind: "succeeded", confirmAgainAfterMs: 72_000_000 }],
    ["FAILED", { kind: "failed", code: "TRANSFER_FAILED", confirmAgainAfterMs: 72_000_000 }],
    ...["SUCCESS", "successful", "REVERSED", "CANCELLED", "constructor", ""].map(
      (other) => [other, { kind: "unknown", forOperator: "TRANSFER_STATUS_UNKNOWN" }] as const,
    ),
  ] as const) {
    test(`reads the status '${word}' as ${result.kind}`, async ({ gateway, flutterwave }) => {
      flutterwave.says.set(account.accountNumber, word);
      expect(await send(gateway)).toMatchObject(result);
      for (const status of ["processing", "succeeded", "failed"] as const)
        expect(await gateway.findTransfer({ ...transfer, status }, signal)).toMatchObject(result);
    });
  }

  test("tells operators of a transfer that waits for somebody's approval there, while it waits", async ({
    gateway,
    flutterwave,
  }) => {
    flutterwave.asksApproval = true;
    const waits = { kind: "pending", forOperator: "TRANSFER_NEEDS_APPROVAL" };
    for (const [word, result] of [
      ["NEW", waits],
      ["PENDING", waits],
      ["SUCCESSFUL", { kind: "succeeded" }],
      ["FAILED", { kind: "failed" }],
    ] as const) {
      flutterwave.says.set(account.accountNumber, word);
      expect(await send(gateway)).toMatchObject(result);
      expect(await find(gateway)).toMatchObject(result);
    }
    const approved = { ...sent, requires_approval: 1, is_approved: 1 };
    expect(await resultFor(200, success(approved), send)).toEqual(pending);
    const silent = { ...sent, requires_approval: undefined, is_approved: undefined };
    expect(await resultFor(200, success(silent), send)).toEqual(pending);
  });

  test("does not take a balance that is too low, or an account that may not be paid, for a failure", async ({
    gateway,
    flutterwave,
  }) => {
    flutterwave.blacklist.add(account.accountNumber);
    expect(await send(gateway)).toEqual(unknownRefusal);
    flutterwave.blacklist.clear();
    flutterwave.balance = 0;
    expect(await send(gateway)).toEqual({ ...unknownRefusal, kind: "not_sent", notSent: "no_float" });
    expect(flutterwave.transfers.size).toBe(0);
    expect(await find(gateway)).toEqual({ kind: "not_found" });
  });

  test("takes FAILED for a matter of the balance where it says so, and else for the end", async ({
    gateway,
    flutterwave,
  }) => {
    flutterwave.says.set(account.accountNumber, "FAILED");
    const failed = { kind: "failed", code: "TRANSFER_FAILED", confirmAgainAfterMs: 72_000_000 };
    flutterwave.describes.set(
      account.accountNumber,
      "DISBURSE FAILED: Insufficient funds in customer wallet",
    );
    for (const result of [await send(gateway), await find(gateway)])
      expect(result).toMatchObject({ ...failed, notSent: "no_float", forOperator: "TRANSFER_REFUSED" });
    for (const text of ["DISBURSE FAILED: Account resolve failed", "", null, 7]) {
      flutterwave.describes.set(account.accountNumber, text);
      for (const result of [await send(gateway), await find(gateway)]) {
        expect(result).toMatchObject(failed);
        expect(result).not.toHaveProperty("notSent");
      }
    }
  });

  test("knows an address that is not allowed, and a reference that Flutterwave has, by their words", async () => {
    const notAllowed = {
      ...refusal,
      message: "Please enable IP Whitelisting to access this service",
    };
    const refusesUs = { ...unknownRefusal, refusesUs: true };
    expect(await resultFor(400, notAllowed, send)).toEqual({
      ...refusesUs,
      kind: "not_sent",
      notSent: "unavailable",
    });
    expect(await resultFor(400, notAllowed, find)).toEqual(refusesUs);
    const known = { ...refusal, message: "Payout with this ref already exists" };
    expect(await resultFor(400, known, send)).toEqual(unknownRefusal);
  });

  for (const kind of ["name", "transfer", "find"] as const) {
    for (const how of ["rate limited", "a missing member", "unavailable"] as const) {
      test(`takes ${how} for unknown: ${kind}`, async ({ gateway, flutterwave }) => {
        if (kind === "find") await send(gateway);
        flutterwave.misbehave(kind, how);
        const result = await { name: enquire, find, transfer: send }[kind](gateway);
        expect(result).toMatchObject({ kind: "unknown" });
        if (how === "rate limited") expect(result).toMatchObject({ retryAfterMs: 30_000 });
      });
    }
  }

  test("pays nothing that Flutterwave says goes elsewhere", async () => {
    for (const [name, value] of [
      ["account_number", "0022728152"],
      ["amount", "1234567.88"],
      ["amount", 1_234_567.885],
      ["amount", -1_234_567.89],
      ["currency", "USD"],
      ["reference", `${transfer.reference}_RETRY_1`],
    ] as const)
      expect(await resultFor(200, success({ ...sent, [name]: value }), send)).toEqual(misfit(name));
    const silent = { ...sent, account_number: null, bank_code: "000013" };
    expect(await resultFor(200, success(silent), send)).toEqual(pending);
    expect(await resultFor(201, success(sent), send)).toEqual(pending);
  });

  test("finds nothing in a list that is none, has others, or has it twice", async () => {
    expect(await resultFor(200, success([]), find)).toEqual({ kind: "not_found" });
    expect(await resultFor(200, success([sent]), find)).toEqual(pending);
    expect(await resultFor(200, success([sent, sent]), find)).toEqual(misfit("more than one transfer"));
    // As though the search were not for the reference alone.
    const others = [sent, { ...sent, reference: "pyt_2" }];
    expect(await resultFor(200, success(others), find)).toMatchObject({ kind: "unknown" });
    expect(await resultFor(200, success(others.slice(1)), find)).toEqual(misfit("reference"));
    for (const none of [null, undefined, {}, { transfers: [] }, sent, "none"])
      expect(await resultFor(200, success(none), find)).toMatchObject({ kind: "unknown" });
    expect(await resultFor(400, refusal, find)).toEqual(unknownRefusal);
    for (const status of [404, 422])
      expect(await resultFor(status, refusal, find)).toEqual({ kind: "unknown", reason: `status ${status}` });
  });

  test("takes no name of another account, and only what Flutterwave says of the account for not found", async () => {
    const other = { account_number: "0022728152", account_name: "ADA OBI" };
    expect(await resultFor(200, success(other), enquire)).toEqual(misfit("account_number"));
    const says = (message: string) => ({ status: "error", message, data: null });
    const ofAccount = says("Sorry, recipient account could not be validated. Please try again");
    expect(await resultFor(400, ofAccount, enquire)).toEqual({ kind: "not_found" });
    const refused = { kind: "unknown", reason: "status 400", forOperator: "NAME_ENQUIRY_REFUSED" };
    for (const message of ["account_bank is invalid", "Invalid authorization key", ""])
      expect(await resultFor(400, says(message), enquire)).toEqual(refused);
    const ofUs = says("Please enable IP Whitelisting to access this service");
    expect(await resultFor(400, ofUs, enquire)).toEqual({ ...refused, refusesUs: true });
    for (const page of ["<h1>400</h1>", { message: "no" }, { ...refusal, status: "success" }])
      expect(await resultFor(400, page, enquire)).toMatchObject({ kind: "unknown" });
    for (const status of [404, 408, 422, 429, 500, 503])
      expect(await resultFor(status, refusal, enquire)).toEqual({
        kind: "unknown",
        reason: `status ${status}`,
      });
  });

  test("says that Flutterwave takes no key or address of ours, and no more", async () => {
    for (const status of [401, 403])
      for (const ask of [enquire, send, find])
        expect(await resultFor(status, refusal, ask)).toEqual({
          kind: "unknown",
          reason: `status ${status}`,
          forOperator: "TRANSFER_REFUSED",
          refusesUs: true,
        });
  });

  test("offers no identities, addresses and accounts", ({ gateway }) => {
    expect(gateway).not.toHaveProperty("lookUpIdentity");
    expect(gateway).not.toHaveProperty("provisionAccount");
    expect(gateway).not.toHaveProperty("provisionCryptoAddress");
  });
});

testConformance({
  kind: "flutterwave",
  offers: [...payouts, "findBalances"],
  async start() {
    const server = await startFlutterwave();
    server.names.set(facts.unknownAccount.accountNumber, null);
    return { server, gateway: createFlutterwaveGateway(server, async (bankCode) => bankCode) };
  },
});

testLiveGateway({
  name: "flutterwave",
  start: startFlutterwave,
  create: (settings) => createFlutterwaveGateway(settings, async (bankCode) => bankCode),
  dedupes: false,
  saysReversed: false,
});
