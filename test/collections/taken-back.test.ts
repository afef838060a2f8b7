import { pino } from "pino";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { requestVirtualAccount } from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { settleCredit } from "../../sql/collections/credits/credits.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { confirmCredit } from "../../workers/collections/confirm-credit.ts";
import { provisionVirtualAccount } from "../../workers/collections/provision-virtual-account.ts";
import type { CrashPoint } from "../../workers/queue/crash-point.ts";
import type { Monnify } from "../gateways/monnify/start-monnify.ts";
import type { Paystack } from "../gateways/paystack/start-paystack.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { sendNotice } from "../helpers/outside/sign-notice.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { balancesOf, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test as base } from "../helpers/test.ts";
import { contextWith } from "../payouts/accept-live-payout.ts";
import { keys, startMonnifyBank, startPaystackBank, type Bank } from "./gateway-banks.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

const AMOUNT = 50_000n;

const test = base.extend<{ notified: TestIngress }>({
  notified: [
    async ({ fileDatabaseUrl }, use) => {
      await using ingress = await startTestIngress(fileDatabaseUrl, {
        webhookSecrets: { monnify: [keys.monnify], paystack: [keys.paystack] },
      });
      await use(ingress);
    },
    { scope: "file" },
  ],
});

/** A bank that reports money that goes back. */
type Refunding = Bank & { server: Paystack | Monnify };
const banks: { name: string; start: () => Promise<Refunding> }[] = [
  { name: "paystack", start: async () => (await startPaystackBank("permanent")) as Refunding },
  { name: "monnify", start: async () => (await startMonnifyBank("permanent")) as Refunding },
];

