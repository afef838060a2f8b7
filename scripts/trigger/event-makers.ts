import { randomUUID } from "node:crypto";
import { z } from "zod";
import {
  SANDBOX_PHONE,
  sandboxAccounts,
  sandboxIdentities,
} from "../../workers/gateways/sandbox/outcomes.ts";
import type { CallService } from "../cli/call-service.ts";

export const referred = z.object({ reference: z.string() });
const account = referred.extend({ collection: referred });
const verified = z.object({ bankCode: z.string(), accountNumber: z.string(), accountName: z.string() });
const balances = z.array(z.object({ available: z.object({ value: z.int(), currency: z.string() }) }));

/** Triggers each type of event in the sandbox. Each function returns the reference of the event's subject. */
export const eventMakers: Record<string, (call: CallService) => Promise<string>> = {
  "collection.success": async (call) => {
    const { reference, collection } = await openAccount(call, 5_000);
    await pay(call, reference);
    return collection.reference;
  },
  "collection.underpaid": async (call) => {
    const { reference, collection } = await openAccount(call, 5_000);
    await pay(call, reference, { amount: naira(2_000) });
    return collection.reference;
  },
  // Moves the merchant's whole test clock a minute ahead.
  "collection.expired": async (call) => {
    const { collection } = await openAccount(call, 5_000);
    await call("POST", "/v1/sandbox/clock/advance", z.unknown(), { minutes: 1 });
    return collection.reference;
  },
  "collection.unmatched": async (call) => {
    const { reference, collection } = await openAccount(call, 5_000);
    await pay(call, reference, { late: true, amount: naira(2_000) });
    return collection.reference;
  },
  "credit.unmatched": unmatched,
  "credit.accepted": (call) => decide(call, "accept"),
  "credit.returned": (call) => decide(call, "return"),
  "payout.succeeded": (call) => payOut(call, "0123456789"),
  "payout.failed": (call) => payOut(call, sandboxAccounts.payoutFails),
  "payout.reversed": (call) => payOut(call, sandboxAccounts.payoutReverses),
  "refund.succeeded": (call) => refund(call, "0123456789"),
  "refund.failed": (call) => refund(call, sandboxAccounts.payoutFails),
  "refund.reversed": (call) => refund(call, sandboxAccounts.payoutReverses),
  "refund.needs_destination": (call) => refund(call),
  "refund.canceled": async (call) => {
    const reference = await refund(call);
    await call("POST", `/v1/refunds/${reference}/cancel`, referred);
    return reference;
  },
  "kyc.succeeded": (call) => checkBvn(call, SANDBOX_PHONE),
  "kyc.failed": (call) => checkBvn(call, "08099999999"),
};

function naira(value: number) {
  return { value: value * 100, currency: "NGN" };
}

/** A virtual account that expects this many naira, for one minute. */
async function openAccount(call: CallService, amount: number): Promise<z.output<typeof account>> {
  return call("POST", "/v1/virtual-accounts", account, {
    customerEmail: "payer@example.com",
    amount: naira(amount),
    expiresInMinutes: 1,
  });
}

async function pay(call: CallService, virtualAccountReference: string, more: object = {}): Promise<void> {
  const body = { virtualAccountReference, ...more };
  await call("POST", "/v1/sandbox/simulate/collection-success", z.unknown(), body);
}

/** A late payment of 2,000 naira for a collection of 5,000. */
async function unmatched(call: CallService): Promise<string> {
  const { reference, collection } = await openAccount(call, 5_000);
  await pay(call, reference, { late: true, amount: naira(2_000) });
  const path = `/v1/unmatched-credits?collection=${collection.reference}`;
  const [credit] = await call("GET", path, z.array(referred));
  return credit!.reference;
}

async function decide(call: CallService, decision: "accept" | "return"): Promise<string> {
  const reference = await unmatched(call);
  await call("POST", `/v1/unmatched-credits/${reference}/${decision}`, referred, {});
  return reference;
}

/** Pays out 100 naira. If the balance is lower, money is paid in first, which also causes an event. */
async function payOut(call: CallService, accountNumber: string): Promise<string> {
  const amount = naira(100);
  const held = await call("GET", "/v1/balances", balances);
  const { value = 0 } = held.find(({ available }) => available.currency === "NGN")?.available ?? {};
  if (value < amount.value) await pay(call, (await openAccount(call, 10_000)).reference);
  const destination = await verify(call, accountNumber);
  const headers = { "idempotency-key": randomUUID() };
  return (await call("POST", "/v1/payouts", referred, { amount, destination }, headers)).reference;
}

/** Refunds a payment of 100 naira, to an account or to that of a payer whose account has another name. */
async function refund(call: CallService, accountNumber?: string): Promise<string> {
  const { reference, collection } = await openAccount(call, 100);
  await pay(call, reference, { senderName: "SOMEBODY ELSE" });
  const destination = accountNumber === undefined ? undefined : await verify(call, accountNumber);
  const body = { collection: collection.reference, reason: "other", destination };
  const headers = { "idempotency-key": randomUUID() };
  return (await call("POST", "/v1/refunds", referred, body, headers)).reference;
}

const verify = (call: CallService, accountNumber: string) =>
  call("POST", "/v1/banks/verify-account", verified, { bankCode: "058", accountNumber });

async function checkBvn(call: CallService, phone: string): Promise<string> {
  const body = { bvn: sandboxIdentities.onePhoneOnly, phone };
  return (await call("POST", "/v1/kyc/bvn", referred, body)).reference;
}
