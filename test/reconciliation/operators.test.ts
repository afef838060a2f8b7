import { expect } from "vitest";
import { z } from "zod";
import { listAuditLog } from "../helpers/list-audit-log.ts";
import { measureService } from "../../sql/process/metrics/measures.ts";
import {
  claimPayoutConfirmation,
  claimPayoutResend,
  schedulePayoutConfirmation,
} from "../../sql/payouts/payouts.ts";
import { cancelPayout, decidePayout } from "../../sql/payouts/decisions.ts";
import { setRefundDestination } from "../../sql/refunds/refunds.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { acceptTestPayout, findPayout } from "../payouts/accept-test-payouts.ts";
import { createPaidCollection, createRefund, payer } from "../refunds/create-collection.ts";
import { at, csvOf, DAY, importStatement, keptDifferences, type BookLine } from "./provider-books.ts";
import { asOperator } from "../helpers/as-operator.ts";

const line: BookLine = {
  id: "T1",
  type: "transfer",
  reference: "pyt_unknown",
  providerId: "out-1",
  amount: 1_000n,
  fee: 0n,
  currency: "NGN",
  time: at("12:00:00"),
};
const only = { from: DAY, to: DAY };
const person = { operator: "Ada", reason: "the bank corrected it" };

test("operators list a difference, see both sides, and close it once with a reason; it stays closed", async ({
  database,
  databaseUrl,
}) => {
  await importStatement(database, csvOf([line]), only);
  const differences = () => runOpsScript(databaseUrl, "differences", { provider: "http" });
  expect(await differences()).toMatchObject([{ kind: "missing_here", subject: "T1", state: "open" }]);
  const [{ reference } = { reference: "" }] = await keptDifferences(database);
  expect(await runOpsScript(databaseUrl, "difference", { reference })).toMatchObject([
    { line: "T1", line_amount: 1_000, line_reference: "pyt_unknown", here: null },
  ]);
  const measured = async () =>
    (await measureService(database)).filter(({ measure }) => measure === "reconciliation_differences");
  expect(await measured()).toEqual([
    { measure: "reconciliation_differences", subject: "http", state: "missing_here", value: 1 },
  ]);

  const resolve = () => runOpsScript(databaseUrl, "resolve-difference", { reference, ...person });
  expect(await resolve()).toEqual([{ difference: reference, state: "resolved" }]);
  expect(await resolve()).toContain("resolved already");
  expect((await listAuditLog(database, { limit: 1 }))[0]).toMatchObject({
    action: "difference resolve",
    target: reference,
    actor: "Ada",
    reason: person.reason,
    before: { state: "open", kind: "missing_here" },
  });
  await importStatement(database, csvOf([line]), only);
  expect(await differences()).toEqual([]);
  expect(await measured()).toEqual([]);
});

test("a payout that was never sent and is on a statement is held until a person decides", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 1_000_000n, "live");
  const references = [await acceptTestPayout(database, tenant), await acceptTestPayout(database, tenant)];
  const payouts = await Promise.all(references.map((reference) => findPayout(database, reference)));
  const [released, refused] = payouts as [(typeof payouts)[0], (typeof payouts)[0]];
  await database.query(sql.type(z.object({}))`
    insert into payout_holds (payout_id, cause, decision, decided_at)
    values (${refused.id}, 'name', 'release', now())`);
  const lines = references.map((reference, n) => ({ ...line, id: `T${n}`, reference }));

  await importStatement(database, csvOf(lines), only);
  for (const { id } of payouts) expect(await claimPayout(database, id)).toBeNull();
  expect(await runOpsScript(databaseUrl, "held-payouts")).toMatchObject([
    { cause: "statement" },
    { cause: "statement" },
  ]);
  expect((await cancelPayout(database, { tenant, reference: references[0]!, ...asOperator })).outcome).toBe(
    "not_pending",
  );

  const decide = (reference: string, decision: string) =>
    runOpsScript(databaseUrl, "decide-held-payout", { ...person, reference, decision });
  expect(await decide(references[0]!, "release")).toMatchObject([{ status: "pending" }]);
  expect(await decide(references[1]!, "refuse")).toMatchObject([{ status: "failed" }]);
  expect(
    await database.one(sql.type(z.object({ failure_code: z.string() }))`
    select failure_code from payouts where id = ${refused.id}`),
  ).toEqual({ failure_code: "TRANSFER_FAILED" });
  // The person's word counts: a further comparison does not hold it again.
  await importStatement(database, csvOf(lines), only);
  expect(await claimPayout(database, released.id)).not.toBeNull();
  expect(await ledgerDrift(database)).toEqual([]);
});

test("what waits for approval or a destination and is on a statement is found, not polled, and not sent", async ({
  database,
}) => {
  const tenant = await createFundedMerchant(database, 1_000_000n, "live");
  const references = [await acceptTestPayout(database, tenant), await acceptTestPayout(database, tenant)];
  await database.query(sql.type(z.object({}))`update payouts set status = 'awaiting_approval'`);
  const collection = await createPaidCollection(database, tenant, 500_000n, { name: "KEMI" });
  const refund = await createRefund(database, tenant, collection);
  const lines = [
    { ...line, reference: references[0]! },
    { ...line, id: "T2", reference: references[1]!, amount: 2_000n },
    { ...line, id: "T3", reference: refund, amount: 500_000n },
  ];

  await importStatement(database, csvOf(lines), only);
  const ofLines = (await keptDifferences(database)).filter(({ subject }) =>
    lines.some(({ id }) => id === subject),
  );
  expect(ofLines.map(({ kind, ours }) => [kind, ours])).toEqual([
    ["amount_differs", "1000"],
    ["paid_there", "awaiting_approval"],
    ["paid_there", "awaiting_approval"],
    ["paid_there", "needs_destination"],
  ]);
  for (const reference of [...references, refund]) {
    const { id, next_confirmation_at: due } = await findPayout(database, reference);
    expect(due).toBeNull();
    expect(await claimPayoutConfirmation(database, { payoutId: id })).toBeNull();
    expect((await cancelPayout(database, { tenant, reference, ...asOperator })).outcome).toBe("not_pending");
  }
  const set = { tenant, reference: refund, ...payer, ...asOperator };
  expect(await setRefundDestination(database, set)).toMatchObject({ outcome: "accepted" });
  const { id } = await findPayout(database, refund);
  expect(await claimPayout(database, id)).toBeNull();
  expect(await ledgerDrift(database)).toEqual([]);
});

