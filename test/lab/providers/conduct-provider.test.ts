import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readKinds } from "../misbehaviours/read-kinds.ts";
import type { Misbehaviour } from "../misbehaviours/misbehaviour.ts";
import { MONNIFY_CONTRACT } from "../../gateways/monnify/monnify-payments.ts";
import { startMonnify } from "../../gateways/monnify/start-monnify.ts";
import { startPaystack } from "../../gateways/paystack/start-paystack.ts";
import { conductProvider } from "./conduct-provider.ts";

const kinds = new Map((await readKinds()).map((kind) => [kind.name, kind]));
const kindOf = (name: string): Misbehaviour => kinds.get(name)!;

// The test controls the time.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A controlled Paystack, and the events that it has reported. */
async function conduct(keep = 1_000) {
  const provider = await startPaystack({ keep });
  const sent: string[] = [];
  const send = (notice: { event?: string }) => void sent.push(notice.event!);
  const conducted = conductProvider(provider, { send, keep });
  /** Carries out a transfer, as for a request over HTTP. */
  const transfer = (reference: string) => {
    const recipient = {
      code: "RCP_1",
      id: 1,
      name: "ADA",
      accountNumber: "0123456789",
      bankCode: "058",
    };
    const amount = { value: 1_000, currency: "NGN" };
    provider.transfers.set(reference, { id: 1, amount, recipient, status: "succeeded", timesSent: 1 });
    provider.hooks.made(reference);
  };
  return {
    sent,
    transfer,
    ...conducted,
    provider,
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}

describe("a provider that is played", () => {
  test.for([
    ["notify twice", ["transfer.success", "transfer.success"], 2],
    ["notify late", ["transfer.success"], 0],
    ["notify never", [], 0],
  ] as const)("tells of a transfer as it is told: %s", async ([name, all, soon]) => {
    await using played = await conduct();
    played.misbehave(kindOf(name));
    played.transfer("pyt_1");
    vi.advanceTimersByTime(1_000);
    expect(played.sent).toHaveLength(soon);
    vi.advanceTimersByTime(60_000);
    expect(played.sent).toEqual(all);
    played.behave();
    played.transfer("pyt_2");
    vi.advanceTimersByTime(1_000);
    expect(played.sent).toEqual([...all, "transfer.success"]);
  });

  test("tells out of order, the newest first", async () => {
    await using played = await conduct();
    played.misbehave(kindOf("notify out of order"));
    played.transfer("pyt_1");
    played.turn("pyt_1", "reversed");
    vi.advanceTimersByTime(60_000);
    expect(played.sent).toEqual(["transfer.reversed", "transfer.success"]);
  });

  test.for([
    ["failed, then succeeded", ["transfer.failed", "transfer.success"], "succeeded"],
    ["succeeded, then reversed", ["transfer.success", "transfer.reversed"], "reversed"],
  ] as const)("changes a status back, and tells of it: %s", async ([name, events, status]) => {
    await using played = await conduct();
    played.misbehave(kindOf(name));
    played.transfer("pyt_1");
    vi.advanceTimersByTime(60_000);
    expect(played.sent).toEqual(events);
    expect(played.provider.transfers.get("pyt_1")!.status).toBe(status);
  });

  test("keeps in mind what it has said of the newest transfers alone", async () => {
    await using played = await conduct(2);
    played.misbehave(kindOf("succeeded, then pending"));
    const say = (reference: string) => played.provider.hooks.says(reference, "succeeded");
    expect([say("pyt_1"), say("pyt_1")]).toEqual(["succeeded", "pending"]);
    expect([say("pyt_2"), say("pyt_3"), say("pyt_1")]).toEqual(["succeeded", "succeeded", "succeeded"]);
  });

  test("does in the end what it deferred", async () => {
    await using played = await conduct();
    let times = 0;
    played.provider.catchUp = () => void (times += 1);
    played.misbehave({ name: "late", mood: () => "late" });
    expect(played.provider.hooks.mood("transfer", "pyt_1")).toBe("late");
    expect(played.provider.hooks.mood("name", undefined)).toBeUndefined();
    vi.advanceTimersByTime(60_000);
    expect(times).toBe(1);
  });

  test("behaves again in everything after each misbehaviour", async () => {
    await using played = await conduct();
    for (const kind of kinds.values()) {
      played.misbehave(kind);
      expect(played.misbehaviour()).toBe(kind.name);
    }
    played.behave();
    expect(played.misbehaviour()).toBeNull();
    expect(played.provider).toMatchObject({ fee: 1_000, sendsNumbersAsText: false });
    expect(played.provider.balance).toBeGreaterThan(1_000_000_000);
    played.transfer("pyt_1");
    expect(played.provider.hooks.mood("transfer", "pyt_1")).toBeUndefined();
    expect(played.provider.hooks.lagMs("058")).toBe(0);
    expect(played.provider.hooks.says("pyt_1", "succeeded")).toBe("succeeded");
  });

  test("says nothing of a payment that it sent back", async () => {
    await using played = await conduct();
    const body = { email: "va@localhost", amount: "5000", reference: "va-1" };
    const ends = { account_expires_at: new Date(Date.now() + 60_000).toISOString() };
    played.provider.payments.charge({
      body: { ...body, bank_transfer: ends },
      query: new URLSearchParams(),
      reference: "",
    });
    const [account] = played.provider.payments.accountNumbers() as [string];
    expect(played.pay(account, 4_999)).toMatchObject({ status: "ongoing" });
    vi.advanceTimersByTime(60_000);
    expect(played.sent).toEqual([]);
    expect(played.pay(account, 5_000)).toMatchObject({ status: "success", transaction: "va-1" });
    vi.advanceTimersByTime(60_000);
    expect(played.sent).toEqual(["charge.success"]);
  });
});

describe("a provider that remembers three of each", () => {
  test("Paystack forgets the oldest accounts, payments and transfers, and gives no id twice", async () => {
    await using paystack = await startPaystack({ keep: 3 });
    const headers = { authorization: `Bearer ${paystack.secret}` };
    const post = async (path: string, body: object) => {
      const response = await fetch(`${paystack.url}${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return ((await response.json()) as { data: Record<string, string> }).data;
    };
    const ids = new Set<string>();
    for (let n = 0; n < 7; n += 1) {
      const account = {
        type: "nuban",
        name: "ADA",
        account_number: `000000010${n}`,
        bank_code: "058",
        currency: "NGN",
      };
      const { recipient_code: recipient } = await post("/transferrecipient", account);
      const reference = `pyt_${"0".repeat(20)}${n}`;
      const transfer = { source: "balance", amount: 100, recipient, reference, currency: "NGN" };
      ids.add((await post("/transfer", transfer)).transfer_code!);
      const bank_transfer = { account_expires_at: new Date(Date.now() + 60_000).toISOString() };
      await post("/charge", {
        email: `va${n}@localhost`,
        amount: "5000",
        reference: `va-${n}`,
        bank_transfer,
      });
    }
    expect(ids.size).toBe(7);
    expect([...paystack.transfers.keys()].map((reference) => reference.at(-1))).toEqual(["4", "5", "6"]);
    expect([...paystack.payments.transactions.keys()]).toEqual(["va-4", "va-5", "va-6"]);
    expect(paystack.payments.accountNumbers()).toHaveLength(3);
  });

  test("Monnify forgets the oldest accounts, payments, transfers and tokens", async () => {
    await using monnify = await startMonnify({ keep: 3 });
    const basic = Buffer.from(`${monnify.apiKey}:${monnify.secret}`).toString("base64");
    const post = async (path: string, authorization: string, body?: object) => {
      const sent = body === undefined ? null : JSON.stringify(body);
      const response = await fetch(`${monnify.url}${path}`, {
        method: "POST",
        headers: { authorization },
        body: sent,
      });
      return ((await response.json()) as { responseBody: Record<string, string> }).responseBody;
    };
    for (let n = 0; n < 7; n += 1) {
      const { accessToken } = await post("/api/v1/auth/login", `Basic ${basic}`);
      const bearer = `Bearer ${accessToken}`;
      await post("/api/v2/disbursements/single", bearer, {
        amount: "1.00",
        reference: `pyt_${n}`,
        narration: "books",
        currency: "NGN",
        destinationBankCode: "058",
        destinationAccountNumber: `000000010${n}`,
        destinationAccountName: "ADA",
        sourceAccountNumber: monnify.walletNumber,
      });
      const { transactionReference } = await post("/api/v1/merchant/transactions/init-transaction", bearer, {
        amount: "1.00",
        paymentReference: `va_${n}`,
        contractCode: MONNIFY_CONTRACT,
        currencyCode: "NGN",
        customerEmail: "va@localhost",
      });
      await post("/api/v1/merchant/bank-transfer/init-payment", bearer, { transactionReference });
    }
    expect([...monnify.transfers.keys()]).toEqual(["pyt_4", "pyt_5", "pyt_6"]);
    expect(monnify.payments.transactions.size).toBe(3);
    expect(monnify.payments.accountNumbers()).toHaveLength(3);
    expect(monnify.tokens.size).toBe(3);
  });
});
