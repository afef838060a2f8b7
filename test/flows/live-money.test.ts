import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createAdminProgram, describeAdminError } from "../../scripts/admin/create-admin-program.ts";
import { runWords } from "../../scripts/cli/run-program.ts";
import type { Database } from "../../sql/process/database.ts";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { MONNIFY_CONTRACT } from "../gateways/monnify/monnify-payments.ts";
import { sendNotice, transferNotice } from "../helpers/outside/sign-notice.ts";
import { startMonnify, type Monnify } from "../gateways/monnify/start-monnify.ts";
import { startPaystack, type Paystack } from "../gateways/paystack/start-paystack.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import {
  PAYMENT_FEE,
  writeMonnifyStatements,
  writePaystackStatements,
  type Statements,
} from "../helpers/outside/write-statements.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { at, DAY, dayAfter, keptDifferences } from "../reconciliation/provider-books.ts";
import { isSigned } from "./is-signed.ts";

type Providers = { paystack: Paystack; monnify: Monnify };
type Kind = keyof Providers;
type Status = "succeeded" | "failed" | "reversed";

const kobo = (value: bigint) => ({ value: Number(value), currency: "NGN" });
const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);

/** From these amounts on the second gateway is preferred, where there are two. */
const RULES = { account: 1_000_000n, payout: 300_000n };
/** What payers transfer, none of it whole naira. A collection costs the merchant nothing today. */
const PAID_IN = [500_037n, 1_234_569n];
/** What the merchant pays out, to an account each, what it costs the merchant, and what becomes of it. */
const PAID_OUT: { amount: bigint; fee: bigint; vat: bigint; ends: Status }[] = [
  { amount: 100_013n, fee: 1_075n, vat: 75n, ends: "succeeded" },
  { amount: 100_021n, fee: 1_075n, vat: 75n, ends: "failed" },
  { amount: 100_033n, fee: 1_075n, vat: 75n, ends: "reversed" },
  { amount: 300_007n, fee: 1_075n, vat: 75n, ends: "succeeded" },
  { amount: 300_011n, fee: 1_075n, vat: 75n, ends: "failed" },
  { amount: 500_009n, fee: 2_688n, vat: 188n, ends: "reversed" },
];
const accountOf = (index: number) => `000000000${index}`;

/** What a provider charges for a transfer, in kobo; one that failed is free. */
const PROVIDER_FEE = 1_075n;
/** How each provider writes what it did. */
const statements: Record<Kind, (providers: Providers, time: string) => Statements> = {
  paystack: ({ paystack }, time) => writePaystackStatements(paystack, time),
  monnify: ({ monnify }, time) => writeMonnifyStatements(monnify, time),
};

const cases: { name: string; order: [Kind, ...Kind[]] }[] = [
  { name: "Paystack alone", order: ["paystack"] },
  { name: "Monnify alone", order: ["monnify"] },
  { name: "Paystack and Monnify, by rules", order: ["paystack", "monnify"] },
];

/** A live platform with these gateways, both signing what they report, and a merchant with a key and webhooks. */
async function startLive(database: Database, databaseUrl: string, order: Kind[]) {
  await using started = new AsyncDisposableStack();
  const paystack = started.use(await startPaystack());
  const monnify = started.use(await startMonnify());
  Object.assign(paystack, { fee: Number(PROVIDER_FEE) });
  Object.assign(monnify, { fee: (Number(PROVIDER_FEE) / 100).toFixed(2) });
  const receiver = started.use(await startReceiver());
  const ingress = started.use(
    await startTestIngress(databaseUrl, {
      webhookSecrets: { paystack: [paystack.secret], monnify: [monnify.secret] },
    }),
  );
  const settings = {
    paystack: { ...paystack.env, PAYSTACK_ACCOUNTS: "one-time" },
    monnify: { ...monnify.env, MONNIFY_ACCOUNTS: "one-time", MONNIFY_CONTRACT_CODE: MONNIFY_CONTRACT },
  };
  const used = Object.assign({}, ...order.map((kind) => settings[kind]));
  started.use(
    await startTestWorkers(databaseUrl, {
      ...used,
      LIVE_GATEWAYS: order.join(),
      PUBLIC_URL: "https://pay.example.com",
    }),
  );
  const { tenant, key } = await createLiveMember(database);
  const { secret } = await setWebhookEndpoint(database, testEncryptionKeys, tenant, receiver.url, {});
  const keep = started.move();
  return {
    ingress,
    receiver,
    key,
    secret,
    providers: { paystack, monnify },
    [Symbol.asyncDispose]: () => keep.disposeAsync(),
  };
}

type Live = Awaited<ReturnType<typeof startLive>>;

