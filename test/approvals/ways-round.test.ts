import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { Database } from "../../sql/process/database.ts";
import { createUnmatchedCredit, dispute, newestCredit } from "../collections/create-unmatched-credit.ts";
import { outcomeOf } from "../helpers/call.ts";
import type { Person } from "../helpers/create-person.ts";
import {
  balancesOf,
  createCryptoCollection,
  createVirtualAccount,
  eventTypes,
  idOf,
  ledgerDrift,
  payIn,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { bankName, createPaidCollection, payer } from "../refunds/create-collection.ts";
import { createTeam, givePolicy, kobo, type Team } from "./team.ts";

const refund = (team: Team, by: Person, body: object) =>
  team.call("POST", "/dashboard/api/test/refunds", {
    session: by.session,
    body: { reason: "other", ...body },
    headers: { "idempotency-key": randomUUID() },
  });
const accept = (team: Team, by: Person, credit: string, body: object = {}) =>
  team.as(by, "POST", `unmatched-credits/${credit}/accept`, body);
const waiting = async (team: Team) => (await team.as(team.approver, "GET", "approvals")).data;
const creditOf = async (team: Team, credit: string) =>
  (await team.as(team.approver, "GET", `unmatched-credits/${credit}`)).data;

/** A team whose payments above ₦1,000 need approval. */
async function createGuarded(database: Database, call: Team["call"]) {
  const team = await createTeam(database, call);
  await givePolicy(database, team.tenant, { amountMax: 100_000 });
  return team;
}

describe("a refund is no way round a policy: it", () => {
  test("waits like a payout, and is sent or canceled by the decision", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createGuarded(database, call);
    const collection = await createPaidCollection(database, team.tenant, 500_000n);
    const { status, data } = await refund(team, team.finance, { collection, amount: kobo(200_000) });
    expect([status, data.status]).toEqual([201, "awaiting_approval"]);
    expect(await eventTypes(database, team.tenant)).toContain("refund.awaiting_approval");
    expect(await waiting(team)).toMatchObject([{ reference: data.reference, kind: "refund", collection }]);
    expect((await team.decide(team.approver, data.reference, "approve")).data.decision).toBe("approved");
    const shown = () => team.as(team.finance, "GET", `refunds/${data.reference}`);
    expect((await shown()).data.status).toBe("pending");

    const { data: second } = await refund(team, team.finance, { collection, amount: kobo(200_000) });
    await team.decide(team.approver, second.reference, "reject");
    const { data: canceled } = await team.as(team.finance, "GET", `refunds/${second.reference}`);
    expect(canceled).toMatchObject({ status: "canceled", cancelReason: "rejected" });
    expect(await eventTypes(database, team.tenant)).toContain("refund.canceled");
    const { data: third } = await refund(team, team.finance, { collection, amount: kobo(300_000) });
    await team.call("POST", "/v1/sandbox/clock/advance", { key: team.key, body: { minutes: 72 * 60 } });
    const { data: expired } = await team.as(team.finance, "GET", `refunds/${third.reference}`);
    expect(expired).toMatchObject({ status: "canceled", cancelReason: "expired" });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("to a new account needs approval too, and makes none known", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    const collection = await createPaidCollection(database, team.tenant, 500_000n);
    await givePolicy(database, team.tenant, { newDestinations: true });
    const { data } = await refund(team, team.finance, { collection, amount: kobo(1_000) });
    expect(data.status).toBe("awaiting_approval");
    await team.decide(team.approver, data.reference, "approve");
    const claim = await claimPayout(database, await idOf(database, "payouts", data.reference));
    await finishPayout(database, claim!, { kind: "succeeded" });
    const { data: again } = await refund(team, team.finance, { collection, amount: kobo(1_000) });
    expect(again.status).toBe("awaiting_approval");
  });

  test("is not approved by whoever requested it, or set its account", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createGuarded(database, call);
    const collection = await createPaidCollection(database, team.tenant, 500_000n, { name: "KEMI" });
    const { data } = await refund(team, team.finance, { collection, amount: kobo(200_000) });
    expect(data.status).toBe("needs_destination");
    expect(await waiting(team)).toEqual([]);
    expect(outcomeOf(await team.decide(team.approver, data.reference, "approve"))).toBe("STATE_CONFLICT");
    const set = await team.as(team.owner, "POST", `refunds/${data.reference}/destination`, {
      destination: payer,
    });
    expect([set.status, set.data.status]).toEqual([200, "awaiting_approval"]);
    expect(await waiting(team)).toMatchObject([
      {
        reasons: ["amount"],
        makers: [{ reference: team.finance.reference }, { reference: team.owner.reference }],
      },
    ]);
    expect(outcomeOf(await team.decide(team.owner, data.reference, "approve"))).toBe("APPROVAL_SELF");
    expect(outcomeOf(await team.decide(team.approver, data.reference, "approve"))).toBe(200);
    expect(await ledgerDrift(database)).toEqual([]);
  });
});

