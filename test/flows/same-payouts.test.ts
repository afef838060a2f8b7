import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { createLiveMember } from "../helpers/create-member.ts";
import { startFlutterwave } from "../gateways/flutterwave/start-flutterwave.ts";
import { startMonnify } from "../gateways/monnify/start-monnify.ts";
import { startPaystack } from "../gateways/paystack/start-paystack.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";

type Json = Record<string, unknown>;

/** What differs from payout to payout, whoever sends it. */
const ownWords = new Set(["reference", "createdAt", "updatedAt", "settledAt"]);

/** A payout or an event as merchants see it, with what is its own blotted out. */
const blotted = (value: unknown): Json =>
  JSON.parse(JSON.stringify(value, (name, part: unknown) => (ownWords.has(name) ? "…" : part))) as Json;

test("a payout looks the same to its merchant, whichever provider sends it", async ({
  database,
  databaseUrl,
}) => {
  await using ingress = await startTestIngress(databaseUrl);
  const seen: { payouts: Json[]; events: Json[] }[] = [];
  for (const start of [startPaystack, startMonnify, startFlutterwave]) {
    await using provider = await start();
    provider.outcomes.set("0000000002", { status: "failed" });
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    const { key } = await createLiveMember(database, 100_000n);
    const payouts: Json[] = [];
    for (const [accountNumber, status] of [
      ["0000000001", "succeeded"],
      ["0000000002", "failed"],
    ]) {
      const destination = { bankCode: "058", accountNumber, accountName: "ADAEZE OKAFOR" };
      const body = { amount: { value: 10_000, currency: "NGN" }, destination, narration: "Rent" };
      const headers = { "idempotency-key": randomUUID() };
      const { data } = await ingress.call("POST", "/v1/payouts", { key, headers, body });
      const read = async () => (await ingress.call("GET", `/v1/payouts/${data.reference}`, { key })).data;
      await expect.poll(async () => (await read()).status).toBe(status);
      payouts.push(blotted(await read()));
    }
    const events = (await ingress.call("GET", "/v1/events", { key })).data as {
      type: string;
      data: unknown;
    }[];
    const ofPayouts = events.filter(({ type }) => type.startsWith("payout."));
    seen.push({ payouts, events: ofPayouts.map(({ type, data }) => ({ type, data: blotted(data) })) });
  }
  const [first, ...others] = seen;
  expect(first!.events.map(({ type }) => type)).toEqual(["payout.failed", "payout.succeeded"]);
  for (const other of others) expect(other).toEqual(first);
});