/** A payer pays into an account of its own; returns the gateway, once the money is the merchant's. */
async function payIn(live: Live, database: Database, amount: bigint): Promise<Kind> {
  const { ingress, key, providers } = live;
  const { status, data } = await ingress.call("POST", "/v1/virtual-accounts", {
    key,
    body: { customerEmail: "payer@example.com", amount: kobo(amount) },
  });
  expect([status, data.status]).toEqual([201, "active"]);
  const through = await database.oneFirst(sql.type(z.object({ through: z.enum(["paystack", "monnify"]) }))`
    select provisioned_through as through from virtual_accounts where reference = ${data.reference}`);
  const provider = providers[through];
  const asked = provider.calls.credit;
  const { notice } = provider.payments.pay(data.accountNumber, amount);
  expect(await sendNotice(provider, ingress.url, notice)).toBe(200);
  const path = `/v1/collections/${data.collection.reference}`;
  await expect
    .poll(async () => (await ingress.call("GET", path, { key })).data)
    .toMatchObject({ status: "succeeded", amountReceived: kobo(amount) });
  expect(provider.calls.credit).toBeGreaterThan(asked);
  return through;
}

/** Pays out, and ends it by the notices of the provider; returns the gateway. */
async function payOut({ ingress, key, providers }: Live, index: number): Promise<Kind> {
  const { amount, fee, ends } = PAID_OUT[index]!;
  const destination = { bankCode: "058", accountNumber: accountOf(index) };
  const verified = await ingress.call("POST", "/v1/banks/verify-account", { key, body: destination });
  const accepted = await ingress.call("POST", "/v1/payouts", {
    key,
    headers: { "idempotency-key": randomUUID() },
    body: { amount: kobo(amount), destination: verified.data },
  });
  expect([accepted.status, accepted.data.fee]).toEqual([201, kobo(fee)]);
  const { reference } = accepted.data;
  const holders = () => [providers.paystack, providers.monnify].filter((one) => one.transfers.has(reference));
  await expect.poll(() => holders().length).toBe(1);
  const [provider] = holders() as [Paystack | Monnify];

  const path = ends === "reversed" ? (["succeeded", "reversed"] as const) : [ends];
  for (const status of path) {
    provider.transfers.get(reference)!.status = status;
    expect(await sendNotice(provider, ingress.url, transferNotice(provider, { reference, status }))).toBe(
      200,
    );
    await expect.poll(() => statusOf(ingress, key, reference)).toBe(status);
  }
  expect(provider.transfers.get(reference)!.timesSent).toBe(1);
  return provider.kind;
}

const statusOf = async ({ call }: TestIngress, key: string, reference: string) =>
  (await call("GET", `/v1/payouts/${reference}`, { key })).data.status;

/** Makes all of it ten days old: a statement covers days that are over. */
async function letDaysPass(database: Database): Promise<string> {
  const time = at("12:00:00");
  const none = sql.type(z.object({}));
  await database.query(none`update payouts set submitted_at = ${time}, updated_at = ${time}`);
  await database.query(none`update credits set received_at = ${time}`);
  return time;
}

/** Runs the operators' CLI in this process; returns what it prints. */
async function admin(databaseUrl: string, ...words: string[]) {
  const environment = { DATABASE_URL: roleUrl(databaseUrl, "operator"), OPERATOR_NAME: "Ada" };
  let printed: object | undefined;
  const program = createAdminProgram((document) => void (printed = document), environment);
  expect(await runWords(program, { words, describeError: describeAdminError })).toBe(undefined);
  return printed;
}

