import { pino } from "pino";
import { describe, expect, onTestFinished, vi } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { openCollection } from "../../sql/collections/collections.ts";
import {
  claimCreditNotice,
  finishCreditNotice,
  recordCreditNotice,
} from "../../sql/gateways/credit-notices.ts";
import { settleCredit } from "../../sql/collections/credits/credits.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { requestVirtualAccount } from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { pollAccount } from "../../workers/collections/poll-account.ts";
import { confirmCredit } from "../../workers/collections/confirm-credit.ts";
import { provisionVirtualAccount } from "../../workers/collections/provision-virtual-account.ts";
import type { TaskContext } from "../../workers/context.ts";
import type { CrashPoint } from "../../workers/queue/crash-point.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createNotifier } from "../helpers/outside/create-notifier.ts";
import { MONNIFY_CONTRACT } from "../gateways/monnify/monnify-payments.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import {
  balancesOf,
  createLink,
  createVirtualAccount,
  eventTypes,
  ledgerDrift,
  queuedJobs,
} from "../helpers/records.ts";
import { test as base } from "../helpers/test.ts";
import { contextWith } from "../payouts/accept-live-payout.ts";
import { collectionsOf, endCollection } from "./end-collection.ts";
import { keys, startHttpBank, startMonnifyBank, startPaystackBank, type Bank } from "./gateway-banks.ts";

const noRow = sql.type(z.object({}));
const { signal } = new AbortController();
/** Has kobo, and no exact float in naira. */
const AMOUNT = 123_457n;

const test = base.extend<{ notified: TestIngress }>({
  /** An ingress that takes notices of all of them. */
  notified: [
    async ({ fileDatabaseUrl }, use) => {
      await using ingress = await startTestIngress(fileDatabaseUrl, {
        webhookSecrets: { http: [keys.http], monnify: [keys.monnify], paystack: [keys.paystack] },
      });
      await use(ingress);
    },
    { scope: "file" },
  ],
});

const banks: { name: string; start: () => Promise<Bank>; isOneTime: boolean }[] = [
  { name: "http", start: startHttpBank, isOneTime: false },
  { name: "monnify, one payment", start: () => startMonnifyBank("one-time"), isOneTime: true },
  { name: "monnify, permanent", start: () => startMonnifyBank("permanent"), isOneTime: false },
  { name: "paystack, one payment", start: () => startPaystackBank("one-time"), isOneTime: true },
  { name: "paystack, permanent", start: () => startPaystackBank("permanent"), isOneTime: false },
];
const monnifyPermanent = banks[2]!;
const paystackPermanent = banks[4]!;

let numbers = 0;

/** A live account at a bank, opened as a worker does, and the tasks of that worker, with what they log. */
async function openAccount(
  database: Database,
  bank: Bank,
  { tenant, link, expiresInMinutes = 30 }: { tenant?: Tenant; link?: string; expiresInMinutes?: number } = {},
) {
  const owner = tenant ?? (await createLiveMember(database)).tenant;
  if (bank.server.kind === "http") bank.server.onlyNumber = String(7_100_000_000 + (numbers += 1));
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line) => lines.push(line) });
  /** Of a process that knows nothing of earlier calls. */
  const newContext = () => contextWith(database, [bank.server], logger);
  const context = newContext();
  const request = { customerEmail: "payer@example.com", amount: AMOUNT, expiresInMinutes };
  const id = await requestVirtualAccount(database, { tenant: owner, ...request });
  if (link !== undefined)
    await database.query(noRow`
      update virtual_accounts set payment_link_id = (select id from payment_links where slug = ${link})
      where id = ${id}`);
  await provisionVirtualAccount(context, id);
  return {
    id,
    tenant: owner,
    context,
    newContext,
    log: () => lines.join(""),
    ...(await readAccount(database, id)),
  };
}

const readAccount = (database: Database, id: bigint) =>
  database.one(sql.type(
    z.object({
      reference: z.string(),
      status: z.string(),
      account_number: z.string().nullable(),
      bank_code: z.string().nullable(),
      provisioned_through: z.string().nullable(),
      is_one_time: z.boolean(),
      expires_at: z.date(),
      next_poll_at: z.date().nullable(),
    }),
  )`
    select reference, status, account_number, bank_code, provisioned_through, is_one_time, expires_at, next_poll_at
    from virtual_accounts where id = ${id}`);

type Opened = Awaited<ReturnType<typeof openAccount>>;

/** Asks what came in to an account, as the sweep does when it is due, and then about each transaction. */
async function sweep(
  database: Database,
  { id, context, reference }: Pick<Opened, "id" | "context" | "reference">,
) {
  await database.query(noRow`update virtual_accounts set next_poll_at = now() where id = ${id}`);
  await pollAccount(context, id);
  await confirmAll(database, context, reference);
}

