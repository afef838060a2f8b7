import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { readNameEnquiry, requestNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { enquireName } from "../../workers/banks/enquire-name.ts";
import { createGatewayGuards } from "../../workers/gateways/guards/create-gateway-guards.ts";
import { confirmPayout } from "../../workers/payouts/confirm-payout.ts";
import { executePayout } from "../../workers/payouts/execute-payout.ts";
import { eventually } from "../helpers/eventually.ts";
import { startPaystack } from "../gateways/paystack/start-paystack.ts";
import { DEFAULT_NAME, startProvider } from "../gateways/http/start-provider.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { contextWith, type LiveProvider } from "./accept-live-payout.ts";
import { acceptTestPayouts, findPayout, letPollBecomeDue } from "./accept-test-payouts.ts";

const row = z.object({ id: z.bigint(), reference: z.string(), status: z.string(), sent_through: z.string() });

const payoutsOf = (database: Database, { merchantId }: Tenant) =>
  database.any(sql.type(row)`
    select id, reference, status, sent_through from payouts
    where merchant_id = ${merchantId} and sent_through is not null order by id`);

/** A worker process with two gateways, the first of which dies, and the payouts of one merchant. */
async function start(database: Database, ...providers: LiveProvider[]) {
  const guards = createGatewayGuards({ callsAtOnce: 32 });
  const context = contextWith(database, providers, undefined, guards);
  const tenant = await createFundedMerchant(database, 1_000_000n, "live");
  return {
    tenant,
    guards,
    context,
    /** Accepts so many payouts and does their jobs, until `signal`; returns their references. */
    async pay(count: number, signal = new AbortController().signal): Promise<string[]> {
      const references = await acceptTestPayouts(database, tenant, { count });
      const payouts = await Promise.all(references.map((reference) => findPayout(database, reference)));
      await Promise.all(payouts.map(({ id }) => executePayout({ ...context, signal }, id)));
      return references;
    },
    async ask(reference: string): Promise<void> {
      const { id } = await findPayout(database, reference);
      await letPollBecomeDue(database, id);
      await confirmPayout(context, id);
    },
  };
}

describe.concurrent("while the preferred gateway is dead", () => {
  test("payouts go through the other one: it refuses connections", async ({ database, databaseUrl }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const gone = { ...http, url: "http://127.0.0.1:9" };
    const { tenant, pay } = await start(database, gone, paystack);
    await pay(5);
    const [reference] = (await pay(20)) as [string];
    const payouts = await payoutsOf(database, tenant);
    expect(payouts).toHaveLength(25);
    for (const { status, sent_through } of payouts)
      expect({ status, sent_through }).toEqual({ status: "succeeded", sent_through: "paystack" });
    expect([...paystack.transfers.values()].map(({ timesSent }) => timesSent)).toEqual(Array(25).fill(1));
    // Once the breaker was open, none was claimed for it.
    const refusals = sql.type(z.object({ count: z.bigint() }))`select count(*) from payout_refusals`;
    expect(await database.oneFirst(refusals)).toBe(5n);
    expect(await ledgerDrift(database)).toEqual([]);

    // Why, operators see.
    expect(await runOpsScript(databaseUrl, "reference", { reference })).toContainEqual(
      expect.objectContaining({
        what: "sent",
        details: expect.objectContaining({
          sentThrough: "paystack",
          gatewayChoice: [
            expect.objectContaining({ gateway: "paystack" }),
            { gateway: "http", calls: 5, successRate: 0, closed: "breaker_open" },
          ],
        }),
      }),
    );
  });

  test("payouts go through the other one, and none is paid twice: it takes them and says nothing", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const { tenant, guards, pay, ask } = await start(database, http, paystack);
    await pay(2);
    http.misbehave("transfer", "late");
    http.misbehave("find", "hang");
    const deadline = new AbortController();
    const paying = pay(8, deadline.signal);
    await eventually(() => expect(http.calls.transfer).toBe(10));
    deadline.abort();
    const unknown = await paying;
    expect(guards("http", "sendTransfer").closedFor()).toBe("breaker_open");

    const later = await pay(30);
    const statusOf = new Map(
      (await payoutsOf(database, tenant)).map(({ reference, ...payout }) => [reference, payout]),
    );
    // All that were accepted since: the promise is of 99 %.
    for (const reference of later)
      expect(statusOf.get(reference)).toMatchObject({ status: "succeeded", sent_through: "paystack" });
    // What may have left is its own, whatever happens.
    for (const reference of unknown)
      expect(statusOf.get(reference)).toMatchObject({ status: "processing", sent_through: "http" });
    expect([...paystack.transfers.keys()].toSorted()).toEqual(later.toSorted());

    // It comes back, and had them all the time.
    http.behave();
    http.catchUp();
    for (const reference of unknown) await ask(reference);
    for (const { status } of await payoutsOf(database, tenant)) expect(status).toBe("succeeded");
    const books = [...http.transfers.keys(), ...paystack.transfers.keys()];
    expect(new Set(books).size).toBe(books.length);
    expect(books).toHaveLength(40);
    for (const { timesSent } of [...http.transfers.values(), ...paystack.transfers.values()])
      expect(timesSent).toBe(1);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("names are requested at the other one, which is believed, also where its account does not exist", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const { tenant, guards, context } = await start(database, http, paystack);
    paystack.names.set("0000000001", null);
    const enquire = async (accountNumber: string) => {
      const account = { bankCode: "058", accountNumber };
      const id = (await requestNameEnquiry(database, tenant, account))!;
      await enquireName(context, id);
      return readNameEnquiry(database, tenant, account, id);
    };
    http.misbehave("name", "drop", 5);
    for (let n = 0; n < 5; n += 1)
      expect(await enquire(`000000010${n}`)).toMatchObject({ status: "resolved" });
    expect(guards("http", "enquireName").closedFor()).toBe("breaker_open");
    expect(paystack.calls.name).toBe(5);

    expect(await enquire("0123456789")).toMatchObject({ status: "resolved", accountName: DEFAULT_NAME });
    // It reaches the bank, so it says that of the account.
    expect(await enquire("0000000001")).toMatchObject({ status: "not_found" });
    expect(http.calls.name).toBe(5);
    expect(paystack.calls.name).toBe(7);
  });
});
