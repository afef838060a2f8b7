import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { createTeam, givePolicy, kobo, type Team } from "../approvals/team.ts";
import { outcomeOf } from "../helpers/call.ts";
import { addKey, createMember } from "../helpers/create-member.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { createPerson } from "../helpers/create-person.ts";
import { whileLocked } from "../helpers/database/while-locked.ts";
import { balancesOf, destination, eventTypes, ledgerDrift, resolveDestination } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import {
  batchItem,
  batchItems,
  createBatch,
  createReadyBatch,
  sendAll,
  start,
  sweep,
  validate,
  work,
  workOnPayoutBatches,
} from "./batch-steps.ts";

const csv = `amount,bank,account_number,account_name,merchant_reference
"1,000.00",044,1000000000,Adaeze Okafor,sal-1
500,Access Bank,1000000001,OKAFOR ADAEZE,sal-2
12,044,100000002,Adaeze Okafor,sal-3
`;

async function post(team: Team, body: object, key = randomUUID()) {
  return team.call("POST", "/v1/payout-batches", {
    key: team.key,
    headers: { "idempotency-key": key },
    body,
  });
}

describe("a batch over the API", () => {
  test("is made from a file, mended, started, read page by page and downloaded", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    const key = randomUUID();
    const made = await post(team, { name: "March", csv }, key);
    expect([made.status, made.data]).toMatchObject([
      201,
      { status: "validating", name: "March", items: { total: 3, validating: 2, invalid: 1 } },
    ]);
    const again = await post(team, { name: "March", csv }, key);
    expect([again.data.reference, again.headers.get("idempotency-replayed")]).toEqual([
      made.data.reference,
      "true",
    ]);
    expect(outcomeOf(await post(team, { name: "April", csv }, key))).toBe("IDEMPOTENCY_KEY_CONFLICT");
    const path = `/v1/payout-batches/${made.data.reference}`;
    const send = (method: string, more: string, body?: object) =>
      call(method, `${path}${more}`, { key: team.key, body });

    expect(outcomeOf(await send("POST", "/start", {}))).toBe("BATCH_NOT_READY");
    await validate(database, team.tenant);
    const { data: wrong } = await send("GET", "/items?status=invalid");
    expect(wrong).toMatchObject([
      {
        index: 2,
        row: 4,
        given: { "destination.accountNumber": "100000002" },
        errors: [{ field: "destination.accountNumber", suggestion: "0100000002" }],
      },
    ]);
    const refused = await send("POST", "/start", {});
    expect(refused.error).toMatchObject({
      code: "BATCH_NEEDS_CONFIRMATION",
      details: { close: 1, unchecked: 0, duplicates: 0, invalid: 1 },
    });
    const mended = await send("PUT", "/items/2", {
      amount: kobo(1_200),
      destination: { bankCode: "044", accountNumber: "0100000002", accountName: "Adaeze Okafor" },
      merchantReference: "sal-2",
    });
    expect(mended.data.errors).toMatchObject([{ code: "MERCHANT_REFERENCE_REPEATED" }]);
    await send("PUT", "/items/2", {
      amount: kobo(1_200),
      destination: { bankCode: "044", accountNumber: "0100000002", accountName: "Adaeze Okafor" },
    });
    await validate(database, team.tenant);

    const started = await send("POST", "/start", { confirmClose: true, expectedTotal: kobo(151_200) });
    expect([started.status, started.data]).toMatchObject([
      200,
      { status: "processing", total: kobo(151_200) },
    ]);
    expect(await balancesOf(database, team.tenant)).toEqual({ available: 848_800, reserved: 151_200 });
    expect(outcomeOf(await send("POST", "/start", { confirmClose: true }))).toBe("STATE_CONFLICT");
    await sendAll(database, made.data.reference, (place) => (place === 1 ? "failed" : "succeeded"));
    await sweep(database, team.tenant);

    const seen: number[] = [];
    for (let query = "limit=2"; ;) {
      const { data, meta } = await send("GET", `/items?${query}`);
      seen.push(...data.map(({ index }: { index: number }) => index));
      if (!meta.hasMore) break;
      query = `limit=2&cursor=${meta.nextCursor}`;
    }
    expect(seen).toEqual([0, 1, 2]);
    const rows: Record<string, string>[] = parse((await send("GET", "/results")).text, { columns: true });
    expect(rows.map(({ status, amount }) => [status, amount])).toEqual([
      ["succeeded", "1000.00"],
      ["failed", "500.00"],
      ["succeeded", "12.00"],
    ]);
    const { data: payouts } = await call("GET", "/v1/payouts?merchantReference=sal-1", { key: team.key });
    expect(payouts).toMatchObject([
      { batch: made.data.reference, destination: { accountName: "ADAEZE OKAFOR" } },
    ]);
    const retried = await send("POST", "/retry", {});
    expect(retried.data).toMatchObject({ status: "processing", items: { pending: 1, succeeded: 2 } });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is downloaded whole, however slowly", async ({ database, databaseUrl }) => {
    await using ingress = await startTestIngress(databaseUrl, { responseTimeoutMs: 1_000 });
    const { tenant, key } = await createMember(database);
    const reference = await createBatch(database, tenant, batchItems(3_000));
    // Some 12 MB, more than sockets hold: while nobody reads, the file waits, longer than other responses may take.
    await database.query(sql.type(z.object({}))`
      update payout_batch_items i set narration = repeat('x', 4000) from payout_batches b
      where b.id = i.batch_id and b.reference = ${reference}`);
    const url = `${ingress.url}/v1/payout-batches/${reference}/results`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    await delay(9_000);
    expect((await response.text()).split("\r\n")).toHaveLength(3_002);
  });

  test("is another merchant's business, and needs its scope", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    const { data } = await post(team, { csv });
    const stranger = await createMember(database);
    const reader = await addKey(database, team.tenant, { scopes: ["payout_batches:read"] });
    const ask = (method: string, more: string, key: string, body?: object) =>
      call(method, `/v1/payout-batches/${data.reference}${more}`, { key, body });
    for (const [method, more, body] of [
      ["GET", ""],
      ["GET", "/items"],
      ["GET", "/results"],
      ["POST", "/start", {}],
      ["POST", "/retry", {}],
      ["POST", "/cancel"],
    ] as const)
      expect([more, outcomeOf(await ask(method, more, stranger.key, body))]).toEqual([more, "NOT_FOUND"]);
    expect((await ask("GET", "", reader.key)).status).toBe(200);
    expect(outcomeOf(await ask("POST", "/cancel", reader.key))).toBe("SCOPE_INSUFFICIENT");
    expect((await team.as(team.finance, "GET", `payout-batches/${data.reference}`)).status).toBe(200);
    expect(outcomeOf(await team.as(team.approver, "POST", `payout-batches/${data.reference}/cancel`))).toBe(
      "ROLE_INSUFFICIENT",
    );
  });

  test("waits for approval as a whole, and is paid once somebody else approves", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    await givePolicy(database, team.tenant, { amountMax: 100_000 });
    const headers = { "idempotency-key": randomUUID() };
    const { data } = await call("POST", "/dashboard/api/test/payout-batches", {
      session: team.finance.session,
      headers,
      body: { csv },
    });
    await validate(database, team.tenant);
    const options = { confirmClose: true, skipInvalid: true };
    const started = await team.as(team.finance, "POST", `payout-batches/${data.reference}/start`, options);
    expect(started.data).toMatchObject({ status: "awaiting_approval", items: { waiting: 2, skipped: 1 } });
    expect(await balancesOf(database, team.tenant)).toEqual({ available: 850_000, reserved: 150_000 });
    expect(await ledgerDrift(database)).toEqual([]);
    await work(database, team.tenant);
    const inbox = await team.as(team.approver, "GET", "approvals");
    expect(inbox.data).toMatchObject([
      {
        reference: data.reference,
        kind: "batch",
        amount: kobo(150_000),
        batch: { items: 3 },
        reasons: ["amount"],
      },
    ]);
    expect(outcomeOf(await team.decide(team.finance, data.reference, "approve"))).toBe("ROLE_INSUFFICIENT");
    const [one, two] = await Promise.all([
      team.decide(team.approver, data.reference, "approve"),
      team.decide(team.owner, data.reference, "approve"),
    ]);
    expect([outcomeOf(one), outcomeOf(two)].map(String).toSorted()).toEqual(["200", "STATE_CONFLICT"]);
    await sendAll(database, data.reference);
    await sweep(database, team.tenant);
    expect((await team.as(team.finance, "GET", `payout-batches/${data.reference}`)).data.status).toBe(
      "completed",
    );
    expect(await balancesOf(database, team.tenant)).toEqual({ available: 850_000, reserved: 0 });
    expect(await eventTypes(database, team.tenant)).toContain("payout_batch.awaiting_approval");
  });

  test("is approved by nobody who made it or replaced an item of it, whoever starts it", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    const other = await createPerson(database, [[team.tenant.merchantId, "owner"]]);
    await givePolicy(database, team.tenant, { amountMax: 1 });
    const { data } = await call("POST", "/dashboard/api/test/payout-batches", {
      session: team.owner.session,
      headers: { "idempotency-key": randomUUID() },
      body: { csv: "amount,bank,account_number,account_name\n1000,044,1000000000,Adaeze Okafor\n" },
    });
    const batch = `payout-batches/${data.reference}`;
    const replaced = await team.as(other, "PUT", `${batch}/items/0`, {
      amount: kobo(100_000),
      destination: { bankCode: "044", accountNumber: "1000000001", accountName: "Adaeze Okafor" },
    });
    expect(replaced.status).toBe(200);
    await validate(database, team.tenant);
    const started = await team.as(team.finance, "POST", `${batch}/start`, {});
    expect(started.data).toMatchObject({ status: "awaiting_approval" });
    for (const maker of [team.owner, other])
      expect(outcomeOf(await team.decide(maker, data.reference, "approve"))).toBe("APPROVAL_SELF");
    expect((await team.decide(team.approver, data.reference, "approve")).status).toBe(200);
  });

  test("that is rejected, or canceled while it waits or is paid, gives back what was not sent", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    const begin = async () => {
      const references = csv.replaceAll("sal-", `${randomUUID().slice(0, 8)}-`);
      const { data } = await post(team, { csv: references });
      await validate(database, team.tenant);
      await call("POST", `/v1/payout-batches/${data.reference}/start`, {
        key: team.key,
        body: { confirmClose: true, skipInvalid: true, allowDuplicates: true },
      });
      return data.reference as string;
    };
    const state = async (reference: string) => {
      await work(database, team.tenant);
      await sweep(database, team.tenant);
      const { data } = await call("GET", `/v1/payout-batches/${reference}`, { key: team.key });
      return [data.status, data.cancelReason];
    };
    await givePolicy(database, team.tenant, { dayMax: 0 });
    const rejected = await begin();
    expect((await team.decide(team.approver, rejected, "reject")).data.decision).toBe("rejected");
    expect(await state(rejected)).toEqual(["canceled", "rejected"]);
    const canceled = await begin();
    expect((await call("POST", `/v1/payout-batches/${canceled}/cancel`, { key: team.key })).status).toBe(200);
    expect(await state(canceled)).toEqual(["canceled", undefined]);
    const used = await database.anyFirst(sql.type(z.object({ amount: z.bigint() }))`
      select amount from payout_use where merchant_id = ${team.tenant.merchantId}`);
    expect(used).toEqual([0n]);
    await givePolicy(database, team.tenant, {});
    const underWay = await begin();
    expect((await call("POST", `/v1/payout-batches/${underWay}/cancel`, { key: team.key })).status).toBe(200);
    expect(await state(underWay)).toEqual(["canceled", undefined]);
    expect(await balancesOf(database, team.tenant)).toEqual({ available: 1_000_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("keeps an own reference from a payout of its merchant that comes at the same time", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const { tenant, key } = await createMember(database, { available: 30_000_000n });
    await resolveDestination(database, tenant);
    const last = batchItem(200, { merchantReference: "salary-1" });
    // Its start makes 200 payouts.
    await start(database, tenant, await createReadyBatch(database, tenant, [...batchItems(200), last]));
    const { status, error } = await whileLocked(
      database,
      (slice) => workOnPayoutBatches(slice, tenant),
      () =>
        call("POST", "/v1/payouts", {
          key,
          body: { amount: kobo(1_000), destination, merchantReference: "salary-1" },
          headers: { "idempotency-key": "k" },
        }),
    );
    expect([status, error?.code]).toEqual([409, "MERCHANT_REFERENCE_CONFLICT"]);
  });

  test("has items to blocked accounts fail, and is refused while payouts are frozen", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    const { data } = await post(team, { csv });
    await validate(database, team.tenant);
    await database.query(sql.type(z.object({}))`
      insert into blocked_recipients (environment, bank_code, account_number) values ('test', '044', '1000000000')`);
    const options = { confirmClose: true, skipInvalid: true };
    const begin = () =>
      call("POST", `/v1/payout-batches/${data.reference}/start`, { key: team.key, body: options });
    await database.query(sql.type(z.object({}))`
      insert into payout_freezes (environment, merchant_id) values ('test', ${team.tenant.merchantId})`);
    expect(outcomeOf(await begin())).toBe("PAYOUTS_FROZEN");
    await database.query(sql.type(z.object({}))`delete from payout_freezes`);
    const started = await begin();
    expect(started.data).toMatchObject({ items: { failed: 1, pending: 1 } });
    expect(await balancesOf(database, team.tenant)).toEqual({ available: 950_000, reserved: 50_000 });
    const { data: items } = await call("GET", `/v1/payout-batches/${data.reference}/items?status=failed`, {
      key: team.key,
    });
    expect(items).toMatchObject([{ index: 0, failure: { code: "DESTINATION_BLOCKED" } }]);
    await database.query(sql.type(z.object({}))`delete from blocked_recipients`);
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