/** Money of a new merchant that came in through a bank and is booked, and what its worker does and logs. */
async function createCredit(database: Database, bank: Refunding, url: string) {
  const { tenant } = await createLiveMember(database);
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line) => lines.push(line) });
  const context = () => contextWith(database, [bank.server], logger);
  const request = { customerEmail: "payer@example.com", amount: AMOUNT, expiresInMinutes: 30 };
  const id = await requestVirtualAccount(database, { tenant, ...request });
  await provisionVirtualAccount(context(), id);
  const number = await database.oneFirst(sql.type(z.object({ account_number: z.string() }))`
    select account_number from virtual_accounts where id = ${id}`);
  const { transaction, notice } = bank.pay(number, AMOUNT);

  const notices = sql.fragment`credit_notices where gateway = ${bank.server.kind} and transaction = ${transaction}`;
  /** Polls what is pending of the transaction, whatever its time, in a process that knows nothing of earlier calls. */
  const poll = async (crashPoint: (point: CrashPoint) => void = () => {}) => {
    const due = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
      update credit_notices n set next_poll_at = now()
      where n.id in (select id from ${notices}) and n.next_poll_at is not null returning n.id`);
    for (const noticeId of due) await confirmCredit({ ...context(), crashPoint }, noticeId);
  };
  const send = (told: object) => sendNotice(bank.server, url, told);
  await send(notice);
  await poll();
  const received = sql.type(z.object({ id: z.bigint() }))`
    select id from credits where status = 'received' and merchant_id = ${tenant.merchantId}`;
  await settleCredit(database, { creditId: await database.oneFirst(received) });
  return {
    tenant,
    transaction,
    notice,
    poll,
    send,
    takenBack: () => lines.filter((line) => line.includes('"code":"CREDIT_TAKEN_BACK"')).length,
    log: () => lines.join(""),
    statuses: () =>
      database.anyFirst(
        sql.type(z.object({ status: z.string() }))`select status from ${notices} order by id`,
      ),
    cases: () =>
      database.any(sql.type(
        z.object({ kind: z.string(), state: z.string(), ours: z.string(), theirs: z.string() }),
      )`
        select d.kind, d.state, d.ours, d.theirs
        from reconciliation_differences d join credits cr on cr.id = d.credit_id
        where cr.merchant_id = ${tenant.merchantId} order by d.id`),
  };
}

const open = { state: "open", ours: "settled" };

describe.each(banks)("money that $name sends back", ({ name, start }) => {
  const words = name === "paystack" ? ["processed", "failed"] : ["COMPLETED", "FAILED"];
  const [done, failed] = words as [string, string];

  test("is a case for operators once it is confirmed, and moves nothing", async ({
    fileDatabase: database,
    fileDatabaseUrl,
    notified,
  }) => {
    await using bank = await start();
    const credit = await createCredit(database, bank, notified.url);
    const other = await createCredit(database, bank, notified.url);
    const notice = bank.server.payments.refund(credit.transaction, 20_000n);
    expect(await credit.send(notice)).toBe(200);
    expect(await credit.cases()).toEqual([]);
    await credit.poll();
    expect(await credit.cases()).toEqual([{ kind: "refunded_there", theirs: `20000 ${done}`, ...open }]);
    expect(credit.takenBack()).toBe(1);
    expect(await other.cases()).toEqual([]);
    expect(await balancesOf(database, credit.tenant)).toEqual({ available: Number(AMOUNT), reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);

    // Replayed, it says nothing new; nor does a statement that lacks it.
    expect(await credit.send(notice)).toBe(200);
    await credit.poll();
    await database.query(sql.type(z.object({}))`
      select reconcile_day(${name}, d.day) from reconciliation_differences d where d.gateway = ${name}`);
    expect(await credit.cases()).toHaveLength(1);
    expect(await credit.cases()).toMatchObject([open]);
    expect(credit.takenBack()).toBe(1);

    const listed = z
      .array(z.object({ difference: z.string(), merchant: z.string() }).loose())
      .parse(await runOpsScript(fileDatabaseUrl, "differences", { provider: name }));
    const merchant = await merchantOf(database, credit.tenant);
    const { difference: reference } = listed.find((row) => row.merchant === merchant)!;
    const resolved = await runOpsScript(fileDatabaseUrl, "resolve-difference", { reference, reason: "paid" });
    expect(resolved).toMatchObject([{ state: "resolved" }]);
    await credit.send(notice);
    await credit.poll();
    expect(await credit.cases()).toMatchObject([{ state: "resolved" }]);
    // A second one is seen, though the first is resolved.
    await credit.send(bank.server.payments.refund(credit.transaction, 30_000n));
    await credit.poll();
    expect((await credit.cases()).at(-1)).toMatchObject({
      state: "open",
      theirs: name === "paystack" ? `50000 ${done}` : `30000 ${done}`,
    });
    expect(credit.takenBack()).toBe(2);
  });

  test("is a case where its merchant has returned it too", async ({ fileDatabase: database, notified }) => {
    await using bank = await start();
    const credit = await createCredit(database, bank, notified.url);
    await database.transaction(async (transaction) => {
      const run = (statement: ReturnType<typeof sql.fragment>) =>
        transaction.query(sql.type(z.object({}))`${statement}`);
      await run(sql.fragment`set local session_replication_role = replica`);
      await run(sql.fragment`
        update credits set status = 'refunded', unmatched_reason = 'closed'
        where merchant_id = ${credit.tenant.merchantId}`);
      await run(sql.fragment`
        insert into payouts (
          reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
          bank_name, account_number, account_name, settled_at, credit_id, collection_id, refund_reason
        )
        select 'rfd_' || c.id, c.merchant_id, 'live', c.id, '', 'succeeded', c.amount, 0, 'NGN', '044', 'Bank',
          '0123456789', 'ADAEZE OKAFOR', now(), c.id, c.collection_id, 'unmatched'
        from credits c where c.merchant_id = ${credit.tenant.merchantId}`);
    });
    await credit.send(bank.server.payments.refund(credit.transaction, AMOUNT));
    await credit.poll();
    expect(await credit.cases()).toMatchObject([{ kind: "refunded_there", state: "open", ours: "refunded" }]);
    expect(credit.takenBack()).toBe(1);
  });

  test("is a case where the provider says so of the payment itself", async ({
    fileDatabase: database,
    notified,
  }) => {
    await using bank = await start();
    const credit = await createCredit(database, bank, notified.url);
    bank.say(credit.transaction, name === "paystack" ? "reversed" : "REVERSED");
    await credit.send(credit.notice);
    await credit.poll();
    expect(await credit.cases()).toEqual([{ kind: "reversed_there", theirs: "reversed", ...open }]);
    expect(credit.takenBack()).toBe(1);
  });

  test("is no case if it failed, or the provider knows nothing of it", async ({
    fileDatabase: database,
    notified,
  }) => {
    await using bank = await start();
    const credit = await createCredit(database, bank, notified.url);
    await credit.send(bank.server.payments.refund(credit.transaction, AMOUNT, failed));
    await credit.poll();
    expect(await credit.statuses()).toEqual(["recorded", "refused"]);

    const { refunds } = bank.server.payments;
    const untrue = bank.server.payments.refund(credit.transaction, AMOUNT);
    if (Array.isArray(refunds)) refunds.length = 0;
    else refunds.clear();
    await credit.send(untrue);
    await credit.poll();
    expect((await credit.statuses()).at(-1)).toBe("pending");
    await database.query(sql.type(z.object({}))`
      update credit_notices set received_at = now() - interval '25 hours' where transaction = ${credit.transaction}`);
    await credit.poll();
    expect((await credit.statuses()).at(-1)).toBe("abandoned");
    expect(credit.log()).toContain('"code":"CREDIT_NOT_CONFIRMED"');
    expect(await credit.cases()).toEqual([]);
  });

  test("is asked about until the provider answers, and once whenever a worker dies", async ({
    fileDatabase: database,
    notified,
  }) => {
    await using bank = await start();
    const credit = await createCredit(database, bank, notified.url);
    await credit.send(bank.server.payments.refund(credit.transaction, AMOUNT));
    const asked = name === "paystack" ? "refunds" : "refund";
    for (const how of ["unavailable", "drop", "break", "a web page"] as const) {
      bank.server.misbehave(asked as never, how);
      await credit.poll();
      bank.server.behave();
    }
    expect((await credit.statuses()).at(-1)).toBe("pending");
    for (const at of ["credit.requested", "credit.confirmed"] as const)
      await expect(
        credit.poll((point) => {
          if (point === at) throw new Error("crashed");
        }),
      ).rejects.toThrow("crashed");
    await credit.poll();
    expect(await credit.cases()).toEqual([{ kind: "refunded_there", theirs: `${AMOUNT} ${done}`, ...open }]);
  });

  test("is nobody's case with a wrong signature, or of a payment that is not ours", async ({
    fileDatabase: database,
    notified,
  }) => {
    await using bank = await start();
    const credit = await createCredit(database, bank, notified.url);
    const notice = bank.server.payments.refund(credit.transaction, AMOUNT);
    // As the provider's test environment would sign it.
    const forged = { kind: bank.server.kind, secret: "sk_test_of_somebody" };
    expect(await sendNotice(forged, notified.url, notice)).toBe(401);
    expect(await credit.statuses()).toEqual(["recorded"]);

    const foreign = `elsewhere-${name}`;
    bank.server.payments.transactions.set(
      foreign,
      bank.server.payments.transactions.get(credit.transaction)! as never,
    );
    expect(await credit.send(bank.server.payments.refund(foreign, AMOUNT))).toBe(200);
    const foreignId = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
      select id from credit_notices where transaction = ${foreign}`);
    await confirmCredit(contextWith(database, [bank.server]), foreignId);
    const status = await database.oneFirst(sql.type(z.object({ status: z.string() }))`
      select status from credit_notices where id = ${foreignId}`);
    expect(status).toBe("refused");
    expect(await credit.cases()).toEqual([]);
  });
});

