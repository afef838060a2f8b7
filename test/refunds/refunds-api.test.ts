import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Database } from "../../sql/process/database.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";
import { addKey, createLiveMember, createMember } from "../helpers/create-member.ts";
import {
  balancesOf,
  createCryptoCollection,
  createVirtualAccount,
  eventTypes,
  fund,
  idOf,
  ledgerDrift,
  payIn,
  queuedJobs,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { bankName, createPaidCollection, fromPayer, payer } from "./create-collection.ts";

const kobo = (value: number) => ({ value, currency: "NGN" });
const account = { bankCode: "044", accountNumber: "0123456789", accountName: "ADAEZE OKAFOR" };

type Sender = { call: Call; key: string };

const send = ({ call, key }: Sender, body: object, idempotencyKey: string = randomUUID()) =>
  call("POST", "/v1/refunds", {
    key,
    body: { reason: "customer_request", ...body },
    headers: { "idempotency-key": idempotencyKey },
  });

/** A merchant and its collection of 5,000 naira. */
async function createSeller(database: Database, call: Call, from?: Record<string, string>) {
  const { tenant, key } = await createMember(database);
  const collection = await createPaidCollection(database, tenant, 500_000n, from);
  return { tenant, key, call, collection };
}

describe("POST /v1/refunds", () => {
  test("reserves the money, queues the job of a payout and returns the refund", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const seller = await createSeller(database, call);
    const { tenant, key, collection } = seller;
    const { status, data } = await send(seller, { collection, amount: kobo(200_000), note: "Order 7" });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      status: "pending",
      collection,
      amount: kobo(200_000),
      fee: kobo(0),
      reason: "customer_request",
      note: "Order 7",
      destination: { ...payer, bankName },
    });
    expect(data.reference).toMatch(/^rfd_/);
    expect(await balancesOf(database, tenant)).toEqual({ available: 300_000, reserved: 200_000 });
    const id = await idOf(database, "payouts", data.reference);
    expect(await queuedJobs(database)).toContainEqual({
      task: "execute_payout",
      key: `execute_payout:${id}`,
    });
    expect((await call("GET", `/v1/refunds/${data.reference}`, { key })).data).toEqual(data);
    expect((await call("GET", "/v1/refunds", { key })).data).toEqual([data]);
    expect((await call("GET", `/v1/collections/${collection}`, { key })).data).toMatchObject({
      amountRefunded: kobo(200_000),
      refunds: [{ reference: data.reference, status: "pending", amount: kobo(200_000) }],
    });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("refunds all that is left without an amount, and never more than was received", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const seller = await createSeller(database, call);
    const { collection } = seller;
    await send(seller, { collection, amount: kobo(200_000) });
    expect(await send(seller, { collection, amount: kobo(300_001) })).toMatchObject({
      status: 400,
      error: {
        code: "REFUND_EXCEEDS_RECEIVED",
        details: { received: kobo(500_000), refunded: kobo(200_000), left: kobo(300_000) },
      },
    });
    expect((await send(seller, { collection })).data.amount).toEqual(kobo(300_000));
    expect(outcomeOf(await send(seller, { collection }))).toBe("REFUND_EXCEEDS_RECEIVED");
  });

  test("replays a key with its body, and refuses it with another one", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const seller = await createSeller(database, call);
    const { tenant, key, collection } = seller;
    const first = await send(seller, { collection, amount: kobo(100_000) }, "k");
    const again = await send(seller, { collection, amount: kobo(100_000) }, "k");
    expect([again.status, again.data]).toEqual([201, first.data]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(outcomeOf(await send(seller, { collection, amount: kobo(100_001) }, "k"))).toBe(
      "IDEMPOTENCY_KEY_CONFLICT",
    );
    expect(outcomeOf(await send(seller, { collection }, ""))).toBe("IDEMPOTENCY_KEY_REQUIRED");
    // A payout may have the same key: they never meet.
    await resolveDestination(database, tenant, account);
    const body = { amount: kobo(100_000), destination: account };
    const payout = await call("POST", "/v1/payouts", { key, body, headers: { "idempotency-key": "k" } });
    expect(payout.status).toBe(201);
    expect(await balancesOf(database, tenant)).toEqual({ available: 300_000, reserved: 200_000 });
  });

  test("is not a payout where payouts are shown", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const seller = await createSeller(database, call);
    const { key, collection } = seller;
    const { reference } = (await send(seller, { collection })).data;
    for (const query of ["", "?status=pending", "?purpose=refund", `?reference=pyt${reference.slice(3)}`])
      expect((await call("GET", `/v1/payouts${query}`, { key })).data).toEqual([]);
    const asPayout = `pyt${reference.slice(3)}`;
    expect(outcomeOf(await call("GET", `/v1/payouts/${asPayout}`, { key }))).toBe("NOT_FOUND");
    expect(outcomeOf(await call("POST", `/v1/payouts/${asPayout}/cancel`, { key }))).toBe("NOT_FOUND");
    expect(outcomeOf(await call("GET", `/v1/payouts/${reference}`, { key }))).toBe("NOT_FOUND");
  });

  test("is refused for what cannot be refunded", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const seller = await createSeller(database, call);
    const { tenant } = seller;
    const open = await createVirtualAccount(database, tenant, 500_000n);
    const crypto = await createCryptoCollection(database, tenant);
    const refusedWith = async (collection: string) => outcomeOf(await send(seller, { collection }));
    expect(await refusedWith(open.collection.reference)).toBe("STATE_CONFLICT");
    expect(await refusedWith(crypto)).toBe("STATE_CONFLICT");
    expect(await refusedWith(`col_${"0".repeat(26)}`)).toBe("NOT_FOUND");

    const { collection } = await createSeller(database, call);
    expect(await refusedWith(collection)).toBe("NOT_FOUND");
    const { key } = await addKey(database, { ...tenant, environment: "live" });
    const live = { call, key };
    expect(outcomeOf(await send(live, { collection: seller.collection }))).toBe("NOT_FOUND");
    expect(await balancesOf(database, tenant)).toEqual({ available: 500_000, reserved: 0 });
  });

  test("names what is wrong with the body", async ({ fileIngress: { call }, fileDatabase: database }) => {
    const seller = await createSeller(database, call);
    const { collection } = seller;
    const destination = { ...account, accountNumber: "12" };
    const wrong = [
      [{ collection, reason: "whim" }, "reason"],
      [{ collection, amount: kobo(99) }, "amount.value"],
      [{ collection, amount: { value: 1_000, currency: "USD" } }, "amount.currency"],
      [{ collection, note: "x".repeat(141) }, "note"],
      [{ collection, destination }, "destination.accountNumber"],
      [{ collection: "col_1" }, "collection"],
    ] as const;
    for (const [body, field] of wrong)
      expect(Object.keys((await send(seller, body)).error.details ?? {})).toEqual([field]);
  });

  test("of less than the minimum is refused, also where that is all that is left", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createLiveMember(database);
    const collection = await createPaidCollection(database, tenant, 500_000n);
    await fund(database, tenant, 100_000n);
    const seller = { call, key };
    expect((await send(seller, { collection, amount: kobo(9_999) })).error).toMatchObject({
      details: { "amount.value": "must be at least 10000 kobo" },
    });
    expect((await send(seller, { collection, amount: kobo(490_001) })).status).toBe(201);
    expect(outcomeOf(await send(seller, { collection }))).toBe("VALIDATION_ERROR");
  });

  test("from ten thousand naira owes stamp duty on top, which the balance has to cover", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createLiveMember(database);
    const collection = await createPaidCollection(database, tenant, 1_000_000n);
    const seller = { call, key };
    expect((await send(seller, { collection })).error).toMatchObject({
      code: "INSUFFICIENT_BALANCE",
      details: { needed: kobo(1_005_000), fee: kobo(5_000), available: kobo(1_000_000) },
    });
    await fund(database, tenant, 5_000n);
    expect((await send(seller, { collection })).data).toMatchObject({
      amount: kobo(1_000_000),
      fee: kobo(5_000),
      fees: [
        { kind: "service", amount: kobo(0) },
        { kind: "vat", amount: kobo(0) },
        { kind: "stamp_duty", amount: kobo(5_000) },
      ],
    });
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 1_005_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a collection has at most a hundred refunds", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const seller = await createSeller(database, call);
    const { collection } = seller;
    const { reference } = (await send(seller, { collection, amount: kobo(100) })).data;
    await database.query(sql.type(z.object({}))`
      insert into payouts (
        reference, merchant_id, environment, idempotency_key, request_hash, amount, fee, purpose, currency,
        collection_id, refund_reason, bank_code, bank_name, account_number, account_name, status
      )
      select new_reference('rfd'), merchant_id, environment, 'x' || n, request_hash, amount, fee, purpose, currency,
        collection_id, refund_reason, bank_code, bank_name, account_number, account_name, 'canceled'
      from payouts, generate_series(1, 98) n where reference = ${reference}`);
    expect((await send(seller, { collection, amount: kobo(100) })).status).toBe(201);
    expect(outcomeOf(await send(seller, { collection, amount: kobo(100) }))).toBe("STATE_CONFLICT");
  });

  test("goes to a given destination with the name that its bank has", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const seller = await createSeller(database, call);
    const { tenant, collection } = seller;
    await resolveDestination(database, tenant, account);
    const other = { ...account, accountName: "ADA OKAFOR" };
    expect((await send(seller, { collection, destination: other })).error.details).toHaveProperty([
      "destination.accountName",
    ]);
    expect((await send(seller, { collection, destination: account })).data.destination).toMatchObject(
      account,
    );
  });
});

