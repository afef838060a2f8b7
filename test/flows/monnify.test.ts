import { describe, expect } from "vitest";
import { createLog } from "../../sql/process/logging.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { startMonnify } from "../gateways/monnify/start-monnify.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { pollAgain, naira, payOut } from "./live-payouts.ts";

describe("live payouts through Monnify, over HTTP", () => {
  test("succeed, fail and come back, as Monnify says, and the merchant sees nothing of Monnify's", async ({
    database,
    databaseUrl,
  }) => {
    let workerLog = "";
    const log = createLog("workers", "debug", { write: (line) => void (workerLog += line) });
    await using monnify = await startMonnify();
    await using ingress = await startTestIngress(databaseUrl);
    await using _workers = await startTestWorkers(databaseUrl, monnify.env, log);
    const { key } = await createLiveMember(database, 100_000n);
    const state = async (reference: string) =>
      (await ingress.call("GET", `/v1/payouts/${reference}`, { key })).data;

    // The bank of the first takes its time; nobody else waits for it.
    monnify.outcomes.set("0000000001", { status: "pending" });
    monnify.misbehave("transfer", "stall", 1);
    const stalled = await payOut(ingress, key, { bankCode: "044", accountNumber: "0000000001" });
    await expect.poll(() => monnify.calls.transfer).toBe(1);
    const paid = await payOut(ingress, key, { bankCode: "058", accountNumber: "0000000002" });
    await expect.poll(async () => (await state(paid)).status).toBe("succeeded");
    expect((await state(stalled)).status).toBe("processing");

    monnify.outcomes.set("0000000003", { status: "failed" });
    const failed = await payOut(ingress, key, { bankCode: "50515", accountNumber: "0000000003" });
    await expect.poll(async () => (await state(failed)).status).toBe("failed");
    expect((await state(failed)).failure).toEqual({
      code: "TRANSFER_FAILED",
      message: "The transfer wasn't completed.",
    });

    // A poll finds it, and the money of the other comes back the next day.
    monnify.transfers.get(stalled)!.status = "succeeded";
    monnify.transfers.get(paid)!.status = "reversed";
    await expect
      .poll(async () => {
        await pollAgain(database);
        return [(await state(stalled)).status, (await state(paid)).status];
      })
      .toEqual(["succeeded", "reversed"]);

    expect([...monnify.transfers.values()].map(({ timesSent }) => timesSent)).toEqual([1, 1, 1]);
    // Of ₦1,000: ₦100 was paid, for ₦10 and VAT; and ₦10 and VAT for what came back.
    const balances = await ingress.call("GET", "/v1/balances", { key });
    expect(balances.data).toEqual([{ currency: "NGN", available: naira(878.5), reserved: naira(0) }]);
    expect(await ledgerDrift(database)).toEqual([]);

    const seen = await ingress.call("GET", "/v1/events", { key });
    expect(JSON.stringify([seen.data, await state(paid)])).not.toMatch(/monnify|MFDS|0904052|Approved/i);
    for (const hidden of [monnify.secret, monnify.apiKey, ...monnify.tokens, "0000000002", "ADAEZE"])
      expect(workerLog).not.toContain(hidden);
  });
});