test("a dispute at Paystack is a case, and again when it is resolved", async ({
  fileDatabase: database,
  notified,
}) => {
  await using bank = (await startPaystackBank("one-time")) as Bank & { server: Paystack };
  const credit = await createCredit(database, bank, notified.url);
  await credit.send(bank.server.payments.dispute(credit.transaction, AMOUNT));
  await credit.poll();
  const kind = "disputed_there";
  expect(await credit.cases()).toEqual([{ kind, theirs: "50000 awaiting-merchant-feedback", ...open }]);
  const resolved = bank.server.payments.dispute(credit.transaction, AMOUNT, "merchant-accepted");
  await credit.send(resolved);
  await credit.poll();
  expect(await credit.cases()).toEqual([{ kind, theirs: "50000 resolved merchant-accepted", ...open }]);
  expect(credit.takenBack()).toBe(2);

  // Another transaction than the provider's API names: nothing is believed.
  const data = { id: 1, transaction: { reference: credit.transaction } };
  bank.server.payments.disputes.set(1, {
    ...data,
    status: "pending",
    transaction: { id: 1, reference: "other" },
  });
  await credit.send({ event: "charge.dispute.create", data });
  await credit.poll();
  expect(await credit.cases()).toHaveLength(1);
  expect((await credit.statuses()).at(-1)).toBe("pending");
});

test.for([
  ["paystack", { event: "refund.processed", data: {} }],
  ["paystack", { event: "charge.dispute.create", data: { id: "no number", transaction: null } }],
  ["monnify", { eventType: "SUCCESSFUL_REFUND", eventData: { refundReference: 7 } }],
] as const)(
  "a notice of %s without what it is about is ignored: %j",
  async ([kind, notice], { notified }) => {
    expect(await sendNotice({ kind, secret: keys[kind] }, notified.url, notice)).toBe(200);
  },
);
