import { describe, expect } from "vitest";
import { z } from "zod";
import { decideApproval } from "../../sql/approvals/approvals.ts";
import { rotateApiKey } from "../../sql/keys/api-keys.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { outcomeOf } from "../helpers/call.ts";
import { addKey } from "../helpers/create-member.ts";
import { whileLocked } from "../helpers/database/while-locked.ts";
import { balancesOf, createPayout, eventTypes, idOf, ledgerDrift, queuedJobs } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { createTeam, givePolicy, kobo, type Team } from "./team.ts";

const none = z.object({});
const run = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(none)`${statement}`);
const acting = sql.fragment`row('Ada', null, null, 'ticket 12', null)::acting`;

/** A team whose payouts above ₦1,000 need approval, and one of ₦2,000 that waits. */
async function createWaiting(database: Database, call: Team["call"], environment: "test" | "live" = "test") {
  const team = await createTeam(database, call, environment);
  await givePolicy(database, team.tenant, { amountMax: 100_000 });
  // Live payouts of people need a gateway: an operator's key requests them.
  const by = environment === "live" ? team.key : team.finance;
  const { status, data } = await team.pay(by, 200_000);
  expect([status, data.status]).toEqual([201, "awaiting_approval"]);
  return { ...team, reference: data.reference as string };
}

const statusOf = (database: Database, reference: string) =>
  database.oneFirst(sql.type(z.object({ status: z.string() }))`
    select status from payouts where reference = ${reference}`);

async function isQueued(database: Database, reference: string): Promise<boolean> {
  const key = `execute_payout:${await idOf(database, "payouts", reference)}`;
  return (await queuedJobs(database)).some((job) => job.key === key);
}

describe("a payout that needs approval", () => {
  test("waits with its money reserved, is listed, and is sent once somebody else approves", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createWaiting(database, call);
    const { reference, tenant, finance, approver } = team;
    expect(await balancesOf(database, tenant)).toEqual({ available: 800_000, reserved: 200_000 });
    expect(await isQueued(database, reference)).toBe(false);
    expect(await claimPayout(database, await idOf(database, "payouts", reference))).toBeNull();
    expect(await eventTypes(database, tenant)).toContain("payout.awaiting_approval");
    const { data: waiting } = await team.as(approver, "GET", "approvals");
    expect(waiting).toMatchObject([
      {
        reference,
        kind: "payout",
        reasons: ["amount"],
        amount: kobo(200_000),
        makers: [{ reference: finance.reference }],
        destination: { accountNumber: "0123456789" },
      },
    ]);

    const { data: summary } = await team.as(approver, "GET", "summary");
    expect(summary.attention.approvals).toEqual({ count: 1 });

    const approved = await team.decide(approver, reference, "approve");
    expect([approved.status, approved.data.decision]).toEqual([200, "approved"]);
    expect(await statusOf(database, reference)).toBe("pending");
    expect(await isQueued(database, reference)).toBe(true);
    expect((await team.as(approver, "GET", "approvals")).data).toEqual([]);
    const log = await database.any(sql.type(z.object({ action: z.string(), person_id: z.bigint() }))`
      select action, person_id from audit_log where target = ${reference} and action like 'approval%'`);
    expect(log).toEqual([{ action: "approval approve", person_id: approver.id }]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is canceled when it is rejected, and its money and its part of the day's sum are back", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    await givePolicy(database, team.tenant, { dayMax: 300_000 });
    expect((await team.pay(team.finance, 250_000)).data.status).toBe("pending");
    const { data: second } = await team.pay(team.finance, 100_000);
    expect(second.status).toBe("awaiting_approval");
    expect((await team.decide(team.owner, second.reference, "reject")).data).toMatchObject({
      decision: "rejected",
      reasons: ["day"],
    });
    const { data } = await call("GET", `/v1/payouts/${second.reference}`, { key: team.key });
    expect(data).toMatchObject({ status: "canceled", cancelReason: "rejected" });
    expect(await eventTypes(database, team.tenant)).toContain("payout.canceled");
    expect(await balancesOf(database, team.tenant)).toEqual({ available: 750_000, reserved: 250_000 });
    expect((await team.pay(team.finance, 50_000)).data.status).toBe("pending");
    expect((await team.pay(team.finance, 100)).data.status).toBe("awaiting_approval");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("to a new account waits until a payout to it has succeeded, saved or not", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    const { id: known } = await createPayout(database, team.tenant);
    await givePolicy(database, team.tenant, { newDestinations: true });
    const { data } = await team.pay(team.finance, 1_000);
    expect(data.status).toBe("awaiting_approval");
    expect((await team.as(team.owner, "GET", `approvals?reference=${data.reference}`)).data).toMatchObject([
      { reasons: ["new_destination"] },
    ]);
    const claim = await claimPayout(database, known);
    await finishPayout(database, claim!, { kind: "succeeded" });
    expect((await team.pay(team.finance, 1_000)).data.status).toBe("pending");
  });

  test("sends one email an hour to each person who may approve, whoever asked for how many", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createWaiting(database, call);
    await team.pay(team.finance, 200_000);
    const mails = await database.anyFirst(sql.type(z.object({ recipient: z.string() }))`
      select recipient from mails where merchant_id = ${team.tenant.merchantId} and template = 'approval_needed'
      order by id`);
    expect(mails).toEqual([team.approver.email, team.owner.email]);
  });

  test("can be canceled by its merchant while it waits", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createWaiting(database, call);
    const { status, data } = await team.as(team.finance, "POST", `payouts/${team.reference}/cancel`);
    expect([status, data.status, data.cancelReason]).toEqual([200, "canceled", undefined]);
    expect(outcomeOf(await team.decide(team.approver, team.reference, "approve"))).toBe("STATE_CONFLICT");
    expect(await eventTypes(database, team.tenant)).not.toContain("payout.canceled");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is canceled after 72 hours by the test clock, and by the sweep", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const { tenant, key, reference } = await createWaiting(database, call);
    const advance = (minutes: number) =>
      call("POST", "/v1/sandbox/clock/advance", { key, body: { minutes } });
    await advance(72 * 60 - 1);
    expect(await statusOf(database, reference)).toBe("awaiting_approval");
    await advance(1);
    const { data } = await call("GET", `/v1/payouts/${reference}`, { key });
    expect(data).toMatchObject({ status: "canceled", cancelReason: "expired" });
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000_000, reserved: 0 });

    const live = await createWaiting(database, call, "live");
    await run(
      database,
      sql.fragment`update approvals set expires_at = now() where reference = ${live.reference}`,
    );
    await run(database, sql.fragment`select reconcile('live')`);
    expect(await statusOf(database, live.reference)).toBe("canceled");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("can't be approved after 72 hours, even before the sweep", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createWaiting(database, call);
    await run(
      database,
      sql.fragment`update approvals set expires_at = now() where reference = ${team.reference}`,
    );
    expect(outcomeOf(await team.decide(team.approver, team.reference, "approve"))).toBe("STATE_CONFLICT");
    expect(await statusOf(database, team.reference)).toBe("awaiting_approval");
  });
});