test("a payout that was refused unsent is polled at the gateway whose statement has it, and may then be decided", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 1_000_000n, "live");
  const references = [await acceptTestPayout(database, tenant), await acceptTestPayout(database, tenant)];
  const [held, blocked] = references as [string, string];
  const run = (script: string, flags: Record<string, string>) =>
    runOpsScript(databaseUrl, script, { ...person, ...flags });
  const refuse = (reference: string) => run("decide-held-payout", { reference, decision: "refuse" });
  // Held by the statement, refused, and polled by an operator.
  await importStatement(database, csvOf([{ ...line, reference: held }]), only);
  expect(await refuse(held)).toMatchObject([{ status: "failed" }]);
  expect(await run("poll-payout", { reference: held })).toEqual([{ status: "failed" }]);
  // Refused because of its recipient, before the statement had it.
  await run("block-recipient", { environment: "live", name: "AMINA" });
  const { id } = await findPayout(database, blocked);
  await database.query(sql.type(z.object({}))`
    update payouts set account_name = 'AMINA' where id = ${id}`);
  expect(await claimPayout(database, id)).toBeNull();
  expect(await refuse(blocked)).toMatchObject([{ status: "failed" }]);
  await importStatement(
    database,
    csvOf([
      { ...line, reference: held },
      { ...line, id: "T2", reference: blocked },
    ]),
    only,
  );

  for (const reference of references) {
    const poll = (await claimPayoutConfirmation(database, {
      payoutId: (await findPayout(database, reference)).id,
    }))!;
    expect(poll).toMatchObject({ status: "failed", sentThrough: "http" });
    if (reference === blocked) {
      expect(await schedulePayoutConfirmation(database, poll, { notFound: true })).toBeNull();
      expect(await run("poll-payout", { reference })).toEqual([{ status: "failed" }]);
    } else {
      expect(await finishPayout(database, poll, { kind: "succeeded" })).toBe("contradiction");
      const decision = { reference, outcome: "succeeded" as const, acting: { actor: "Ada", reason: "paid" } };
      expect(await decidePayout(database, decision)).toMatchObject({ outcome: "decided" });
    }
  }
  expect(await ledgerDrift(database)).toEqual([]);
});

test("a payout that the statement has and that waits here is polled once, and moves no money by itself", async ({
  database,
}) => {
  const tenant = await createFundedMerchant(database, 5_000n, "live");
  const reference = await acceptTestPayout(database, tenant);
  const { id } = await findPayout(database, reference);
  await claimPayout(database, id);
  const run = (statement: ReturnType<typeof sql.fragment>) =>
    database.query(sql.type(z.object({}))`${statement}`);
  await run(sql.fragment`
    update payouts set submitted_at = ${at("12:00:00")}, needs_review = true, next_confirmation_at = null`);
  await run(sql.fragment`update credits set received_at = ${at("12:00:00", -9)}`);

  await importStatement(database, csvOf([{ ...line, reference }]), only);
  expect(await keptDifferences(database)).toMatchObject([{ kind: "unconfirmed_here", ours: "processing" }]);
  const asked = await findPayout(database, reference);
  expect(asked).toMatchObject({ status: "processing", needs_review: false });
  expect(asked.next_confirmation_at).not.toBeNull();

  await importStatement(database, csvOf([{ ...line, reference }]), only);
  expect((await findPayout(database, reference)).fence).toBe(asked.fence);
  // Once the provider has answered, the next comparison explains the difference.
  await run(sql.fragment`
    select from finish_payouts(
      to_json(array[(${id}, ${asked.fence}, 'succeeded', null, null, null, null)::payout_end]), true, false
    )`);
  await importStatement(database, csvOf([{ ...line, reference }]), only);
  expect(await keptDifferences(database)).toEqual([]);
  expect(await keptDifferences(database, ["explained"])).toMatchObject([{ kind: "unconfirmed_here" }]);
  expect(await ledgerDrift(database)).toEqual([]);
});

test("a payout that waits here and is on another gateway's statement is not sent again before a person decides", async ({
  database,
}) => {
  const tenant = await createFundedMerchant(database, 5_000n, "live");
  const reference = await acceptTestPayout(database, tenant);
  const { id } = await findPayout(database, reference);
  await claimPayout(database, id);
  await database.query(sql.type(z.object({}))`
    update payouts set sent_through = 'paystack', unsent_since = now(), submitted_at = ${at("12:00:00")}`);

  await importStatement(database, csvOf([{ ...line, reference }]), only);
  expect(await findPayout(database, reference)).toMatchObject({ status: "processing", needs_review: true });
  const asked = await claimPayoutConfirmation(database, { payoutId: id });
  expect(asked).toMatchObject({ sentThrough: "paystack", isUnsent: false });
  expect(await claimPayoutResend(database, { payoutId: asked!.id, fence: asked!.fence })).toBeNull();
});
