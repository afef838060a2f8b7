import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Connection, Database } from "../../sql/process/database.ts";
import { revokeApiKey, rotateApiKey, setApiKeyNetworks } from "../../sql/keys/api-keys.ts";
import { removeMember } from "../../sql/members/members.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { completeNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import { endSession } from "../../sql/sessions/sessions.ts";
import { type MemberRole } from "../../sql/members/member-json.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf, type ApiResponse } from "../helpers/call.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { createPerson, type Person } from "../helpers/create-person.ts";
import { countTrips } from "../helpers/database/count-trips.ts";
import { whileLocked } from "../helpers/database/while-locked.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { destination, resolveDestination, saveAccount } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { asOperator } from "../helpers/as-operator.ts";

type World = { tenant: Tenant; key: string; keyReference: string; person: Person };
type Ending = (database: Connection, world: World) => Promise<unknown>;

const none = z.object({});
const endings: Record<"key" | "session", [what: string, code: string, end: Ending][]> = {
  key: [
    [
      "is revoked",
      "AUTH_INVALID",
      (database, { keyReference }) =>
        revokeApiKey(database, { tenant: null, reference: keyReference, acting: {} }),
    ],
    [
      "is rotated out",
      "AUTH_INVALID",
      (database, { keyReference }) =>
        rotateApiKey(database, { tenant: null, reference: keyReference, overlapHours: 0, ...asOperator }),
    ],
    [
      "may be used from elsewhere alone",
      "IP_NOT_ALLOWED",
      (database, { tenant, keyReference }) =>
        setApiKeyNetworks(database, {
          tenant,
          reference: keyReference,
          allowedCidrs: ["203.0.113.0/24"],
          acting: {},
          caller: undefined,
        }),
    ],
    [
      "is of a business that is rejected",
      "KYB_LIVE_REQUIRED",
      (database, { tenant }) =>
        setKybStatus(database, { merchantId: tenant.merchantId, status: "rejected", acting: {} }),
    ],
    [
      "loses its scope",
      "SCOPE_INSUFFICIENT",
      (database, { keyReference }) =>
        database.query(sql.type(none)`update api_keys set scopes = '{}' where reference = ${keyReference}`),
    ],
  ],
  session: [
    [
      "ends",
      "AUTH_REQUIRED",
      async (database, { person }) =>
        endSession(database, { personId: person.id, reference: await sessionOf(database, person) }),
    ],
    [
      "is of a member who is removed",
      "ROLE_INSUFFICIENT",
      (database, { tenant, person }) =>
        removeMember(database, {
          merchantId: tenant.merchantId,
          person: person.reference,
          acting: {},
          keep: [],
          caller: undefined,
        }),
    ],
    [
      "is of a member whose role changes",
      "ROLE_INSUFFICIENT",
      (database, { person }) =>
        database.query(
          sql.type(none)`update memberships set role = 'developer' where person_id = ${person.id}`,
        ),
    ],
    [
      "is of a business that is rejected",
      "KYB_LIVE_REQUIRED",
      (database, { tenant }) =>
        setKybStatus(database, { merchantId: tenant.merchantId, status: "rejected", acting: {} }),
    ],
  ],
};
const cases = (["key", "session"] as const).flatMap((by) =>
  endings[by].map(([what, code, end]) => ({ by, what, code, end })),
);

describe("what a caller may do ends while its request is under way", () => {
  test.for(cases)(
    "a $by that $what while the body comes is refused",
    async ({ by, code, end }, { fileDatabase, fileDatabaseUrl }) => {
      const counter = countTrips();
      await using wire = await startProxy(fileDatabaseUrl, counter.watch);
      // One connection for lookups: they are made one after the other.
      await using ingress = await startTestIngress(wire.url, { databasePoolSize: 2 });
      const world = await createWorld(fileDatabase);
      const { finish } = await beginLink(ingress, world, by, counter.trips);
      await end(fileDatabase, world);
      expect((await finish()).code).toBe(code);
      expect(await countRows(fileDatabase, world, "payment_links")).toBe(0);
    },
  );

  test.for(cases)(
    "a $by that $what while its payout waits for a lock is refused",
    async ({ by, code, end }, { fileDatabase, fileIngress }) => {
      const world = await createWorld(fileDatabase);
      const refused = await whileLocked(
        fileDatabase,
        (transaction) => lockBalances(transaction, world.tenant),
        () => sendPayout(fileIngress, world, by),
        () => end(fileDatabase, world),
      );
      expect(outcomeOf(refused)).toBe(code);
      expect(await countRows(fileDatabase, world, "payouts")).toBe(0);
    },
  );

  test("a payout of another key in the same call is made", async ({ fileDatabase, fileIngress }) => {
    const world = await createWorld(fileDatabase);
    const other = await createWorld(fileDatabase);
    const sent: Promise<ApiResponse>[] = [];
    const refused = await whileLocked(
      fileDatabase,
      async (transaction) => {
        await lockBalances(transaction, world.tenant);
        await lockBalances(transaction, other.tenant);
      },
      () => {
        sent.push(sendPayout(fileIngress, other, "key"));
        return sendPayout(fileIngress, world, "key");
      },
      () => revokeApiKey(fileDatabase, { tenant: null, reference: world.keyReference, acting: {} }),
    );
    expect(outcomeOf(refused)).toBe("AUTH_INVALID");
    expect(outcomeOf((await sent[0])!)).toBe(201);
  });
});