describe("a payment is not approved", () => {
  test("by the person who requested it, or who made or rotated the key that did", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    const { tenant, owner, approver } = team;
    await givePolicy(database, tenant, { amountMax: 0 });
    const { data: own } = await team.pay(owner, 1_000);
    expect(outcomeOf(await team.decide(owner, own.reference, "approve"))).toBe("APPROVAL_SELF");
    expect(outcomeOf(await team.decide(owner, own.reference, "reject"))).toBe("APPROVAL_SELF");

    const made = await addKey(database, tenant);
    await run(
      database,
      sql.fragment`update api_keys set made_by = ${owner.id} where reference = ${made.keyReference}`,
    );
    const { data: byKey } = await team.pay(made.key, 1_000);
    expect(outcomeOf(await team.decide(owner, byKey.reference, "approve"))).toBe("APPROVAL_SELF");
    expect(outcomeOf(await team.decide(approver, byKey.reference, "approve"))).toBe(200);
    const rotation = { tenant, reference: made.keyReference, overlapHours: 1, caller: undefined };
    const rotated = await rotateApiKey(database, { ...rotation, acting: { personId: approver.id } });
    if (rotated === null || rotated === "expired") throw new Error("the key was not rotated");
    const { data: byRotated } = await team.pay(rotated.secretKey, 1_000);
    expect(outcomeOf(await team.decide(approver, byRotated.reference, "approve"))).toBe("APPROVAL_SELF");
    expect(outcomeOf(await team.decide(owner, byRotated.reference, "approve"))).toBe(200);

    // Nobody made the key of an operator.
    const { data: byOperators } = await team.pay(team.key, 1_000);
    expect(outcomeOf(await team.decide(owner, byOperators.reference, "approve"))).toBe(200);
  });

  test("with a key of the person who requested it, nor with the key that did", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    const { tenant, owner } = team;
    await givePolicy(database, tenant, { amountMax: 0 });
    const approving = await addKey(database, tenant, { scopes: ["payouts:approve"] });
    await run(
      database,
      sql.fragment`update api_keys set made_by = ${owner.id} where reference = ${approving.keyReference}`,
    );
    const { data: own } = await team.pay(owner, 1_000);
    expect(outcomeOf(await team.decide(approving.key, own.reference, "approve"))).toBe("APPROVAL_SELF");
    const { data: other } = await team.pay(team.finance, 1_000);
    expect(outcomeOf(await team.decide(approving.key, other.reference, "approve"))).toBe(200);
    expect(outcomeOf(await team.decide(team.key, other.reference, "approve"))).toBe("SCOPE_INSUFFICIENT");
    // The table refuses both scopes on one key; if it did not, this would.
    const { data: byKey } = await team.pay(team.key, 1_000);
    const caller = { key: team.keyReference, address: "127.0.0.1" };
    await run(
      database,
      sql.fragment`update api_keys set scopes = '{payouts:approve}' where reference = ${team.keyReference}`,
    );
    const decision = { tenant, reference: byKey.reference, approves: true, acting: {}, caller };
    expect((await decideApproval(database, decision)).outcome).toBe("own");
  });

  test("by whoever has another role, or lost theirs meanwhile", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createWaiting(database, call);
    const { tenant, approver, finance, reference } = team;
    expect(outcomeOf(await team.decide(finance, reference, "approve"))).toBe("ROLE_INSUFFICIENT");
    const sessionId = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
      select id from sessions where person_id = ${approver.id}`);
    const caller = { sessionId, address: "127.0.0.1" };
    // The role ends while the approval waits for its lock.
    const outcome = await whileLocked(
      database,
      (transaction) =>
        transaction.query(sql.type(none)`select from payouts where reference = ${reference} for update`),
      () =>
        decideApproval(database, { tenant, reference, approves: true, acting: {}, caller }).catch(
          (error: unknown) => error,
        ),
      () =>
        run(database, sql.fragment`update memberships set role = 'viewer' where person_id = ${approver.id}`),
    );
    expect(outcome).toMatchObject({ code: "PB012" });
    expect(await statusOf(database, reference)).toBe("awaiting_approval");
    expect(outcomeOf(await team.decide(approver, reference, "reject"))).toBe("ROLE_INSUFFICIENT");
  });

  test("twice, nor by two people at once", async ({ fileDatabase: database, fileIngress: { call } }) => {
    const team = await createWaiting(database, call);
    const { reference, approver, owner } = team;
    const answers = await Promise.all(
      [approver, owner, approver, owner].map((by) => team.decide(by, reference, "approve")),
    );
    expect(answers.map(outcomeOf).toSorted()).toEqual([
      200,
      "STATE_CONFLICT",
      "STATE_CONFLICT",
      "STATE_CONFLICT",
    ]);
    expect(outcomeOf(await team.decide(owner, reference, "reject"))).toBe("STATE_CONFLICT");
    expect(await statusOf(database, reference)).toBe("pending");

    const { data } = await team.pay(team.finance, 200_000);
    const mixed = await Promise.all([
      team.decide(approver, data.reference, "reject"),
      team.decide(owner, data.reference, "approve"),
    ]);
    expect(mixed.map(outcomeOf).toSorted()).toEqual([200, "STATE_CONFLICT"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("by another merchant, or where it needs no approval", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createWaiting(database, call);
    const other = await createTeam(database, call);
    expect(outcomeOf(await other.decide(other.owner, team.reference, "approve"))).toBe("NOT_FOUND");
    expect((await other.as(other.owner, "GET", "approvals")).data).toEqual([]);
    const { data } = await other.pay(other.finance, 1_000);
    expect(data.status).toBe("pending");
    expect(outcomeOf(await other.decide(other.owner, data.reference, "approve"))).toBe("STATE_CONFLICT");
  });

  test("to an account that was blocked, or at a bank that closed, or by a business that is rejected", async ({
    database,
    ingress: { call },
  }) => {
    const team = await createWaiting(database, call, "live");
    const approving = await addKey(database, team.tenant, { scopes: ["payouts:approve"] });
    const approve = () => team.decide(approving.key, team.reference, "approve");
    await run(
      database,
      sql.fragment`insert into blocked_recipients (environment, account_number) values ('live', '0123456789')`,
    );
    expect(outcomeOf(await approve())).toBe("DESTINATION_BLOCKED");
    await run(database, sql.fragment`delete from blocked_recipients`);
    await run(database, sql.fragment`update banks set active = false where code = '044'`);
    expect(outcomeOf(await approve())).toBe("STATE_CONFLICT");
    await run(database, sql.fragment`update banks set active = true where code = '044'`);
    await setKybStatus(database, { merchantId: team.tenant.merchantId, status: "rejected", acting: {} });
    expect(outcomeOf(await approve())).toBe("KYB_LIVE_REQUIRED");
    const rejected = { tenant: team.tenant, reference: team.reference, approves: true, acting: {} };
    const caller = { key: approving.keyReference, address: "127.0.0.1" };
    await expect(decideApproval(database, { ...rejected, caller })).rejects.toMatchObject({ code: "PB012" });
    expect(await statusOf(database, team.reference)).toBe("awaiting_approval");
    // What gives money back is allowed.
    expect(outcomeOf(await team.decide(approving.key, team.reference, "reject"))).toBe(200);
  });
});

describe("an approved payment", () => {
  test("waits while payouts are frozen", async ({ database, ingress: { call } }) => {
    const team = await createWaiting(database, call);
    await run(database, sql.fragment`select freeze_payouts('test', 'all', null, null, null, ${acting})`);
    expect(outcomeOf(await team.decide(team.approver, team.reference, "approve"))).toBe(200);
    expect(await claimPayout(database, await idOf(database, "payouts", team.reference))).toBeNull();
    expect(await statusOf(database, team.reference)).toBe("pending");
  });

  test("is judged by the policy and limits of its request", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createWaiting(database, call);
    const { tenant, approver, reference } = team;
    await givePolicy(database, tenant, { amountMax: 900_000 });
    expect(await statusOf(database, reference)).toBe("awaiting_approval");
    await givePolicy(database, tenant, { amountMax: 0 });
    await run(
      database,
      sql.fragment`select set_payout_limits(
        'test', (select reference from merchants where id = ${tenant.merchantId}), null, 1, 1, null, null, ${acting})`,
    );
    expect(outcomeOf(await team.decide(approver, reference, "approve"))).toBe(200);
  });
});

describe("a key that approves", () => {
  test("requests no payments, and has that scope only if it was asked for", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    const scopes = await database.oneFirst(sql.type(z.object({ scopes: z.array(z.string()) }))`
      select scopes from api_keys where reference = ${team.keyReference}`);
    expect(scopes).not.toContain("payouts:approve");
    for (const scope of [
      "payouts:write",
      "payout_batches:write",
      "refunds:write",
      "credits:write",
    ] as const) {
      const both = await team.as(team.owner, "POST", "keys", { scopes: ["payouts:approve", scope] });
      expect(outcomeOf(both)).toBe("VALIDATION_ERROR");
      expect(both.error.details!.scopes).toContain(scope);
      await expect(
        addKey(database, team.tenant, { scopes: ["payouts:approve", scope] }),
      ).rejects.toMatchObject({
        constraint: "key_that_approves_requests_nothing",
      });
    }
  });

  test("is made in live mode only by whoever may approve", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call, "live");
    await run(
      database,
      sql.fragment`update memberships set role = 'developer' where person_id = ${team.finance.id}`,
    );
    const grant = (person: bigint) =>
      run(
        database,
        sql.fragment`select require_right_to_grant(
          row(null, (select id from sessions where person_id = ${person}), '127.0.0.1')::caller,
          ${team.tenant.merchantId}, 'live', '{payouts:approve}')`,
      );
    await expect(grant(team.finance.id)).rejects.toMatchObject({ code: "PB012" });
    await grant(team.owner.id);
  });
});

const holdForStatement = (database: Database, reference: string) =>
  run(
    database,
    sql.fragment`insert into payout_holds (payout_id, cause)
      select id, 'statement' from payouts where reference = ${reference}`,
  );

test("a payout that is on a statement is approved, and held until an operator decides", async ({
  database,
  databaseUrl,
  ingress: { call },
}) => {
  const team = await createWaiting(database, call, "live");
  const { reference } = team;
  await holdForStatement(database, reference);
  expect((await team.decide(team.approver, reference, "approve")).status).toBe(200);
  expect(await claimPayout(database, await idOf(database, "payouts", reference))).toBeNull();
  expect(await runOpsScript(databaseUrl, "held-payouts")).toMatchObject([{ reference, cause: "statement" }]);
  const decision = { reference, decision: "release", reason: "the line is somebody else's" };
  await runOpsScript(databaseUrl, "decide-held-payout", decision);
  expect(await claimPayout(database, await idOf(database, "payouts", reference))).not.toBeNull();
});

test("after a restore, a payout that waited for approval is polled and never sent", async ({
  database,
  ingress: { call },
}) => {
  const { reference } = await createWaiting(database, call, "live");
  await holdForStatement(database, reference);
  await run(database, sql.fragment`select hold_after_restore('http', ${acting})`);
  expect(await statusOf(database, reference)).toBe("processing");
  const mayBeSent = await database.oneFirst(sql.type(z.object({ may: z.boolean() }))`
    select may_send_payout(p) as may from payouts p where reference = ${reference}`);
  expect(mayBeSent).toBe(false);
  await run(database, sql.fragment`delete from payout_freezes`);
  expect(
    await database.oneFirst(sql.type(z.object({ may: z.boolean() }))`
      select may_send_payout(p) as may from payouts p where reference = ${reference}`),
  ).toBe(false);
});
