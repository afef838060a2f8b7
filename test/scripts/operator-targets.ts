import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { AdminContext } from "../../scripts/admin/command.ts";
import type { OpsScript } from "../../scripts/ops/read-scripts.ts";
import { encrypt } from "../../sql/process/encryption/encryption.ts";
import type { Connection, Database } from "../../sql/process/database.ts";
import { createApiKey } from "../../sql/keys/api-keys.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { addOrigin } from "../../sql/checkout/origins.ts";
import type { Acting } from "../../sql/audit-log/acting.ts";
import { rotateWebhookSecret, setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { webhookSecretContext } from "../../sql/webhooks/endpoints/webhook-secret.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createPerson } from "../helpers/create-person.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import {
  createFundedMerchant,
  createLink,
  createPayout,
  createVirtualAccount,
  findEvents,
  fund,
  payIn,
  resolveDestination,
  saveAccount,
} from "../helpers/records.ts";
import { claimPayout } from "../helpers/worker-steps.ts";
import { payOut } from "../charges/pay-out.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

export type Targets = {
  /** The merchant whose they are. */
  merchant: string;
  /** What to give each command of the CLI, by its name. */
  commands: Record<string, Record<string, unknown>>;
  /** What to give each script of scripts/ops, apart from operator and reason. */
  scripts: Record<string, Record<string, string>>;
  /** What must stand in no log. */
  secrets: string[];
};

const account = { bankCode: "058", accountNumber: "0123456789" };
const URL_SECRET = "token-in-the-url";
const bankFile = fileURLToPath(new URL("monnify-banks.json", import.meta.url));
const statementFile = fileURLToPath(new URL("../reconciliation/statement.csv", import.meta.url));
/** What `encryption reencrypt` finds something encrypted with. */
const oldKey = Buffer.alloc(32, 8);

const run = (database: Connection, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

/** What commands get when an operator runs them. */
export const runnableAs = (database: Connection, acting: Acting): AdminContext => ({
  database,
  acting,
  encryptionKeys: async () => ({ ...testEncryptionKeys, other: oldKey }),
  hasLiveGateway: async () => true,
  webhookUrlRules: { allowCidrs: [], publicUrl: undefined },
});

/** Makes PostgreSQL refuse every new row of a table, until what it returns is called. */
export async function refuse(database: Database, table: string): Promise<() => Promise<unknown>> {
  await run(
    database,
    sql.fragment`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
  );
  await run(
    database,
    sql.fragment`
    create trigger refuse before insert on ${sql.identifier([table])} for each row execute function refuse()`,
  );
  return () => run(database, sql.fragment`drop function refuse cascade`);
}

const formExamples: Record<string, string> = {
  GATEWAY: "http",
  "TASK:NUMBER": "execute_payout:99999999",
  REFERENCE: "pyt_unknown",
  NUMBER: "99999999",
  TASK: "pay",
  "YYYY-MM-DD": "2026-01-31",
};

/** Values in the forms that a script asks for; nothing here has these references. */
export function scriptValues({ flags }: OpsScript): Record<string, string> {
  const wanted = Object.entries(flags.shape).map(([name, type]) => {
    const form = z.globalRegistry.get(type)!.description!;
    return [name, formExamples[form] ?? form.split("|")[0]!.replace("...", "unknown")];
  });
  return Object.fromEntries(wanted) as Record<string, string>;
}

/** Something for every action of an operator to be done to. */
export async function arrangeTargets(database: Database): Promise<Targets> {
  const tenant = await createFundedMerchant(database, 1_000_000n);
  const merchant = await merchantOf(database, tenant);
  const { key, secretKey } = await createApiKey(database, { ...tenant, ...asOperator });
  await addOrigin(database, {
    merchantId: tenant.merchantId,
    origin: "https://shop.example.com",
    acting: {},
  });
  const hook = `https://hooks.example.com/in/${URL_SECRET}?key=${URL_SECRET}`;
  const { secret } = await setWebhookEndpoint(database, testEncryptionKeys, tenant, hook, {});
  await rotateWebhookSecret(database, testEncryptionKeys, tenant, 24, {});
  const saved = await saveAccount(database, tenant, { ...account, accountName: "KEMI UDO" });
  await resolveDestination(database, tenant);
  const payout = await createPayout(database, tenant, { amount: 1_000n });
  await claimPayout(database, payout.id);
  await run(database, sql.fragment`update payouts set needs_review = true, next_confirmation_at = null`);
  const live = { merchantId: tenant.merchantId, environment: "live" } as const;
  await run(database, sql.fragment`update merchants set kyb_status = 'approved'`);
  await fund(database, live, 100_000n);
  await run(database, sql.fragment`update merchants set kyb_status = 'draft'`);
  const returned = await payOut(database, live, { amount: 1_000n, end: "reversed" });
  const held = await createPayout(database, tenant, { amount: 1_000n });
  await run(
    database,
    sql.fragment`insert into payout_holds (payout_id, cause) values (${held.id}, 'account')`,
  );
  await run(database, sql.fragment`update payouts set held_since = now() where id = ${held.id}`);
  const entry = await database.oneFirst(sql.type(z.object({ id: z.string() }))`
    insert into blocked_recipients (environment, account_number)
    values ('test', '0555555555') returning id::text`);
  const virtual = await createVirtualAccount(database, tenant, 900n);
  await payIn(database, virtual.reference, 900n);
  await payIn(database, virtual.reference, 100n);
  const credit = await database.oneFirst(sql.type(z.object({ credit: z.string() }))`
    select credit from open_suspense limit 1`);
  const [event] = await findEvents(database, "collection.success");
  await run(database, sql.fragment`update events set retries = 7`);
  await run(
    database,
    sql.fragment`update queue_test_money._private_jobs set last_error = 'the provider is down'`,
  );
  const job = await database.oneFirst(sql.type(z.object({ key: z.string() }))`
    select key from queued_jobs order by created_at limit 1`);

  const encrypted = encrypt({ current: oldKey }, secret, webhookSecretContext(tenant));
  await run(
    database,
    sql.fragment`
    update webhook_endpoints
    set secret = ${sql.binary(encrypted)}, previous_secret = null, previous_secret_expires_at = null`,
  );
  // Every enquiry about an account that is to be saved is resolved at once, as though by a worker.
  await run(
    database,
    sql.fragment`
    create function resolve() returns trigger language plpgsql as $$
    begin
      new.status := 'resolved'; new.account_name := 'KEMI UDOH'; new.completed_at := now();
      return new;
    end $$`,
  );
  await run(
    database,
    sql.fragment`
    create trigger resolve before insert on name_enquiries for each row execute function resolve()`,
  );

  const difference = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    insert into reconciliation_differences (reference, gateway, day, kind, subject, state)
    values (new_reference('dif'), 'http', '2026-01-31', 'missing_here', 'T1', 'open') returning reference`);
  const statement = { provider: "http", file: statementFile, from: "2026-01-31" };

  await setKybStatus(database, { merchantId: tenant.merchantId, status: "submitted", acting: {} });
  const { email: reviewer } = await createPerson(database);

  const inTest = { merchant, environment: "test" };
  return {
    merchant,
    commands: {
      "merchant create": { name: "Kaduna Books", email: "ada.okafor@example.com" },
      "merchant invite-owner": { merchant, email: "first.owner@example.com" },
      "key create": { ...inTest },
      "key rotate": { key },
      "key revoke": { key },
      "kyb set": { merchant, status: "submitted" },
      "verification show": { merchant },
      "limit set": { merchant, payoutMax: "500000" },
      "webhook set": { ...inTest, url: `https://new.example.com/${URL_SECRET}` },
      "webhook rotate": { ...inTest },
      "origin add": { merchant, origin: "https://pay.example.com" },
      "payout-account add": { ...inTest, ...account },
      "payout-account default": { ...inTest, ...account },
      "payout-account list": { ...inTest },
      "payout decide": { reference: payout.reference, outcome: "succeeded" },
      "bank import-codes": { provider: "monnify", file: bankFile, apply: "yes" },
      "statement import": statement,
      "link disable": { slug: await createLink(database, tenant) },
      "encryption reencrypt": {},
    },
    scripts: {
      "set-charge": {
        kind: "stamp_duty",
        from: "2099-01-01",
        fromAmount: "1000000",
        kobo: "6000",
        basisPoints: "",
        exempt: "salary",
      },
      "set-exemptions": { merchant },
      "set-duty-charged": { gateway: "http" },
      "refund-charges": { payout: returned.reference, kind: "service" },
      "remit-tax": { amount: "75", reference: "R1" },
      "close-merchant": { merchant },
      "decide-verification": { merchant, decision: "approved", version: "0", documents: "" },
      "remove-origin": { merchant, origin: "https://shop.example.com" },
      "remove-payout-account": { ...inTest, account: saved.reference },
      "set-reviewer": { email: reviewer, reviewer: "yes" },
      "set-tariff": { provider: "http", type: "transfer", from: "2026-01-31", basisPoints: "" },
      "after-restore": { gateway: "http" },
      "unblock-recipient": { environment: "test", entry },
      "poll-payout": { reference: payout.reference },
      "decide-held-payout": { reference: held.reference, decision: "refuse" },
      "block-recipient": { environment: "test", account: "", bank: "", name: "KEMI UDO" },
      "freeze-payouts": { environment: "test", scope: "merchant", merchant, bank: "", gateway: "" },
      "move-float": {
        from: "bank",
        to: "http",
        amount: "1000",
        currency: "",
        reference: "transfer-7",
        reverses: "",
      },
      "release-payouts": { environment: "test", scope: "merchant", merchant, bank: "", gateway: "" },
      "set-float-minimum": { gateway: "http", currency: "", minimum: "1000" },
      "set-gateway-rule": { operation: "payout", merchant, bank: "", from: "", gateways: "http" },
      "set-merchant-tier": { merchant, tier: "tier_1" },
      "set-payout-limits": { environment: "test", merchant, tier: "" },
      "resolve-difference": { reference: difference },
      "resend-event": { reference: event!.reference },
      "resolve-suspense": { credit, resolution: "release" },
      "retry-job": { job },
      "retry-jobs": { task: "execute_payout", environment: "test", limit: "10" },
    },
    secrets: [secret, secretKey, URL_SECRET, account.accountNumber, "KEMI", "ada.okafor", "first.owner"],
  };
}