/** Asks about all transactions that were named for an account, whatever their time, and books what came. */
async function confirmAll(database: Database, context: TaskContext, recipient: string) {
  const ids = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    update credit_notices set next_poll_at = now()
    where recipient = ${recipient} and next_poll_at is not null returning id`);
  await Promise.all(ids.map((id) => confirmCredit(context, id)));
  await settleAll(database);
}

async function settleAll(database: Database) {
  const received = sql.type(z.object({ id: z.bigint() }))`
    select id from credits where status = 'received' and environment = 'live' order by id`;
  for (const id of await database.anyFirst(received)) await settleCredit(database, { creditId: id });
}

const creditsFor = (database: Database, recipient: string) =>
  database.any(sql.type(
    z.object({
      provider_reference: z.string(),
      amount: z.bigint(),
      status: z.string(),
      payer: z.object({ name: z.string() }).nullable(),
      merchant_id: z.bigint().nullable(),
    }),
  )`
    select provider_reference, amount, status, payer, merchant_id from credits
    where recipient = ${recipient} order by id`);

const noticesFor = (database: Database, recipient: string) =>
  database.any(sql.type(z.object({ status: z.string(), waits: z.boolean() }))`
    select status, coalesce(next_poll_at > now(), false) as waits from credit_notices
    where recipient = ${recipient} order by id`);

/** The money came, once, and is the merchant's. */
async function expectBookedOnce(
  database: Database,
  { tenant, reference }: Opened,
  bank: Bank,
  transaction: string,
) {
  const { kind } = bank.server;
  expect(await creditsFor(database, reference)).toEqual([
    {
      provider_reference: kind === "http" ? transaction : `${kind}:${transaction}`,
      amount: AMOUNT,
      status: "settled",
      payer: expect.objectContaining({ name: "BOLA ADE" }),
      merchant_id: tenant.merchantId,
    },
  ]);
  expect(await balancesOf(database, tenant)).toEqual({ available: Number(AMOUNT), reserved: 0 });
  expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
  expect(await ledgerDrift(database)).toEqual([]);
}

describe.each(banks)("money through $name", ({ start, isOneTime }) => {
  test("is booked once although no notice ever comes, and reaches no other merchant", async ({
    fileDatabase: database,
  }) => {
    await using bank = await start();
    const account = await openAccount(database, bank);
    const other = await openAccount(database, bank);
    expect(account).toMatchObject({ status: "active", is_one_time: isOneTime });
    expect(account.provisioned_through).toBe(bank.server.kind);
    expect(account.next_poll_at!.getTime()).toBeGreaterThan(Date.now());
    await sweep(database, account);
    expect(await creditsFor(database, account.reference)).toEqual([]);

    const { transaction } = bank.pay(account.account_number!, AMOUNT);
    for (let times = 0; times < 3; times += 1) await sweep(database, account);
    await sweep(database, other);
    await expectBookedOnce(database, account, bank, transaction);
    expect(await creditsFor(database, other.reference)).toEqual([]);
    expect(await balancesOf(database, other.tenant)).toEqual({ available: 0, reserved: 0 });
    expect(bank.server.strays).toBe(0);
  });

  test("is booked once when notices, twice each, and the sweep race, and when a notice comes late", async ({
    fileDatabase: database,
    notified,
  }) => {
    await using bank = await start();
    if (bank.server.kind !== "http") bank.server.sendsNumbersAsText = true;
    const account = await openAccount(database, bank);
    const statuses: number[] = [];
    const notifier = createNotifier(async (notice) => statuses.push(await bank.send(notified.url, notice)));
    const { transaction, notice } = bank.pay(account.account_number!, AMOUNT);

    notifier.how = "twice";
    await Promise.all([
      ...Array.from({ length: 4 }, () => notifier.notify(notice)),
      ...Array.from({ length: 4 }, () => sweep(database, account)),
      ...Array.from({ length: 4 }, () => confirmAll(database, account.context, account.reference)),
    ]);
    notifier.how = "late";
    await notifier.notify(notice);
    await confirmAll(database, account.context, account.reference);
    await notifier.catchUp();
    await sweep(database, account);
    // 503 is for a busy service: the provider sends it again, as the late one is here.
    expect(statuses).toHaveLength(9);
    for (const status of statuses) expect([200, 503]).toContain(status);
    expect(statuses.at(-1)).toBe(200);
    await expectBookedOnce(database, account, bank, transaction);
  });

  test("waits while the provider does not know it yet, breaks or says nonsense", async ({
    fileDatabase: database,
  }) => {
    await using bank = await start();
    const account = await openAccount(database, bank);
    const { transaction } = bank.pay(account.account_number!, AMOUNT);
    const hows = [
      "not found yet",
      "unavailable",
      "refuse",
      "drop",
      "break",
      "a web page",
      "half a response",
    ] as const;
    const { kind } = bank.server;
    // Of an account for one payment there is no list: that payment itself is polled.
    for (const asked of [isOneTime ? "credit" : "credits", "credit"] as const) {
      if (asked === "credit" && kind !== "http")
        await recordCreditNotice(database, { gateway: kind, transaction, recipient: account.reference });
      for (const how of hows) {
        bank.server.misbehave(asked, how);
        await sweep(database, { ...account, context: account.newContext() });
        expect(await creditsFor(database, account.reference), how).toEqual([]);
        bank.server.behave();
      }
    }
    expect(await noticesFor(database, account.reference)).toEqual([{ status: "pending", waits: true }]);
    expect(await readAccount(database, account.id)).toMatchObject({ next_poll_at: expect.any(Date) });
    await sweep(database, { ...account, context: account.newContext() });
    await expectBookedOnce(database, account, bank, transaction);
  });

  test("is not lost by a crash before or after it is booked", async ({ fileDatabase: database }) => {
    await using bank = await start();
    const account = await openAccount(database, bank);
    const { transaction } = bank.pay(account.account_number!, AMOUNT);
    for (const point of ["account.polled", "credit.requested", "credit.confirmed"] satisfies CrashPoint[]) {
      const crashPoint = (reached: CrashPoint) => {
        if (reached === point) throw new Error("crashed");
      };
      const crashing = { ...account, context: { ...account.context, crashPoint } };
      await expect(sweep(database, crashing)).rejects.toThrow("crashed");
    }
    await settleAll(database);
    await sweep(database, account);
    await expectBookedOnce(database, account, bank, transaction);
  });

  test("can come a second time where the account is permanent, and a further collection is refused else", async ({
    fileDatabase: database,
  }) => {
    await using bank = await start();
    const account = await openAccount(database, bank);
    bank.pay(account.account_number!, AMOUNT);
    await sweep(database, account);
    const { merchantId, environment } = account.tenant;
    const { outcome } = await openCollection(database, {
      tenant: { merchantId, environment },
      reference: account.reference,
      amount: 5_000n,
    });
    expect(outcome).toBe(isOneTime ? "one_time" : "opened");
    if (isOneTime) return;
    bank.pay(account.account_number!, 2_000n);
    bank.pay(account.account_number!, 3_000n);
    // http's server lists two at a time.
    for (let page = 0; page < 2; page += 1) {
      await pollAccount(account.context, account.id);
      await sweep(database, account);
    }
    expect(await creditsFor(database, account.reference)).toHaveLength(3);
    expect(await balancesOf(database, account.tenant)).toMatchObject({ available: Number(AMOUNT) + 5_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });
});

describe.each(banks.filter(({ isOneTime }) => !isOneTime))("money through $name", ({ start }) => {
  test("found after its account was opened again is for the collection of the time when it was paid", async ({
    fileDatabase: database,
  }) => {
    await using bank = await start();
    const account = await openAccount(database, bank);
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await endCollection(database, account.reference, { opened: ago(40), ended: ago(10) });
    bank.date(bank.pay(account.account_number!, AMOUNT).transaction, ago(20));
    await openCollection(database, { tenant: account.tenant, reference: account.reference, amount: AMOUNT });
    await sweep(database, account);
    expect(await collectionsOf(database, account.reference)).toEqual([
      { status: "succeeded", received: AMOUNT, late: true },
      { status: "awaiting_payment", received: 0n, late: false },
    ]);
    expect(await readAccount(database, account.id)).toMatchObject({ status: "active" });

    bank.date(bank.pay(account.account_number!, AMOUNT).transaction, ago(0));
    await sweep(database, account);
    expect(await collectionsOf(database, account.reference)).toMatchObject([
      { status: "succeeded", received: AMOUNT },
      { status: "succeeded", received: AMOUNT, late: false },
    ]);
    expect(await balancesOf(database, account.tenant)).toMatchObject({ available: 2 * Number(AMOUNT) });
    expect(await ledgerDrift(database)).toEqual([]);
  });
});

describe.each(banks.slice(1))("money through $name", ({ start }) => {
  test("that the provider says was not paid, was taken back, or a word of its own, is not booked", async ({
    fileDatabase: database,
    notified,
  }) => {
    await using bank = await start();
    const account = await openAccount(database, bank);
    const { transaction, notice } = bank.pay(account.account_number!, AMOUNT);
    const isPaystack = bank.server.kind === "paystack";
    const said = isPaystack
      ? ["pending", "abandoned", "failed", "reversed", "constructor"]
      : ["PENDING", "EXPIRED", "FAILED", "REVERSED", "constructor"];
    for (const status of said) {
      bank.say(transaction, status);
      expect(await bank.send(notified.url, notice)).toBe(200);
      await confirmAll(database, account.context, account.reference);
      expect(await creditsFor(database, account.reference), status).toEqual([]);
    }
    expect(account.log()).toMatch(/"code":"CREDIT_REVERSED"[^]*"code":"CREDIT_STATUS_UNKNOWN"/);
    // Whoever has the public key can pay by card in the name of any account, and take it back.
    bank.say(transaction, isPaystack ? "success" : "PAID", isPaystack ? "card" : "CARD");
    await sweep(database, account);
    expect(await creditsFor(database, account.reference)).toEqual([]);
    expect(account.log()).toContain("money that was not paid by transfer");
    bank.say(transaction, isPaystack ? "success" : "PAID");
    await sweep(database, account);
    await expectBookedOnce(database, account, bank, transaction);
  });
});

test("money that is not final is polled every ten minutes, and booked when it is", async ({
  fileDatabase: database,
}) => {
  await using bank = await startHttpBank();
  const account = await openAccount(database, bank);
  const { transaction } = bank.pay(account.account_number!, AMOUNT);
  bank.say(transaction, "seen");
  await sweep(database, account);
  expect(await creditsFor(database, account.reference)).toMatchObject([{ status: "confirming" }]);
  expect(await noticesFor(database, account.reference)).toEqual([{ status: "pending", waits: true }]);
  // Long after its end, when nothing else would be polled any more.
  await database.query(noRow`
    update virtual_accounts set next_poll_at = now(), expires_at = now() - interval '4 days'
    where id = ${account.id}`);
  await pollAccount(account.context, account.id);
  const { next_poll_at: next } = await readAccount(database, account.id);
  expect(Math.round((next!.getTime() - Date.now()) / 60_000)).toBe(10);
  await database.query(noRow`
    update virtual_accounts set expires_at = now() + interval '20 minutes' where id = ${account.id}`);
  bank.say(transaction, "final");
  await sweep(database, account);
  await expectBookedOnce(database, account, bank, transaction);
});

test("a merchant gets an account at Monnify, and its money by a notice, or without one by the sweep", async ({
  database,
  databaseUrl,
}) => {
  await using bank = await startMonnifyBank("one-time");
  if (bank.server.kind !== "monnify") throw new Error("this is Monnify");
  await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { monnify: [keys.monnify] } });
  await using _workers = await startTestWorkers(databaseUrl, {
    ...bank.server.env,
    PUBLIC_URL: "https://pay.example.com",
    MONNIFY_ACCOUNTS: "one-time",
    MONNIFY_CONTRACT_CODE: MONNIFY_CONTRACT,
  });
  const { tenant, key } = await createLiveMember(database);
  const open = async () => {
    const amount = { value: Number(AMOUNT), currency: "NGN" };
    const body = { customerEmail: "payer@example.com", amount, expiresInMinutes: 60 };
    const { data, status } = await ingress.call("POST", "/v1/virtual-accounts", { key, body });
    expect([status, data.bankCode]).toEqual([201, "50515"]);
    // It lives for 40 minutes there.
    expect(Date.parse(String(data.expiresAt))).toBeLessThanOrEqual(Date.now() + 2_400_000);
    return data as { reference: string; accountNumber: string };
  };
  const [told, untold] = [await open(), await open()];
  expect(await bank.send(ingress.url, bank.pay(told.accountNumber, AMOUNT).notice)).toBe(200);
  bank.pay(untold.accountNumber, AMOUNT);
  await database.query(noRow`
    update virtual_accounts set next_poll_at = now() where reference = ${untold.reference}`);
  await expect
    .poll(() => balancesOf(database, tenant), { timeout: 60_000 })
    .toEqual({ available: 2 * Number(AMOUNT), reserved: 0 });
  const body = { virtualAccount: told.reference, amount: 5_000, currency: "NGN" };
  expect(await ingress.call("POST", "/v1/collections", { key, body }).then(outcomeOf)).toBe("STATE_CONFLICT");
  expect(await ledgerDrift(database)).toEqual([]);
});

describe("a notice of money", () => {
  test("for an account that nobody has is polled, and kept in suspense", async ({
    fileDatabase: database,
    notified,
  }) => {
    await using bank = await monnifyPermanent.start();
    const account = await openAccount(database, bank);
    const { notice } = bank.pay(account.account_number!, AMOUNT);
    const gone = account.reference.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    await database.query(noRow`update virtual_accounts set reference = ${gone} where id = ${account.id}`);
    expect(await bank.send(notified.url, notice)).toBe(200);
    await confirmAll(database, account.context, account.reference);
    expect(await creditsFor(database, account.reference)).toMatchObject([
      { status: "suspended", merchant_id: null, amount: AMOUNT },
    ]);
    expect(await balancesOf(database, account.tenant)).toEqual({ available: 0, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("for what is none of our accounts leaves nothing behind", async ({
    fileDatabase: database,
    notified,
  }) => {
    await using bank = await monnifyPermanent.start();
    await using paystack = await paystackPermanent.start();
    const data = { reference: "T1", transactionReference: "MNFY|1", paymentReference: "order 7" };
    const count = sql.type(z.object({ count: z.bigint() }))`
      select count(*) from credit_notices where transaction in ('MNFY|1', 'T1')`;
    for (const eventData of [data, { ...data, product: { reference: 7 } }, null, { transactionReference: 7 }])
      expect(await bank.send(notified.url, { eventType: "SUCCESSFUL_TRANSACTION", eventData })).toBe(200);
    for (const customer of [undefined, null, { email: 7 }, { email: "ada@example.com" }])
      expect(
        await paystack.send(notified.url, { event: "charge.success", data: { reference: "T1", customer } }),
      ).toBe(200);
    expect(await database.oneFirst(count)).toBe(0n);
  });

  test("for an account at another provider is not booked", async ({ fileDatabase: database, notified }) => {
    await using bank = await monnifyPermanent.start();
    const account = await openAccount(database, bank);
    const { notice } = bank.pay(account.account_number!, AMOUNT);
    await database.query(noRow`
      update virtual_accounts set provisioned_through = 'paystack' where id = ${account.id}`);
    await bank.send(notified.url, notice);
    await confirmAll(database, account.context, account.reference);
    expect(await noticesFor(database, account.reference)).toEqual([{ status: "elsewhere", waits: false }]);
    expect(await creditsFor(database, account.reference)).toEqual([]);
    expect(account.log()).toContain('"code":"CREDIT_ELSEWHERE"');
  });

  test("of http's for an account that another gateway opened is kept for operators, and not booked a second time", async ({
    fileDatabase: database,
    notified,
  }) => {
    await using bank = await monnifyPermanent.start();
    await using http = await startHttpBank();
    const account = await openAccount(database, bank);
    const paid = bank.pay(account.account_number!, AMOUNT);
    const money = { amount: { value: Number(AMOUNT), currency: "NGN" }, payer: { name: "BOLA ADE" } };
    const report = { id: `its own id of ${account.reference}`, recipient: account.reference, ...money };
    for (const confirmed of [false, true, true])
      expect(await http.send(notified.url, { ...report, confirmed })).toBe(200);
    await settleAll(database);
    expect(await creditsFor(database, account.reference)).toEqual([]);
    expect(await noticesFor(database, account.reference)).toEqual([{ status: "elsewhere", waits: false }]);
    await sweep(database, account);
    await expectBookedOnce(database, account, bank, paid.transaction);
  });

  test("of http's has the id that its list has, to the last space", async ({
    fileDatabase: database,
    notified,
  }) => {
    await using bank = await startHttpBank();
    if (bank.server.kind !== "http") return;
    const account = await openAccount(database, bank);
    const { transaction, notice } = bank.pay(account.account_number!, AMOUNT);
    const id = ` ${transaction} `;
    bank.server.credits.set(id, bank.server.credits.get(transaction)!);
    bank.server.credits.delete(transaction);
    await sweep(database, account);
    expect(await bank.send(notified.url, { ...notice, id })).toBe(200);
    await sweep(database, account);
    await expectBookedOnce(database, account, bank, id);
    expect(await noticesFor(database, account.reference)).toEqual([{ status: "recorded", waits: false }]);
  });

  test("that came to the business and not to the account is not booked, whatever its payer called it", async ({
    fileDatabase: database,
  }) => {
    for (const { start } of banks.slice(1)) {
      await using bank = await start();
      const account = await openAccount(database, bank);
      const { reference: recipient } = account;
      const transactions: string[] = [];
      if (bank.server.kind === "paystack") {
        const { payments } = bank.server;
        const address = `${recipient}@payments.example`;
        const known = await database.oneFirst(sql.type(z.object({ name: z.string() }))`
          select provider_account as name from virtual_accounts where id = ${account.id}`);
        transactions.push(`shop.${recipient.replace("_", ".")}`);
        // Paystack takes a reference once: that of an account for one payment is its own.
        if (!account.is_one_time) transactions.push(recipient.replace("_", "-"), known);
        for (const transaction of transactions) payments.checkOut(transaction, address, AMOUNT);
      } else if (bank.server.kind === "monnify") {
        transactions.push(bank.server.payments.checkOut(recipient, AMOUNT));
      }
      for (const transaction of transactions)
        await recordCreditNotice(database, {
          gateway: bank.server.kind as "paystack",
          transaction,
          recipient,
        });
      await confirmAll(database, account.context, recipient);
      expect(await creditsFor(database, recipient)).toEqual([]);
      expect(await noticesFor(database, recipient)).toEqual(
        transactions.map(() => ({ status: "elsewhere", waits: false })),
      );
      expect(account.log()).toContain('"code":"CREDIT_ELSEWHERE"');
      const paid = bank.pay(account.account_number!, AMOUNT);
      await sweep(database, account);
      await expectBookedOnce(database, account, bank, paid.transaction);
    }
  });

  test("for a dedicated account of the business' own is not booked, whatever address its customer has", async ({
    fileDatabase: database,
  }) => {
    await using bank = await paystackPermanent.start();
    if (bank.server.kind !== "paystack") return;
    const account = await openAccount(database, bank);
    const { payments } = bank.server;
    const { reference: recipient } = account;
    const { customer, number } = payments.addCustomer(`${recipient}@shop.example`);
    expect(number).not.toBe(account.account_number);
    const { transaction } = bank.pay(number, AMOUNT);
    expect(payments.transactions.get(transaction)).toMatchObject({ customer, method: "dedicated_nuban" });
    await recordCreditNotice(database, { gateway: "paystack", transaction, recipient });
    await confirmAll(database, account.context, recipient);
    expect(await creditsFor(database, recipient)).toEqual([]);
    expect(await noticesFor(database, recipient)).toEqual([{ status: "elsewhere", waits: false }]);
    expect(account.log()).toContain('"code":"CREDIT_ELSEWHERE"');
    const ours = bank.pay(account.account_number!, AMOUNT);
    await sweep(database, account);
    await expectBookedOnce(database, account, bank, ours.transaction);
  });

  test("that contradicts what was booked is kept for operators", async ({ fileDatabase: database }) => {
    await using bank = await banks[1]!.start();
    const account = await openAccount(database, bank);
    bank.pay(account.account_number!, 50_000n);
    await sweep(database, account);
    expect(await creditsFor(database, account.reference)).toMatchObject([
      { amount: 50_000n, status: "suspended" },
    ]);
    // The same transaction has more now: no document says whether that is one payment or two.
    bank.pay(account.account_number!, AMOUNT - 50_000n);
    await sweep(database, account);
    expect(await creditsFor(database, account.reference)).toMatchObject([{ amount: 50_000n }]);
    expect(account.log()).toContain('"code":"CREDIT_DISCREPANCY"');
  });

  test("that comes during an older poll of it is polled again", async ({ fileDatabase: database }) => {
    await using bank = await banks[1]!.start();
    if (bank.server.kind !== "monnify") throw new Error("this is Monnify");
    const account = await openAccount(database, bank);
    const { transaction } = bank.pay(account.account_number!, 50_000n);
    const notice = { gateway: bank.server.kind, transaction, recipient: account.reference };
    await recordCreditNotice(database, notice);
    const id = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
      select id from credit_notices where transaction = ${transaction}`);
    const asked = (await claimCreditNotice(database, { noticeId: id }))!;
    // The same transaction has more when it is named again.
    bank.pay(account.account_number!, AMOUNT - 50_000n);
    await recordCreditNotice(database, notice);
    const answer = {
      kind: "received",
      recipient: account.reference,
      amount: 50_000n,
      currency: "NGN",
    } as const;
    const unsaid = { payer: undefined, paidAt: undefined };
    expect(await finishCreditNotice(database, asked, { ...answer, ...unsaid })).toBe("recorded");
    expect(await creditsFor(database, account.reference)).toMatchObject([{ amount: 50_000n }]);
    expect(await noticesFor(database, account.reference)).toEqual([{ status: "pending", waits: false }]);
    await confirmAll(database, account.context, account.reference);
    expect(account.log()).toContain('"code":"CREDIT_DISCREPANCY"');
    expect(await noticesFor(database, account.reference)).toEqual([{ status: "discrepancy", waits: false }]);
  });

  test("for an account that nobody has is kept ten thousand times at most", async ({ database }) => {
    const notice = { gateway: "monnify", recipient: "va_00000000000000000000000000" } as const;
    await database.query(noRow`
      insert into credit_notices (gateway, transaction, recipient, status, next_poll_at)
      select 'monnify', 'kept ' || n, ${notice.recipient}, 'refused', null from generate_series(1, 9999) n`);
    expect(await recordCreditNotice(database, { ...notice, transaction: "last" })).toBe("planned");
    expect(await recordCreditNotice(database, { ...notice, transaction: "more" })).toBe("full");
    // Late in its day it is polled once an hour; then a person has to.
    const id = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
      update credit_notices set received_at = now() - interval '23 hours 30 minutes'
      where transaction = 'last' returning id`);
    expect(await finishCreditNotice(database, { id, polls: 0 }, { kind: "later" })).toBe("later");
    await database.query(noRow`
      update credit_notices set received_at = now() - interval '1 day' where id = ${id}`);
    expect(await finishCreditNotice(database, { id, polls: 0 }, { kind: "later" })).toBe("abandoned");
  });
});

/** Polls an account so long after its end. Returns in how many minutes the next poll is, if any. */
async function askAfter(database: Database, { id, context }: Opened, expired: string) {
  await database.query(noRow`
    update virtual_accounts set next_poll_at = now(), expires_at = now() - ${expired}::interval where id = ${id}`);
  await pollAccount(context, id);
  const { next_poll_at: next } = await readAccount(database, id);
  return next === null ? null : Math.round((next.getTime() - Date.now()) / 60_000);
}

describe("the sweep", () => {
  test("polls five accounts of a merchant at a time, never those of the sandbox, and stops three days after the end", async ({
    database,
  }) => {
    await using bank = await monnifyPermanent.start();
    const accounts: Opened[] = [];
    const { tenant } = await createLiveMember(database);
    for (let count = 0; count < 7; count += 1) accounts.push(await openAccount(database, bank, { tenant }));
    const testAccount = await createVirtualAccount(
      database,
      { ...accounts[0]!.tenant, environment: "test" },
      AMOUNT,
    );
    const { transaction } = bank.pay(accounts[6]!.account_number!, AMOUNT);
    await recordCreditNotice(database, {
      gateway: "monnify",
      transaction,
      recipient: accounts[6]!.reference,
    });
    const isAsked = sql.type(z.object({ asked: z.boolean() }))`
      select next_poll_at is not null as asked from virtual_accounts where reference = ${testAccount.reference}`;
    expect(await database.oneFirst(isAsked)).toBe(false);
    await database.query(noRow`
      update virtual_accounts set next_poll_at = now() where next_poll_at is not null`);
    await reconcile(database, { environment: "live" });
    await reconcile(database, { environment: "live" });
    const jobsOf = async (task: string) =>
      (await queuedJobs(database)).filter((job) => job.task === task).length;
    expect(await jobsOf("poll_account")).toBe(5);
    expect(await jobsOf("confirm_credit")).toBe(1);

    const nextAfter = (expired: string) => askAfter(database, accounts[0]!, expired);
    expect(await nextAfter("0 seconds")).toBe(1);
    expect(await nextAfter("1 hour")).toBe(300);
    // An exact amount still settles within 24 hours: the poll that can find the last of it comes before.
    expect(await nextAfter("6 hours")).toBe(17 * 60);
    expect(await nextAfter("72 hours")).toBeNull();
    bank.server.misbehave("credits", "unavailable");
    expect(await nextAfter("72 hours")).toBe(1);
    expect(await nextAfter("72 hours")).toBe(2);
    expect(accounts[0]!.log()).not.toContain("ACCOUNT_NOT_POLLED");
    expect(await nextAfter("7 days")).toBeNull();
    expect(accounts[0]!.log()).toContain('"code":"ACCOUNT_NOT_POLLED"');
  });

  test("polls an account that a payer opened at its end and three times after it, unless money came", async ({
    fileDatabase: database,
  }) => {
    await using bank = await startHttpBank();
    const { tenant } = await createLiveMember(database);
    const account = await openAccount(database, bank, { tenant, link: await createLink(database, tenant) });
    const atItsEnd = account.expires_at.getTime() + 60_000;
    expect(account.next_poll_at!.getTime()).toBe(atItsEnd);
    await sweep(database, account);
    expect((await readAccount(database, account.id)).next_poll_at!.getTime()).toBe(atItsEnd);
    const distances = ["-10 minutes", "1 minute", "1 hour", "23 hours", "72 hours"];
    const next: (number | null)[] = [];
    for (const expired of distances) next.push(await askAfter(database, account, expired));
    expect(next).toEqual([11, 59, 22 * 60, 49 * 60, null]);

    bank.pay(account.account_number!, 50_000n);
    await sweep(database, account);
    expect(await creditsFor(database, account.reference)).toMatchObject([{ amount: 50_000n }]);
    expect(await askAfter(database, account, "1 minute")).toBe(9);
  });

  test.for([-3, 3])(
    "and the account's end go by the database's clock, where the worker's is %i hours off",
    async (hours, { fileDatabase: database }) => {
      await using bank = await startMonnifyBank("one-time");
      const { tenant } = await createLiveMember(database);
      const link = await createLink(database, tenant);
      const now = Date.now();
      vi.useFakeTimers({ toFake: ["Date"], now: now + hours * 3_600_000 });
      onTestFinished(() => void vi.useRealTimers());
      const account = await openAccount(database, bank, { tenant, expiresInMinutes: 600 });
      const payers = await openAccount(database, bank, { tenant, link, expiresInMinutes: 600 });
      // It lives for 40 minutes there.
      for (const { expires_at: end } of [account, payers])
        expect(Math.round((end.getTime() - now) / 60_000)).toBe(40);
      expect(payers.next_poll_at!.getTime() - payers.expires_at.getTime()).toBe(60_000);
      expect(Math.round((account.next_poll_at!.getTime() - now) / 60_000)).toBe(2);
    },
  );

  test("polls as often as time has passed since the account was opened, also where it ends sooner there", async ({
    fileDatabase: database,
  }) => {
    await using bank = await startPaystackBank("one-time");
    if (bank.server.kind === "paystack") bank.server.payments.longest = 40;
    const account = await openAccount(database, bank, { expiresInMinutes: 10_080 });
    expect(account.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 2_400_000);
    const nextAfter = async (minutes: number) => {
      await database.query(noRow`
        update collections set created_at = now() - make_interval(mins => ${minutes})
        where virtual_account_id = ${account.id}`);
      return askAfter(database, account, "-30 minutes");
    };
    expect(await nextAfter(2)).toBe(2);
    expect(await nextAfter(20)).toBe(10);
  });

  test("reads a list of 500 pages, and tells operators of one that is longer", async ({
    fileDatabase: database,
  }) => {
    await using bank = await startHttpBank();
    const account = await openAccount(database, bank);
    for (let payment = 0; payment < 3; payment += 1) bank.pay(account.account_number!, 900n);
    const askAtPage = async (page: number) => {
      await database.query(noRow`
        update virtual_accounts set poll_pages = ${page - 1}, poll_page = null, next_poll_at = now()
        where id = ${account.id}`);
      await pollAccount(account.context, account.id);
      return database.one(sql.type(z.object({ poll_pages: z.number(), has_more: z.boolean() }))`
        select poll_pages, next_poll_at <= now() as has_more from virtual_accounts where id = ${account.id}`);
    };
    expect(await askAtPage(499)).toEqual({ poll_pages: 499, has_more: true });
    expect(account.log()).not.toContain("ACCOUNT_NOT_POLLED");
    expect(await askAtPage(500)).toEqual({ poll_pages: 0, has_more: false });
    expect(account.log()).toContain('"code":"ACCOUNT_NOT_POLLED"');
    expect(account.log()).toContain("500 pages");
  });
});

describe("an account", () => {
  test("of Paystack's for one payment ends when it ends there", async ({ fileDatabase: database }) => {
    await using bank = await startPaystackBank("one-time");
    if (bank.server.kind === "paystack") bank.server.payments.longest = 10;
    const account = await openAccount(database, bank);
    expect(account.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 600_000);
  });

  test("of Monnify's is the same for the same reference, and ends when it ends there", async ({
    fileDatabase: database,
  }) => {
    for (const { start, isOneTime } of banks.slice(1, 3)) {
      await using bank = await start();
      const account = await openAccount(database, bank);
      const [gateway] = account.context.gateways.offering("live", "provisionAccount");
      const again = await gateway!.provisionAccount(
        {
          reference: account.reference,
          merchantName: "Kaduna Books",
          requestedAt: new Date(),
          expiresAt: new Date(),
          amount: AMOUNT,
          currency: "NGN",
        },
        signal,
      );
      expect(again).toMatchObject({ kind: "provisioned", accountNumber: account.account_number });
      if (!isOneTime || bank.server.kind !== "monnify") continue;
      bank.server.payments.duration = 600;
      const short = await openAccount(database, bank);
      expect(short.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 600_000);
      expect(JSON.stringify(bank.server.sent)).not.toContain("payer@example.com");
    }
  });

  test("that a provider refuses, or has at a bank that we do not know, fails, and operators read why", async ({
    fileDatabase: database,
  }) => {
    await using paystack = await startPaystackBank("permanent");
    if (paystack.server.kind === "paystack") paystack.server.payments.refusesAccounts = true;
    const refused = await openAccount(database, paystack);
    expect(refused.status).toBe("failed");
    expect(refused.log()).toMatch(/"code":"ACCOUNT_REFUSED".*invalid_customer/);
    await using monnify = await startMonnifyBank("one-time");
    if (monnify.server.kind === "monnify") monnify.server.payments.bankCode = "999";
    const unknown = await openAccount(database, monnify);
    expect(unknown.status).toBe("failed");
    expect(unknown.log()).toContain("at a bank that we have no code of");
    // The payer would have to pay more than the collection expects.
    if (monnify.server.kind === "monnify")
      Object.assign(monnify.server.payments, { bankCode: "50515", fee: 1_000n });
    const dearer = await openAccount(database, monnify);
    expect(dearer.status).toBe("failed");
    expect(dearer.log()).toContain("does not fit: totalPayable");
  });
});