/** Says what a provider may charge by its contract, and imports its two files of those days. Returns the results. */
async function importStatements(databaseUrl: string, kind: Kind, files: Statements) {
  const provider = ["--provider", kind, "--from", DAY];
  for (const [type, fee] of Object.entries({ transfer: PROVIDER_FEE, credit: PAYMENT_FEE }))
    await runOpsScript(databaseUrl, "set-tariff", {
      provider: kind,
      from: DAY,
      type,
      fee: `${fee}`,
      reason: "contract 4",
    });
  const folder = await mkdtemp(join(tmpdir(), "live-money-"));
  const importFile = async (content: string) => {
    const file = join(folder, "statement.csv");
    await writeFile(file, content);
    const words = ["statement", "import", ...provider, "--to", dayAfter(4), "--file", file];
    return admin(databaseUrl, ...words);
  };
  try {
    return { transfers: await importFile(files.transfers), payments: await importFile(files.payments) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What the system's live accounts hold, in kobo. */
const systemAccounts = async (database: Database) =>
  Object.fromEntries(
    (
      await database.any(sql.type(z.object({ kind: z.string(), balance: z.bigint() }))`
        select kind, balance from ledger_balances where environment = 'live' and currency = 'NGN'
          and merchant_id is null`)
    ).map(({ kind, balance }) => [kind, balance]),
  );

/** What a provider holds for the business by its own books: what came in, less what went out. */
function heldBy({ payments, transfers }: Paystack | Monnify): bigint {
  const out = [...transfers.values()].filter(({ status }) => status === "succeeded");
  const paid = [...payments.transactions.values()].map((payment) => payment.paid);
  return sum(paid) - sum(out.map(({ amount }) => BigInt(amount.value)));
}

describe("live money, in and out", () => {
  test.for(cases)(
    "through $name, agrees to the kobo with the providers' books",
    async ({ order }, { database, databaseUrl }) => {
      await using live = await startLive(database, databaseUrl, order);
      const { ingress, receiver, key, providers } = live;
      const second = order.at(-1)!;
      for (const [operation, from] of order.length > 1 ? Object.entries(RULES) : []) {
        const rule = { operation, from: `${from}`, gateways: second, merchant: "", bank: "" };
        await runOpsScript(databaseUrl, "set-gateway-rule", { ...rule, reason: "contract 4" });
      }
      for (const provider of [providers.paystack, providers.monnify])
        PAID_OUT.forEach((_payout, index) => provider.outcomes.set(accountOf(index), { status: "pending" }));

      const openedAt = (amount: bigint) => (amount < RULES.account ? order[0] : second);
      expect(await Promise.all(PAID_IN.map((amount) => payIn(live, database, amount)))).toEqual(
        PAID_IN.map(openedAt),
      );
      const sentThrough = ({ amount }: { amount: bigint }) => (amount < RULES.payout ? order[0] : second);
      expect(await Promise.all(PAID_OUT.map((_payout, index) => payOut(live, index)))).toEqual(
        PAID_OUT.map(sentThrough),
      );

      // The merchant's side.
      const gone = PAID_OUT.filter(({ ends }) => ends === "succeeded").map(({ amount }) => amount);
      const charged = PAID_OUT.filter(({ ends }) => ends !== "failed");
      const vat = sum(charged.map((payout) => payout.vat));
      const earned = sum(charged.map(({ fee }) => fee)) - vat;
      const available = sum(PAID_IN) - sum(gone) - earned - vat;
      const balances = await ingress.call("GET", "/v1/balances", { key });
      expect(balances.data).toEqual([{ currency: "NGN", available: kobo(available), reserved: kobo(0n) }]);
      const expected = [
        ...PAID_IN.map((amount) => ["collection.success", Number(amount)]),
        ...PAID_OUT.flatMap(({ amount, ends }) =>
          (ends === "reversed" ? ["succeeded", "reversed"] : [ends]).map((end) => [
            `payout.${end}`,
            Number(amount),
          ]),
        ),
      ];
      await expect.poll(() => receiver.requests.length).toBe(expected.length);
      expect(receiver.requests.every((request) => isSigned(request, live.secret))).toBe(true);
      const told = receiver.requests.map(({ body }) => JSON.parse(body.toString("utf8")));
      expect(told.map(({ type, data }) => [type, data.amount.value]).toSorted()).toEqual(expected.toSorted());

      // Ours: what the providers hold is what we owe, also in taxes, and what we earned.
      const held = { paystack: heldBy(providers.paystack), monnify: heldBy(providers.monnify) };
      expect(held.paystack + held.monnify).toBe(available + earned + vat);
      expect(await systemAccounts(database)).toMatchObject({
        float_paystack: -held.paystack,
        float_monnify: -held.monnify,
        gateway: 0n,
        fees: earned,
        vat_payable: vat,
        suspense: 0n,
      });

      // The providers': each writes what it did, and charged.
      const time = await letDaysPass(database);
      const costs = { paystack: 0n, monnify: 0n };
      for (const kind of order) {
        const { transfers, payments } = providers[kind];
        const moved = [...transfers.values()].filter(({ status }) => status !== "failed");
        const returned = moved.filter(({ status }) => status === "reversed");
        const agrees = {
          provider: kind,
          importedBefore: false,
          days: Array.from({ length: 5 }, () => ({ open: 0, waiting: 0 })),
        };
        expect(await importStatements(databaseUrl, kind, statements[kind](providers, time))).toMatchObject({
          transfers: { ...agrees, newLines: moved.length + returned.length },
          payments: { ...agrees, newLines: payments.transactions.size },
        });
        costs[kind] = PROVIDER_FEE * BigInt(moved.length) + PAYMENT_FEE * BigInt(payments.transactions.size);
      }
      expect(await keptDifferences(database, ["open", "waiting", "explained", "resolved"])).toEqual([]);
      const cost = costs.paystack + costs.monnify;
      const left = { paystack: held.paystack - costs.paystack, monnify: held.monnify - costs.monnify };
      expect(await systemAccounts(database)).toMatchObject({
        float_paystack: -left.paystack,
        float_monnify: -left.monnify,
        gateway: 0n,
        provider_costs: -cost,
        fees: earned,
        vat_payable: vat,
      });
      expect(await runOpsScript(databaseUrl, "floats", {})).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({ gateway: "paystack", currency: "NGN", held: Number(left.paystack) }),
          expect.objectContaining({ gateway: "monnify", currency: "NGN", held: Number(left.monnify) }),
        ]),
      );
      const margins = await runOpsScript(databaseUrl, "provider-margin", { day: DAY });
      const total = (column: string) =>
        typeof margins === "string" ? 0n : sum(margins.map((row) => BigInt(row[column] as number)));
      expect([total("cost"), total("earned")]).toEqual([cost, earned]);
      expect(await ledgerDrift(database)).toEqual([]);
      const proof = { operator: "Ada", reason: "every night" };
      expect(await runOpsScript(databaseUrl, "prove-ledger", proof)).toEqual([]);
    },
  );
});