describe("a refund needs a destination", () => {
  const { accountNumber } = payer;
  test.for([
    ["without a payer's account", { name: "KEMI AMINA UDOH" }],
    ["at a bank that is not in the list", { name: "KEMI AMINA UDOH", bankName: "A bank", accountNumber }],
    ["of a masked number", { name: "KEMI AMINA UDOH", bankName, accountNumber: "01234*****" }],
    ["of another holder", { name: "KEMI AMINA OBI", bankName, accountNumber }],
    ["of a holder with one name more", { name: "KEMI UDOH", bankName, accountNumber }],
    ["of a payer without a name", { bankName, accountNumber }],
  ] as const)("%s", async ([, from], { fileIngress: { call }, fileDatabase: database }) => {
    const seller = await createSeller(database, call, from);
    const { tenant, key, collection } = seller;
    const { status, data } = await send(seller, { collection });
    expect([status, data.status, data.destination]).toEqual([201, "needs_destination", undefined]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 500_000 });
    expect(await eventTypes(database, tenant)).toContain("refund.needs_destination");
    const id = await idOf(database, "payouts", data.reference);
    expect(await queuedJobs(database)).not.toContainEqual({
      task: "execute_payout",
      key: `execute_payout:${id}`,
    });

    await resolveDestination(database, tenant, account);
    const set = (destination: object) =>
      call("POST", `/v1/refunds/${data.reference}/destination`, { key, body: { destination } });
    expect(outcomeOf(await set({ ...account, accountName: "SOMEBODY" }))).toBe("VALIDATION_ERROR");
    expect((await set(account)).data).toMatchObject({ status: "pending", destination: account });
    expect(outcomeOf(await set(account))).toBe("STATE_CONFLICT");
    expect(await queuedJobs(database)).toContainEqual({
      task: "execute_payout",
      key: `execute_payout:${id}`,
    });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("where the payer's bank does not know the account", async ({
    database,
    workers: _workers,
    ingress: { call },
  }) => {
    const seller = await createSeller(database, call, { name: "A B", bankName, accountNumber: "9999999999" });
    const { data } = await send(seller, { collection: seller.collection });
    expect(data.status).toBe("needs_destination");
  });

  const { accountNumber: _unknown, ...withoutAccount } = fromPayer;
  test.for([
    ["where parts came from two accounts", { ...fromPayer, accountNumber: "0123456780" }, fromPayer],
    ["where the account of the first part is unknown", withoutAccount, fromPayer],
    ["where the payer of the last part is unknown", fromPayer, null],
    ["unless all parts came from one account", { ...fromPayer, name: "K. Udoh" }, fromPayer],
  ] as const)("%s", async ([title, first, last], { fileIngress: { call }, fileDatabase: database }) => {
    const { tenant, key } = await createMember(database);
    const { reference, collection } = await createVirtualAccount(database, tenant, 500_000n);
    expect(await payIn(database, reference, 499_900n, { payer: first })).toBe("suspended");
    expect(await payIn(database, reference, 100n, { payer: last })).toBe("settled");
    await resolveDestination(database, tenant, payer);
    const path = `/v1/collections/${collection.reference}`;
    expect((await call("GET", path, { key })).data.payer).toEqual(last ?? first);
    const { data } = await send({ call, key }, { collection: collection.reference });
    expect(data.status).toBe(title.startsWith("unless") ? "pending" : "needs_destination");
  });

  test("and can be canceled, which gives its money back", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const seller = await createSeller(database, call, { name: "KEMI" });
    const { tenant, key, collection } = seller;
    const { reference } = (await send(seller, { collection })).data;
    const cancel = () => call("POST", `/v1/refunds/${reference}/cancel`, { key });
    expect((await cancel()).data.status).toBe("canceled");
    expect(outcomeOf(await cancel())).toBe("STATE_CONFLICT");
    expect(await balancesOf(database, tenant)).toEqual({ available: 500_000, reserved: 0 });
    const events = (await call("GET", `/v1/events?subject=${reference}`, { key })).data;
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      "refund.canceled",
      "refund.needs_destination",
    ]);
    expect((await call("GET", `/v1/collections/${collection}`, { key })).data).not.toHaveProperty(
      "amountRefunded",
    );
    expect((await send(seller, { collection })).status).toBe(201);
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
