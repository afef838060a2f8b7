import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { loadSdk } from "./load-sdk.ts";
import { startChaos, type Fate } from "./start-chaos.ts";

/** FUZZ_SDK=10000 sends more. */
const PAYOUTS = Number(process.env["FUZZ_SDK"] ?? 300);
/** Payouts under way at once. */
const SENDERS = 48;
const AMOUNT = 100_00;

const troubles: Fate[] = [
  "reset before",
  "reset after",
  "reset within",
  "429",
  "502 before",
  "502 after",
  "slow",
];

const title =
  "payouts through a network that breaks in every way are paid once each, and each outcome is told";
test(title, { timeout: 60_000 + 500 * PAYOUTS }, async ({ database, ingress, workers: _workers }) => {
  const funds = 1_000_00 * PAYOUTS;
  const { key } = await createMember(database, { available: BigInt(funds) });
  const { naira, safe, Service } = await loadSdk();
  const direct = new Service(key, { baseUrl: ingress.url });
  const destination = await direct.banks.verifyAccount({ bankCode: "058", accountNumber: "0123456789" });

  // Every other request passes; the rest meet all troubles in turn.
  let requests = 0;
  await using chaos = await startChaos(ingress.url, () => {
    requests += 1;
    return requests % 2 === 0 ? "pass" : troubles[((requests - 1) / 2) % troubles.length]!;
  });
  const service = new Service(key, { baseUrl: chaos.url, maxRetries: 1 });

  const told = new Map<string, string>();
  let thrown = 0;
  const orders = Array.from({ length: PAYOUTS }, () => randomUUID());
  const left = [...orders];
  const pay = async (order: string) => {
    for (;;) {
      const [error, payout] = await safe(
        service.payouts.create(
          { amount: naira(AMOUNT / 100), destination, merchantReference: order },
          { idempotencyKey: order },
        ),
      );
      if (error === undefined) return told.set(order, payout.reference);
      // The shop's own job tries again where the SDK has given up, with the order's key.
      thrown += 1;
      expect(error.retryable).toBe(true);
    }
  };
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let order = left.pop(); order !== undefined; order = left.pop()) await pay(order);
    }),
  );

  expect(Object.keys(chaos.met).toSorted()).toEqual(["pass", ...troubles].toSorted());
  // The SDK hides most of it, and not all.
  expect(thrown).toBeGreaterThan(0);
  expect(thrown).toBeLessThan(requests / 2);
  const unfinished = direct.payouts.list({ status: ["pending", "processing"], limit: 1 });
  await expect.poll(() => unfinished.all({ max: 1 })).toEqual([]);
  const paid = await direct.payouts.list({ status: "succeeded", limit: 100 }).all({ max: 2 * PAYOUTS });
  expect(paid.map(({ merchantReference }) => merchantReference).toSorted()).toEqual(orders.toSorted());
  expect(new Map(paid.map(({ merchantReference, reference }) => [merchantReference, reference]))).toEqual(
    told,
  );
  const spent = paid.reduce((sum, { amount, fee }) => sum + amount.value + fee.value, 0);
  const [balance] = await direct.balances.get();
  expect([balance!.available.value, balance!.reserved.value]).toEqual([funds - spent, 0]);
  expect(await ledgerDrift(database)).toEqual([]);
});
