import { describe, expect } from "vitest";
import { createLog } from "../../sql/process/logging.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { startFlutterwave } from "../gateways/flutterwave/start-flutterwave.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { pollAgain, naira, payOut } from "./live-payouts.ts";

describe("live payouts through Flutterwave, over HTTP", () => {
  test("succeed and fail, as Flutterwave says, and the merchant sees nothing of Flutterwave's", async ({
    database,
    databaseUrl,
  }) => {
    let workerLog = "";
    const log = createLog("workers", "debug", { write: (line) => void (workerLog += line) });
    await using flutterwave = await startFlutterwave();
    await using ingress = await startTestIngress(databaseUrl);
    await using _workers = await startTestWorkers(databaseUrl, flutterwave.env, log);
    const { key } = await createLiveMember(database, 100_000n);
    const state = async (reference: string) =>
      (await ingress.call("GET", `/v1/payouts/${reference}`, { key })).data;

    // The bank of the first takes its time; nobody else waits for it.
    flutterwave.outcomes.set("0000000001", { status: "pending" });
    flutterwave.misbehave("transfer", "stall", 1);
    const stalled = await payOut(ingress, key, { bankCode: "044", accountNumber: "0000000001" });
    await expect.poll(() => flutterwave.calls.transfer).toBe(1);
    const paid = await payOut(ingress, key, { bankCode: "058", accountNumber: "0000000002" });
    await expect.poll(async () => (await state(paid)).status).toBe("succeeded");
    expect((await state(stalled)).status).toBe("processing");

    flutterwave.outcomes.set("0000000003", { status: "failed" });
    const failed = await payOut(ingress, key, { bankCode: "50515", accountNumber: "0000000003" });
    await expect.poll(async () => (await state(failed)).status).toBe("failed");
    expect((await state(failed)).failure).toEqual({
      code: "TRANSFER_FAILED",
      message: "The transfer wasn't completed.",
    });

    // A poll finds it.
    flutterwave.transfers.get(stalled)!.status = "succeeded";
    await expect
      .poll(async () => {
        await pollAgain(database);
        return (await state(stalled)).status;
      })
      .toBe("succeeded");

    expect([...flutterwave.transfers.values()].map(({ timesSent }) => timesSent)).toEqual([1, 1, 1]);
    // Of ₦1,000: ₦100 was paid twice, for ₦10 and ₦0.75 of VAT each.
    const balances = await ingress.call("GET", "/v1/balances", { key });
    expect(balances.data).toEqual([{ currency: "NGN", available: naira(778.5), reserved: naira(0) }]);
    expect(await ledgerDrift(database)).toEqual([]);

    const seen = await ingress.call("GET", "/v1/events", { key });
    expect(JSON.stringify([seen.data, await state(paid)])).not.toMatch(
      /flutterwave|2625\d|NIBSS|NEW|SUCCESSFUL/,
    );
    for (const hidden of [flutterwave.secret, "0000000002", "ADAEZE"])
      expect(workerLog).not.toContain(hidden);
  });
});
