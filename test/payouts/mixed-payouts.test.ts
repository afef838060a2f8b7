import pg from "pg";
import { describe, expect } from "vitest";
import { createPayoutBatches } from "../../ingress/payouts/payout-batches.ts";
import type { Database } from "../../sql/process/database.ts";
import { acceptPayouts, type PayoutRequest } from "../../sql/payouts/payouts.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { createMember } from "../helpers/create-member.ts";
import { countTrips } from "../helpers/database/count-trips.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import {
  balancesOf,
  createFundedMerchant,
  destination,
  ledgerDrift,
  payoutRequest,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

/** A merchant with money, whose recipient is known to the bank. */
async function createPayer(
  database: Database,
  available = 1_000_000n,
  environment?: "live",
): Promise<Tenant> {
  const tenant = await createFundedMerchant(database, available, environment);
  await resolveDestination(database, tenant);
  return tenant;
}

const soon = () => performance.now() + 8_000;
const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => make(index));

/** Another transaction that holds a merchant's accounts until it is released. */
async function holdAccounts(databaseUrl: string, { merchantId, environment }: Tenant) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select from ledger_accounts where merchant_id = $1 and environment = $2 for update", [
    merchantId,
    environment,
  ]);
  return { release: () => client.query("rollback"), [Symbol.asyncDispose]: () => client.end() };
}

describe("a call without waiting", () => {
  test("leaves out the merchant whose accounts another transaction holds, and does nothing for it", async ({
    database,
    databaseUrl,
  }) => {
    const held = await createPayer(database);
    const free = await createPayer(database);
    await using hold = await holdAccounts(databaseUrl, held);
    const requests = [payoutRequest(held), payoutRequest(free), payoutRequest(held)];

    const decisions = await acceptPayouts(database, requests, false);
    expect(decisions.map(({ outcome }) => outcome)).toEqual(["locked", "accepted", "locked"]);
    expect(await balancesOf(database, held)).toEqual({ available: 1_000_000, reserved: 0 });

    await hold.release();
    const again = await acceptPayouts(database, requests, false);
    expect(again.map(({ outcome }) => outcome)).toEqual(["accepted", "replayed", "accepted"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });
});

describe("payouts of several merchants that come together", () => {
  test("share round trips, and each key pays from its own merchant's money", async ({
    database,
    databaseUrl,
  }) => {
    const counter = countTrips();
    await using wire = await startProxy(databaseUrl, counter.watch);
    await using ingress = await startTestIngress(wire.url);
    const members = await Promise.all(
      times(10, (n) => createMember(database, { available: BigInt(250 + n) })),
    );
    for (const { tenant } of members) await resolveDestination(database, tenant);
    const pay = (key: string, idempotencyKey: string) =>
      ingress.call("POST", "/v1/payouts", {
        key,
        headers: { "idempotency-key": idempotencyKey },
        body: { amount: { value: 100, currency: "NGN" }, destination },
      });
    for (const { key } of members) await pay(key, "first");

    const before = counter.trips();
    const responses = await Promise.all(
      members.flatMap(({ key }) => ["second", "second", "third"].map((name) => pay(key, name))),
    );
    const oneByOne = 2 * responses.length;
    expect(counter.trips() - before).toBeLessThan(0.75 * oneByOne);
    for (const [index, { tenant }] of members.entries()) {
      const [one, other, third] = responses.slice(3 * index, 3 * index + 3);
      // The balance covers two payouts: the second, sent twice under one key, or the third.
      expect(await balancesOf(database, tenant)).toEqual({ available: 50 + index, reserved: 200 });
      expect(one!.status === 201 && one!.data.reference).toBe(other!.status === 201 && other!.data.reference);
      expect([one!.status === 201, third!.status === 201].filter(Boolean)).toHaveLength(1);
    }
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("are not delayed by the merchant whose balance is locked, which waits alone and is paid then", async ({
    database,
    databaseUrl,
  }) => {
    const batches = createPayoutBatches(database);
    const held = await createPayer(database);
    const others = await Promise.all(times(5, () => createPayer(database)));
    await using hold = await holdAccounts(databaseUrl, held);
    const accept = (request: PayoutRequest) => batches.accept({ deadline: soon() }, request);

    let waits = true;
    const ofHeld = Promise.all(times(20, () => accept(payoutRequest(held)))).finally(() => (waits = false));
    for (let round = 0; round < 3; round += 1) {
      const decisions = await Promise.all(
        others.map((other) => accept(payoutRequest(other, { amount: 100n }))),
      );
      expect(new Set(decisions.map(({ outcome }) => outcome))).toEqual(new Set(["accepted"]));
    }
    expect(waits).toBe(true);

    await hold.release();
    const outcomes = (await ofHeld).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === "insufficient_balance")).toHaveLength(10);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("do not fail with the one that the database refuses", async ({ database }) => {
    const batches = createPayoutBatches(database);
    const payers = await Promise.all(times(4, () => createPayer(database)));
    const nobody: Tenant = { merchantId: 999_999n, environment: "test" };
    const results = await Promise.allSettled(
      [...payers, nobody, ...payers].map((tenant) =>
        batches.accept({ deadline: soon() }, payoutRequest(tenant, { amount: 100n })),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual([
      ...times(4, () => "fulfilled"),
      "rejected",
      ...times(4, () => "fulfilled"),
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("race with waiting calls in any order and with keys used again, and no money is lost or spent twice", async ({
    database,
  }) => {
    // As two processes do.
    const processes = [createPayoutBatches(database), createPayoutBatches(database)];
    const tenants = [
      ...(await Promise.all(times(4, () => createPayer(database, 1_000_000n)))),
      ...(await Promise.all(times(2, () => createPayer(database, 1_000_000n, "live")))),
    ];
    const requests = times(50, (n) =>
      payoutRequest(tenants[n % tenants.length]!, {
        amount: 1_000n,
        idempotencyKey: `key ${n % 25}`,
        requestHash: Buffer.alloc(32, n % 25),
      }),
    );
    const decisions = await Promise.all([
      ...requests.map((request, n) => processes[n % 2]!.accept({ deadline: soon() }, request)),
      ...requests.map((request, n) => processes[(n + 1) % 2]!.accept({ deadline: soon() }, request)),
      acceptPayouts(database, requests.slice(0, 20)).then(() => undefined),
      acceptPayouts(database, requests.slice(0, 20).toReversed()).then(() => undefined),
    ]);
    const references = new Map<string, string>();
    for (const [index, decision] of decisions.slice(0, 100).entries()) {
      const { merchantId, environment, idempotencyKey } = requests[index % 50]!;
      if (decision?.outcome !== "accepted" && decision?.outcome !== "replayed")
        throw new Error(`refused: ${decision?.outcome}`);
      const owner = `${merchantId} ${environment} ${idempotencyKey}`;
      expect(references.get(owner) ?? decision.payout.reference).toBe(decision.payout.reference);
      references.set(owner, decision.payout.reference);
    }
    expect(new Set(references.values()).size).toBe(references.size);
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