describe("unmatched money is no way round a policy: its", () => {
  test("return waits", async ({ fileDatabase: database, fileIngress: { call } }) => {
    const team = await createGuarded(database, call);
    const from = { name: "Udoh Kemi A. Amina", bankName, accountNumber: payer.accountNumber };
    const { credit } = await createUnmatchedCredit(database, team.tenant, 200_000n, from);
    await createPaidCollection(database, team.tenant, 1_000n);
    expect(outcomeOf(await accept(team, team.finance, credit))).toBe(200);
    const { status } = await team.as(team.finance, "POST", `unmatched-credits/${credit}/return`);
    expect(status).toBe(200);
    // The accept that waited ends.
    const [approval, ...others] = await waiting(team);
    expect(others).toEqual([]);
    expect(approval).toMatchObject({ kind: "refund", amount: kobo(200_000) });
    expect((await creditOf(team, credit)).status).toBe("returning");
    await dispute(database, credit);
    expect(outcomeOf(await team.decide(team.approver, approval.reference, "approve"))).toBe("STATE_CONFLICT");
    await team.decide(team.approver, approval.reference, "reject");
    expect(await creditOf(team, credit)).toMatchObject({ status: "waiting" });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("accept waits, and is carried out once approved", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createGuarded(database, call);
    const { credit, collection } = await createUnmatchedCredit(database, team.tenant, 200_000n);
    const before = await balancesOf(database, team.tenant);
    const { data } = await accept(team, team.finance, credit);
    expect(data).toMatchObject({ status: "waiting", awaitingApproval: true });
    // The same again is the same, and another accept is none.
    expect((await accept(team, team.owner, credit)).data).toEqual(data);
    expect(outcomeOf(await accept(team, team.owner, credit, { collection }))).toBe("STATE_CONFLICT");
    expect(await balancesOf(database, team.tenant)).toEqual(before);
    expect(await waiting(team)).toMatchObject([
      { reference: credit, kind: "accept", makers: [{ reference: team.finance.reference }] },
    ]);
    const decisions = await Promise.all([
      team.decide(team.approver, credit, "approve"),
      team.decide(team.owner, credit, "approve"),
    ]);
    expect(decisions.map(outcomeOf).toSorted()).toEqual([200, "STATE_CONFLICT"]);
    expect((await creditOf(team, credit)).status).toBe("accepted");
    expect((await balancesOf(database, team.tenant)).available).toBe(before.available! + 200_000);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("accept counts with the parts that it releases", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createGuarded(database, call);
    const { reference, collection } = await createVirtualAccount(database, team.tenant, 500_000n);
    for (const part of [400_000n, 99_000n])
      expect(await payIn(database, reference, part, { payer: null })).toBe("suspended");
    const { credit } = await createUnmatchedCredit(database, team.tenant, 1_000n);
    const before = await balancesOf(database, team.tenant);
    const { data } = await accept(team, team.finance, credit, { collection: collection.reference });
    expect(data).toMatchObject({ status: "waiting", awaitingApproval: true, amount: kobo(1_000) });
    expect(await balancesOf(database, team.tenant)).toEqual(before);
    expect(await waiting(team)).toMatchObject([
      { reference: credit, kind: "accept", amount: kobo(500_000), reasons: ["amount"] },
    ]);
    await team.decide(team.approver, credit, "approve");
    expect((await balancesOf(database, team.tenant)).available).toBe(before.available! + 500_000);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("accept waits for nobody any more once the money is available with the rest", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createGuarded(database, call);
    const { reference } = await createVirtualAccount(database, team.tenant, 500_000n);
    await payIn(database, reference, 400_000n, { payer: null });
    const advance = { key: team.key, body: { minutes: 31 } };
    expect(outcomeOf(await call("POST", "/v1/sandbox/clock/advance", advance))).toBe(200);
    const credit = await newestCredit(database, team.tenant);
    const { data } = await accept(team, team.finance, credit);
    expect(data).toMatchObject({ status: "waiting", awaitingApproval: true });
    expect(await payIn(database, reference, 100_000n, { payer: null })).toBe("settled");
    expect(await waiting(team)).toEqual([]);
    // Nor does it count towards the day.
    await givePolicy(database, team.tenant, { dayMax: 200_000 });
    const { credit: other } = await createUnmatchedCredit(database, team.tenant, 150_000n);
    expect((await accept(team, team.finance, other)).data.status).toBe("accepted");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("accept counts towards the day, until it is rejected or expires", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    await givePolicy(database, team.tenant, { dayMax: 300_000 });
    const { credit } = await createUnmatchedCredit(database, team.tenant, 250_000n);
    expect((await accept(team, team.finance, credit)).data.status).toBe("accepted");
    const { credit: second } = await createUnmatchedCredit(database, team.tenant, 100_000n);
    expect((await accept(team, team.finance, second)).data.awaitingApproval).toBe(true);
    expect((await team.decide(team.approver, second, "reject")).data.decision).toBe("rejected");
    expect((await creditOf(team, second)).awaitingApproval).toBeUndefined();
    expect((await team.pay(team.finance, 50_000)).data.status).toBe("pending");
    expect((await team.pay(team.finance, 1_000)).data.status).toBe("awaiting_approval");
    expect((await accept(team, team.finance, second)).data.awaitingApproval).toBe(true);
    await team.call("POST", "/v1/sandbox/clock/advance", { key: team.key, body: { minutes: 72 * 60 } });
    expect(await waiting(team)).toEqual([]);
    expect(await creditOf(team, second)).toMatchObject({ status: "waiting" });
    expect(outcomeOf(await team.decide(team.approver, second, "approve"))).toBe("STATE_CONFLICT");
  });

  test("accept in dollars waits wherever amounts are limited: they can't be compared", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createGuarded(database, call);
    const collection = await createCryptoCollection(database, team.tenant);
    for (let paid = 0; paid < 2; paid += 1) await payIn(database, collection, 100n, { currency: "USD" });
    const { data } = await accept(team, team.finance, await newestCredit(database, team.tenant));
    expect(data.awaitingApproval).toBe(true);
  });
});