describe("a key that is revoked while its call waits for a lock", () => {
  const account = { bankCode: destination.bankCode, accountNumber: "0123456780" };
  const lockAccounts = (transaction: Connection, { merchantId }: Tenant) =>
    transaction.query(sql.type(none)`select lock_payout_accounts(${merchantId}, 'live')`);

  test.for<{
    what: string;
    lock: (transaction: Connection, tenant: Tenant) => Promise<unknown>;
    send: (
      ingress: TestIngress,
      world: World,
      made: { payout: string; account: string; database: Database },
    ) => Promise<ApiResponse>;
  }>([
    {
      what: "cancels no payout",
      lock: (transaction, { merchantId }) =>
        transaction.query(sql.type(none)`select from payouts where merchant_id = ${merchantId} for update`),
      send: ({ call }, { key }, { payout }) => call("POST", `/v1/payouts/${payout}/cancel`, { key }),
    },
    {
      what: "saves no payout account",
      lock: lockAccounts,
      send: ({ call }, { key, tenant }, { database }) => {
        void answerEnquiry(database, tenant);
        return call("POST", "/v1/payout-accounts", { key, body: account });
      },
    },
    {
      what: "makes no payout account the default",
      lock: lockAccounts,
      send: ({ call }, { key }, made) =>
        call("PATCH", `/v1/payout-accounts/${made.account}`, { key, body: { isDefault: true } }),
    },
    {
      what: "removes no payout account",
      lock: lockAccounts,
      send: ({ call }, { key }, made) => call("POST", `/v1/payout-accounts/${made.account}/remove`, { key }),
    },
    {
      what: "pays for no identity check",
      lock: (transaction, tenant) => lockBalances(transaction, tenant),
      send: ({ call }, { key }) =>
        call("POST", "/v1/kyc/bvn", { key, body: { bvn: "22123456789", phone: "08031234567" } }),
    },
  ])("$what", async ({ lock, send }, { fileDatabase, fileIngress }) => {
    const world = await createWorld(fileDatabase);
    const payout = (await sendPayout(fileIngress, world, "key")).data.reference;
    const saved = await saveAccount(fileDatabase, world.tenant);
    const stateOf = () =>
      fileDatabase.one(sql.type(z.object({ payouts: z.string(), accounts: z.string(), checks: z.bigint() }))`
        select (select string_agg(status, ' ') from payouts where merchant_id = ${world.tenant.merchantId}) as payouts,
          (select string_agg(account_number || is_default || (removed_at is null), ' ') from payout_accounts
            where merchant_id = ${world.tenant.merchantId}) as accounts,
          (select count(*) from identity_checks where merchant_id = ${world.tenant.merchantId}) as checks`);
    const before = await stateOf();
    const refused = await whileLocked(
      fileDatabase,
      (transaction) => lock(transaction, world.tenant),
      () => send(fileIngress, world, { payout, account: saved.reference, database: fileDatabase }),
      () => revokeApiKey(fileDatabase, { tenant: null, reference: world.keyReference, acting: {} }),
    );
    expect(outcomeOf(refused)).toBe("AUTH_INVALID");
    expect(await stateOf()).toEqual(before);
  });
});

test("a name that a bank takes long to say is not for a key that is revoked meanwhile", async ({
  fileDatabase,
  fileIngress,
}) => {
  const world = await createWorld(fileDatabase);
  const account = { bankCode: destination.bankCode, accountNumber: "0123456781" };
  const response = fileIngress.call("POST", "/v1/banks/verify-account", { key: world.key, body: account });
  const id = await pendingEnquiry(fileDatabase, world.tenant);
  // What takes less than a second is said without another look at the key.
  await sleep(1_100);
  await revokeApiKey(fileDatabase, { tenant: null, reference: world.keyReference, acting: {} });
  await completeNameEnquiry(fileDatabase, id, { status: "resolved", accountName: "ADAEZE OKAFOR" });
  expect(outcomeOf(await response)).toBe("AUTH_REQUIRED");
});

