import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { settleCredit } from "../../sql/collections/credits/credits.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { balancesOf, createVirtualAccount, eventTypes, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { signProviderBody } from "../helpers/outside/sign-provider-body.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test as base } from "../helpers/test.ts";

const secret = "a secret that both sides of the gateway know";
const naira = (value: number) => ({ value, currency: "NGN" });

function notify({ call }: TestIngress, notification: object) {
  const body = JSON.stringify(notification);
  const headers = { "x-provider-signature": signProviderBody(secret, body) };
  return call("POST", "/v1/provider/credits", { body, headers });
}

/** Books what was recorded, as workers do. */
async function settleAll(database: Database): Promise<void> {
  const ids = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from credits where status = 'received' order by id`);
  for (const id of ids) await settleCredit(database, { creditId: id });
}

const creditsOf = (database: Database) =>
  database.any(sql.type(z.object({ amount: z.bigint(), status: z.string() }))`
    select amount, status from credits order by id`);

/** What the operators' script lists. */
async function discrepanciesOf(databaseUrl: string) {
  const rows = await runOpsScript(databaseUrl, "credit-discrepancies");
  if (typeof rows === "string") throw new Error(rows);
  return rows;
}

const test = base.extend<{ provider: TestIngress }>({
  /** An ingress with a live gateway. */
  provider: async ({ databaseUrl }, use) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { http: [secret] } });
    await use(ingress);
  },
});

describe("a provider's report that contradicts an earlier one", () => {
  test("of another amount or recipient is kept for an operator, and books nothing", async ({
    provider,
    database,
    databaseUrl,
  }) => {
    const { tenant } = await createLiveMember(database);
    const [one, other] = [
      await createVirtualAccount(database, tenant, 1_000n),
      await createVirtualAccount(database, tenant, 9_000n),
    ];
    const first = { id: "twice", recipient: one.reference, amount: naira(1_000) };
    const alarms = () =>
      provider
        .log()
        .split("\n")
        .filter((line) => line.includes("CREDIT_DISCREPANCY"));
    expect((await notify(provider, first)).data).toEqual({ recorded: true });
    // Another payer in a report does not make it another payment.
    expect((await notify(provider, { ...first, payer: { name: "ADA" } })).data).toEqual({ recorded: false });
    expect(alarms()).toEqual([]);

    const contradictions = [
      { ...first, amount: naira(9_000) },
      { ...first, amount: { value: 1_000, currency: "USD" } },
      { ...first, recipient: other.reference, amount: naira(9_000) },
      { ...first, recipient: "somebody" },
    ];
    // Before and after it is booked, each twice at the same moment.
    for (const round of [1, 2]) {
      const responses = await Promise.all(
        contradictions.flatMap((told) => [notify(provider, told), notify(provider, told)]),
      );
      expect([round, responses.map(({ status, data }) => [status, data])]).toEqual([
        round,
        contradictions.flatMap(() => [
          [200, { recorded: false }],
          [200, { recorded: false }],
        ]),
      ]);
      await settleAll(database);
    }
    expect(alarms()).toHaveLength(4);
    expect(alarms().every((line) => JSON.parse(line).level === 50)).toBe(true);
    expect(await creditsOf(database)).toMatchObject([{ amount: 1_000n, status: "settled" }]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000, reserved: 0 });
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
    const listed = await discrepanciesOf(databaseUrl);
    expect(
      listed.map((row) => [row.recipient, row.other_recipient, row.other_amount, row.times_reported]),
    ).toEqual(
      expect.arrayContaining([
        [one.reference, one.reference, 9_000, 4],
        [one.reference, other.reference, 9_000, 4],
      ]),
    );
    expect(listed).toHaveLength(4);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is kept twenty times for one transaction, and no more", async ({ provider, databaseUrl }) => {
    for (const value of Array.from({ length: 30 }, (_, at) => at + 1))
      expect(
        (await notify(provider, { id: "counts", recipient: "nobody", amount: naira(value) })).status,
      ).toBe(200);
    expect(await discrepanciesOf(databaseUrl)).toHaveLength(20);
    expect(provider.log().split("CREDIT_DISCREPANCY")).toHaveLength(21);
  });

  test("is none where an unconfirmed amount changes; another recipient always is", async ({
    provider,
    database,
    databaseUrl,
  }) => {
    const tell = async (recipient: string, value: number, confirmed: boolean) =>
      (await notify(provider, { id: "hash", recipient, amount: naira(value), confirmed })).data.recorded;
    expect(await tell("somebody", 1, false)).toBe(false);
    expect(await tell("another", 1, true)).toBe(false);
    expect(await tell("somebody", 2, false)).toBe(false);
    expect(await discrepanciesOf(databaseUrl)).toMatchObject([{ other_recipient: "another" }]);
    expect(await tell("somebody", 3, true)).toBe(true);
    expect(await tell("somebody", 2, false)).toBe(false);
    expect(await creditsOf(database)).toMatchObject([{ amount: 3n, status: "received" }]);
    expect(await discrepanciesOf(databaseUrl)).toHaveLength(1);
  });
});
