import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { findBalances } from "../../sql/ledger/balances.ts";
import { sandboxAccounts } from "../../workers/gateways/sandbox/outcomes.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, findEvents, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayout, findPayout, findTransfers } from "./accept-test-payouts.ts";

const eventBody = z.object({ data: z.object({ reference: z.string(), status: z.string() }) });

const transfersOf = async (database: Database, reference: string) =>
  (await findTransfers(database)).filter((transfer) => transfer.reference === reference);

describe.concurrent("a payout through the sandbox gateway", () => {
  test("succeeds at once to an ordinary account", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database, 5_000n);
    const reference = await acceptTestPayout(database, tenant);

    await eventually(async () => expect((await findPayout(database, reference)).status).toBe("succeeded"));
    expect(await transfersOf(database, reference)).toEqual([{ reference, times_sent: 1 }]);
    const [event] = await findEvents(database, "payout.succeeded", tenant);
    expect(eventBody.parse(JSON.parse(event!.body)).data).toEqual({ reference, status: "succeeded" });
    expect(await findBalances(database, tenant)).toMatchObject([
      { available: { value: 4_000 }, reserved: { value: 0 } },
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("fails to 0000000001, and amount and fee are back once", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database, 5_000n);
    const reference = await acceptTestPayout(database, tenant, sandboxAccounts.payoutFails);

    await eventually(async () => expect((await findPayout(database, reference)).status).toBe("failed"));
    expect((await findPayout(database, reference)).failure_code).toBe("DESTINATION_REJECTED");
    expect(await findEvents(database, "payout.failed", tenant)).toHaveLength(1);
    expect(await findBalances(database, tenant)).toMatchObject([
      { available: { value: 5_000 }, reserved: { value: 0 } },
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("stays processing to 0000000002, with the next confirmation scheduled", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database, 5_000n);
    const reference = await acceptTestPayout(database, tenant, sandboxAccounts.payoutStaysPending);

    const payout = await eventually(async () => {
      const found = await findPayout(database, reference);
      expect(found.status).toBe("processing");
      expect(await transfersOf(database, reference)).toHaveLength(1);
      return found;
    });
    expect(payout.next_confirmation_at).not.toBeNull();
    expect(await findBalances(database, tenant)).toMatchObject([
      { available: { value: 4_000 }, reserved: { value: 1_000 } },
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("succeeds to 0000000003 and is then reversed", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database, 5_000n);
    const reference = await acceptTestPayout(database, tenant, sandboxAccounts.payoutReverses);

    await eventually(async () => expect((await findPayout(database, reference)).status).toBe("reversed"));
    expect(await findEvents(database, "payout.succeeded", tenant)).toHaveLength(1);
    expect(await findEvents(database, "payout.reversed", tenant)).toHaveLength(1);
    expect(await findBalances(database, tenant)).toMatchObject([
      { available: { value: 5_000 }, reserved: { value: 0 } },
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("times out to 0000000004 and is found succeeded on confirmation, sent once", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database, 5_000n);
    const reference = await acceptTestPayout(database, tenant, sandboxAccounts.payoutTimesOut);

    await eventually(
      async () => expect((await findPayout(database, reference)).status).toBe("succeeded"),
      25_000,
    );
    expect(await transfersOf(database, reference)).toEqual([{ reference, times_sent: 1 }]);
    expect(await findEvents(database, "payout.succeeded", tenant)).toHaveLength(1);
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