test.for<[what: string, path: string, body: object]>([
  ["invites nobody", "/dashboard/api/invitations", { email: "second-self@example.com", role: "owner" }],
  ["makes no key", "/dashboard/api/test/keys", { scopes: ["payouts:write"] }],
])("an owner who is being removed %s meanwhile", async ([, path, body], { fileDatabase, fileIngress }) => {
  const world = await createWorld(fileDatabase, "owner");
  const { merchantId } = world.tenant;
  await createPerson(fileDatabase, [[merchantId, "owner"]]);
  const refused = await whileLocked(
    fileDatabase,
    (transaction) =>
      removeMember(transaction, {
        merchantId,
        person: world.person.reference,
        acting: {},
        keep: [],
        caller: undefined,
      }),
    () => fileIngress.call("POST", path, { session: world.person.session, body }),
  );
  expect(outcomeOf(refused)).toBe("ROLE_INSUFFICIENT");
});

/** Says the name of an account's holder when that is asked for, as a worker would. */
async function answerEnquiry(database: Database, tenant: Tenant): Promise<void> {
  const id = await pendingEnquiry(database, tenant);
  await completeNameEnquiry(database, id, { status: "resolved", accountName: "ADAEZE OKAFOR" });
}

function pendingEnquiry(database: Database, { merchantId }: Tenant): Promise<bigint> {
  return eventually(() =>
    database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
      select id from name_enquiries where merchant_id = ${merchantId} and status = 'pending'`),
  );
}

/** An approved merchant with live money, a key, and a person who may do what these tests do. */
async function createWorld(database: Database, role: MemberRole = "finance"): Promise<World> {
  const member = await createLiveMember(database, 1_000_000n);
  await resolveDestination(database, member.tenant);
  const person = await createPerson(database, [[member.tenant.merchantId, role]]);
  return { ...member, person };
}

const payout = { amount: { value: 20_000, currency: "NGN" }, destination };

const pathOf = (by: "key" | "session", what: "payouts" | "payment-links") =>
  `${by === "key" ? "/v1" : "/dashboard/api/live"}/${what}`;

function sendPayout(
  { call }: TestIngress,
  { key, person }: World,
  by: "key" | "session",
): Promise<ApiResponse> {
  const sender = by === "key" ? { key } : { session: person.session };
  return call("POST", pathOf(by, "payouts"), {
    ...sender,
    headers: { "idempotency-key": randomUUID() },
    body: payout,
  });
}

/** Sends a new payment link but for the end of its body, and resolves when the ingress has looked up who sends it. */
async function beginLink(
  { url, call }: TestIngress,
  { key, person }: World,
  by: "key" | "session",
  trips: () => number,
) {
  const price = { amountType: "fixed", amount: { value: 500_000, currency: "NGN" }, linkType: "one_time" };
  const body = JSON.stringify({ title: "Ankara, six yards", ...price });
  const waitForLookups = async () => expect(outcomeOf(await call("GET", "/v1/balances", { key }))).toBe(200);
  await waitForLookups();
  const before = trips();
  const request = httpRequest(`${url}${pathOf(by, "payment-links")}`, {
    method: "POST",
    headers: {
      ...(by === "key"
        ? { authorization: `Bearer ${key}` }
        : { cookie: `__Host-session=${person.session}`, "sec-fetch-site": "same-origin" }),
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    },
  });
  const responded = once(request, "response") as Promise<[IncomingMessage]>;
  request.write(body.slice(0, -1));
  await eventually(() => expect(trips()).toBeGreaterThan(before));
  await waitForLookups();
  const finish = async () => {
    request.end(body.slice(-1));
    const [response] = await responded;
    return z.object({ error: z.object({ code: z.string() }) }).parse(JSON.parse(await text(response))).error;
  };
  return { finish };
}

function lockBalances(transaction: Connection, { merchantId }: Tenant) {
  return transaction.query(sql.type(none)`
    select from ledger_accounts where merchant_id = ${merchantId} and environment = 'live' order by id for update`);
}

function sessionOf(database: Connection, { id }: Person): Promise<string> {
  return database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from sessions where person_id = ${id}`);
}

function countRows(
  database: Connection,
  { tenant }: World,
  table: "payouts" | "payment_links",
): Promise<number> {
  return database.oneFirst(sql.type(z.object({ count: z.int() }))`
    select count(*)::int as count from ${sql.identifier([table])} where merchant_id = ${tenant.merchantId}`);
}
