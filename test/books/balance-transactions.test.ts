import { describe, expect } from "vitest";
import { z } from "zod";
import type { BalanceTransactionJson } from "../../sql/books/balance-transaction-json.ts";
import { toReference } from "../../sql/books/balance-transaction-reference.ts";
import { completeIdentityRecord } from "../../sql/identity/identity-checks.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { cancelPayout, decidePayout } from "../../sql/payouts/decisions.ts";
import type { Connection, Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { asOperator } from "../helpers/as-operator.ts";
import type { Call } from "../helpers/call.ts";
import { addKey, createLiveMember, createMember } from "../helpers/create-member.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import {
  createPayout,
  createVirtualAccount,
  fund,
  ledgerDrift,
  payIn,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { askCheck } from "../identity/check-identity.ts";

const run = (database: Connection, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

/** All pages of a list, the oldest first. */
async function listAll(call: Call, key: string, query = "", limit = 100): Promise<BalanceTransactionJson[]> {
  const rows: BalanceTransactionJson[] = [];
  for (let cursor = ""; ;) {
    const { data, meta } = await call("GET", `/v1/balance-transactions?limit=${limit}${query}${cursor}`, {
      key,
    });
    rows.unshift(...data.toReversed());
    if (!meta.hasMore) return rows;
    cursor = `&cursor=${meta.nextCursor}`;
  }
}

/** A payout that ended in these ways, one after the other, and was then decided. */
async function endPayout(database: Database, tenant: Tenant, ends: ("succeeded" | "failed" | "reversed")[]) {
  const { id, reference } = await createPayout(database, tenant);
  const claim = (await claimPayout(database, id))!;
  const failure = { code: "DESTINATION_REJECTED", message: "No." } as const;
  for (const [nth, kind] of ends.entries()) {
    if (nth === 0) await finishPayout(database, claim, kind === "failed" ? { kind, ...failure } : { kind });
    else {
      await run(database, sql.fragment`update payouts set needs_review = true where id = ${id}`);
      const outcome = kind === "reversed" ? "failed" : kind;
      await decidePayout(database, { reference, outcome, acting: { actor: "Ada", reason: "seen" } });
    }
  }
}

/** Moves available money in every way there is; live, where services cost something. */
async function moveMoney(database: Database, tenant: Tenant) {
  await fund(database, tenant, 5_000_000n);
  await resolveDestination(database, tenant);
  const { reference } = await createPayout(database, tenant);
  await cancelPayout(database, { tenant, reference, ...asOperator });
  await endPayout(database, tenant, ["failed", "succeeded"]);
  await endPayout(database, tenant, ["succeeded", "reversed", "succeeded"]);

  const account = await createVirtualAccount(database, tenant, 1_000n);
  for (const part of [600n, 400n, 300n])
    await payIn(database, account.reference, part, { environment: tenant.environment });
  await run(
    database,
    sql.fragment`
      select resolve_suspended_credit(reference, 'release', null, null) from credits where status = 'suspended'`,
  );

  const { record } = await askCheck(database, tenant, { identifier: "22222222222", phone: "+2348030000000" });
  await run(database, sql.fragment`update identity_checks set merchant_reference = 'free again'`);
  await completeIdentityRecord(database, { recordId: record, status: "unavailable", encryptedRecord: null });
  return { collection: account.collection.reference };
}

const kinds = [
  ...["collection", "payout", "payout_canceled", "payout", "payout_failed", "payout_corrected"],
  ...["payout", "payout_reversed", "payout_corrected", "collection", "collection", "unmatched_accepted"],
  ...["identity_check", "identity_check_returned"],
];

describe("GET /v1/balance-transactions", () => {
  test("shows every movement of available money once, in sequence, with amounts that add up", async ({
    ingress: { call },
    database,
  }) => {
    const { tenant, key } = await createLiveMember(database);
    const { collection } = await moveMoney(database, tenant);
    const rows = await listAll(call, key, "", 3);

    expect(rows.map(({ kind }) => kind)).toEqual(kinds);
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, n) => n + 1));
    let balance = 0;
    for (const { amount, fees, net, balanceAfter, createdAt } of rows) {
      expect(net.value).toBe(amount.value - fees.reduce((sum, fee) => sum + fee.amount.value, 0));
      expect(balanceAfter.value).toBe(balance + net.value);
      balance = balanceAfter.value;
      expect(createdAt >= rows[0]!.createdAt).toBe(true);
    }
    const [{ data }, drift] = [await call("GET", "/v1/balances", { key }), await ledgerDrift(database)];
    expect(data[0].available.value).toBe(balance);
    expect(drift).toEqual([]);

    // Charges are taken with a payout, and given back with one that failed, as with a check.
    const signs = rows.map(({ kind, amount, fees }) => [
      kind,
      Math.sign(amount.value),
      Math.sign(fees.reduce((sum, fee) => sum + fee.amount.value, 0)),
    ]);
    expect(signs).toEqual([
      ["collection", 1, 0],
      ["payout", -1, 1],
      ["payout_canceled", 1, -1],
      ["payout", -1, 1],
      ["payout_failed", 1, -1],
      ["payout_corrected", -1, 1],
      ["payout", -1, 1],
      ["payout_reversed", 1, 0],
      ["payout_corrected", -1, 0],
      ["collection", 1, 0],
      ["collection", 1, 0],
      ["unmatched_accepted", 1, 0],
      ["identity_check", 0, 1],
      ["identity_check_returned", 0, -1],
    ]);
    expect(rows[6]!.source).toMatch(/^pyt_/);
    expect(rows.slice(9, 12).map(({ source }) => source)).toEqual([collection, collection, collection]);
    expect(rows[12]!.source).toMatch(/^kyc_/);
    // A check without a result keeps no reference.
    expect(rows[12]).not.toHaveProperty("merchantReference");
    expect(await listAll(call, key, "&merchantReference=free%20again")).toEqual([]);
  });

  test("a movement can be read by its reference, which says nothing about how many there are", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createMember(database, { available: 1_000n });
    await fund(database, tenant, 2_000n);
    const rows = await listAll(call, key);
    for (const row of rows)
      expect((await call("GET", `/v1/balance-transactions/${row.reference}`, { key })).data).toEqual(row);
    const [one, two] = rows.map(({ reference }) => reference.slice(0, 12));
    expect(one).not.toBe(two);

    // Entries that a merchant does not see have none: those on its reserve, and on others' accounts.
    const unseen = await database.any(sql.type(z.object({ accountId: z.bigint(), journalId: z.bigint() }))`
      select e.account_id as "accountId", e.journal_id as "journalId" from ledger_entries e
      join ledger_accounts a on a.id = e.account_id
      where a.merchant_id is distinct from ${tenant.merchantId} or a.kind = 'reserved'`);
    expect(unseen.length).toBeGreaterThan(0);
    for (const id of [...unseen, { accountId: 1n, journalId: 99_999_999n }]) {
      const path = `/v1/balance-transactions/${toReference(testEncryptionKeys, id)}`;
      expect((await call("GET", path, { key })).status).toBe(404);
    }
  });

  test("is filtered by kind, currency and times, also by the bank's", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    const hour = 3_600_000;
    const now = Date.now();
    const at = (hours: number) => new Date(now + hours * hour);
    // Booked now; paid a moment, half an hour, two hours and ten days ago.
    for (const ago of [0.01, 0.5, 2, 240]) {
      const account = await createVirtualAccount(database, tenant, 7_000n);
      await payIn(database, account.reference, 7_000n, { paidAt: at(-ago) });
    }
    await createPayout(database, tenant, { merchantReference: "order 7" });
    const all = await listAll(call, key);
    const sequences = async (query: string) =>
      (await listAll(call, key, `&${query}`, 2)).map(({ sequence }) => sequence);
    const iso = (hours: number) => at(hours).toISOString();

    expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await sequences("kind=payout")).toEqual([6]);
    expect(await sequences("kind=collection")).toEqual([1, 2, 3, 4, 5]);
    expect(await sequences("kind=payout_failed")).toEqual([]);
    expect(all[5]!.merchantReference).toBe("order 7");
    expect(await sequences("merchantReference=order%207")).toEqual([6]);
    expect(await sequences("merchantReference=order%207&kind=collection")).toEqual([]);
    expect(await sequences("merchantReference=order%208")).toEqual([]);
    expect(await sequences("currency=USD")).toEqual([]);
    expect(await sequences("currency=NGN&kind=payout")).toEqual([6]);
    expect(await sequences(`createdFrom=${all[2]!.createdAt}`)).toEqual([3, 4, 5, 6]);
    expect(await sequences(`createdTo=${all[2]!.createdAt}`)).toEqual([1, 2]);
    expect(await sequences(`createdFrom=${all[1]!.createdAt}&createdTo=${all[4]!.createdAt}`)).toEqual([
      2, 3, 4,
    ]);
    expect(await sequences(`occurredTo=${iso(-0.25)}`)).toEqual([3, 4, 5]);
    expect(await sequences(`occurredTo=${iso(-1.5)}`)).toEqual([4, 5]);
    expect(await sequences(`occurredFrom=${iso(-3)}&occurredTo=${iso(-0.25)}`)).toEqual([3, 4]);
    expect(await sequences(`occurredFrom=${iso(-3)}&kind=collection`)).toEqual([1, 2, 3, 4]);
    expect(await sequences(`occurredTo=${iso(-48)}&createdTo=${all[3]!.createdAt}`)).toEqual([]);
    expect(await sequences(`occurredTo=${iso(-48)}&kind=payout`)).toEqual([]);
  });

  test.for([
    ["kind=loan", "kind"],
    ["currency=EUR", "currency"],
    ["occurredFrom=yesterday", "occurredFrom"],
    ["occurredFrom=2026-02-01T00:00:00Z&occurredTo=2026-01-01T00:00:00Z", "occurredFrom"],
    ["kind=payout&kind=collection", "kind"],
    ["currency=NGN&currency=NGN", "currency"],
    ["createdFrom=2026-02-01T00:00:00Z&createdFrom=2026-02-01T00:00:00Z", "createdFrom"],
    ["limit=1&limit=2", "limit"],
    ["status=paid", "status"],
  ])("?%s is refused", async ([query, field], { fileIngress: { call }, fileDatabase: database }) => {
    const { key } = await createMember(database);
    const { status, error } = await call("GET", `/v1/balance-transactions?${query}`, { key });
    expect(status).toBe(422);
    expect(Object.keys(error.details!)).toEqual([field]);
  });

  test("test and live money, and another merchant's, are in other books", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createMember(database, { available: 1_000n });
    const live = await addKey(database, tenant, { environment: "live" });
    const [row] = await listAll(call, key);
    expect(await listAll(call, live.key)).toEqual([]);
    const stranger = await createMember(database, { available: 5n });
    for (const other of [live.key, stranger.key])
      expect((await call("GET", `/v1/balance-transactions/${row!.reference}`, { key: other })).status).toBe(
        404,
      );
    expect(await listAll(call, stranger.key)).toMatchObject([{ sequence: 1, net: { value: 5 } }]);
  });
});
