import { createHmac, randomUUID } from "node:crypto";
import { z } from "zod";
import { findBalanceTransactions } from "../../../sql/books/balance-transactions.ts";
import { hashIdentifier, encryptIdentity, encryptPhone } from "../../../sql/identity/identity-record.ts";
import type { MasterKeys } from "../../../sql/process/encryption/encryption.ts";
import type { Connection, Database } from "../../../sql/process/database.ts";
import { createApiKey, revokeApiKey, rotateApiKey } from "../../../sql/keys/api-keys.ts";
import { requestIdentityCheck } from "../../../sql/identity/identity-checks.ts";
import { createMerchant, setKybStatus } from "../../../sql/merchants/merchants.ts";
import { createPaymentLink } from "../../../sql/payment-links/payment-links.ts";
import { acceptPayouts } from "../../../sql/payouts/payouts.ts";
import { setWebhookEndpoint } from "../../../sql/webhooks/endpoints/webhook-endpoints.ts";
import type { Tenant } from "../../../sql/merchants/tenant.ts";
import { sql } from "../../../sql/process/sql-tag.ts";
import { sandboxAccountName } from "../../../workers/gateways/sandbox/account-name.ts";
import { saveAccount } from "../../helpers/records.ts";
import { givePolicy } from "../../approvals/team.ts";
import { createReadyBatch, batchItems } from "../../payout-batches/batch-steps.ts";
import { createRefund } from "../../refunds/create-collection.ts";
import { untilNone } from "./effects.ts";
import type { FuzzRequest } from "./requests.ts";
import { asOperator } from "../../helpers/as-operator.ts";

/** The data that requests refer to: two merchants, their keys, and rows of every kind. */
export type Stock = {
  merchantIds: bigint[];
  /** Creates what the requests will use up or look for. */
  refill(requests: FuzzRequest[]): Promise<void>;
  /** Adds a value from a response. */
  add(kind: string, value: string): void;
  /** The request with its placeholders filled in. */
  fill(request: FuzzRequest): FuzzRequest;
};

/** With this many requests for a kind, its stock is the largest; with fewer, proportionally smaller. */
const ALL = 80;
const ACCOUNT = "0123456789";
const BALANCE = 900_000_000_000n;
const AMOUNT = 1_000n;
const idRow = z.object({ id: z.bigint() });
const nothing = z.object({});
const referenceRow = z.object({ reference: z.string() });

export type Secrets = {
  /** The workers' keys, since they decrypt what is encrypted here. */
  encryptionKeys: MasterKeys;
  /** The secret that signs the provider's notifications. */
  providerSecret: string;
};

type Settings = Secrets & {
  /** Where the merchant gets events. */
  webhookUrl: string;
};

/** Creates the first of everything. */
export async function createStock(
  database: Database,
  { encryptionKeys, providerSecret, webhookUrl }: Settings,
): Promise<Stock> {
  const mine = await createTenant(database);
  const stranger = await createTenant(database);
  const live: Tenant = { ...mine, environment: "live" };
  const kinds = new Map<string, string[]>();
  kinds.set("key", await createKeys(database, mine, stranger));
  kinds.set("pac", [
    (await saveDefaultAccount(database, mine)).reference,
    (await saveDefaultAccount(database, stranger)).reference,
    `pac_${"0".repeat(26)}`,
  ]);
  await setWebhookEndpoint(database, encryptionKeys, mine, webhookUrl, {});
  await createOneOfEach(database, mine, encryptionKeys);

  /** By kind, how to create a share of the most. Every fifth is the other merchant's, and some are nobody's. */
  const suppliers: Record<string, (of: (most: number) => number) => Promise<readonly string[]>> = {
    va: async (of) => [
      ...(await openAccounts(database, mine, of(40))),
      ...(await payAccounts(database, await openAccounts(database, mine, of(30)))),
      ...(await openAccounts(database, stranger, of(5))),
      `va_${"0".repeat(26)}`,
    ],
    col: async (of) => [
      ...(await collect(database, mine, of(20))),
      ...(await openCryptoCollections(database, mine, of(60))),
      ...(await referencesOf(database, "collections", mine, of(20))),
      ...(await openCryptoCollections(database, stranger, of(5))),
    ],
    pyt: async (of) => [
      ...(await acceptUnsent(database, mine, of(60))),
      ...(await acceptAwaiting(database, mine, of(20))),
      ...(await referencesOf(database, "payouts", mine, of(20))),
      ...(await acceptUnsent(database, stranger, of(5))),
    ],
    bat: async (of) => [...(await batch(database, mine, of(1))), ...(await batch(database, stranger, of(3)))],
    rfd: async (of) => [
      ...(await refund(database, mine, of(30))),
      ...(await refund(database, stranger, of(5))),
    ],
    crd: async (of) => [
      ...(await overpay(database, mine, of(30))),
      ...(await overpay(database, stranger, of(5))),
    ],
    btx: async (of) => [
      ...(await movementsOf(database, encryptionKeys, mine, of(40))),
      ...(await movementsOf(database, encryptionKeys, stranger, of(5))),
    ],
    evt: async () => [
      ...(await addAttempts(database, mine, await referencesOf(database, "events", mine, 40))),
      ...(await referencesOf(database, "events", stranger, 5)),
    ],
    kyc: () => referencesOf(database, "identity_checks", mine, 20),
    slug: async (of) => [...(await sell(database, mine, of(20))), ...(await sell(database, stranger, of(3)))],
    recipient: async (of) => {
      // Approved only for this: the live key among the hostile parts must be refused.
      await setKybStatus(database, { merchantId: live.merchantId, status: "approved", acting: {} });
      const recipients = [
        ...(await openAccounts(database, live, of(40))),
        ...(await openCryptoCollections(database, live, of(20))),
      ];
      await setKybStatus(database, { merchantId: live.merchantId, status: "draft", acting: {} });
      return [...recipients, ...(await openAccounts(database, mine, of(5))), "nobody that we know"];
    },
  };

  const read = (kind: string, number: number) => {
    const values = kinds.get(kind) ?? [];
    return values[number % values.length] ?? "none";
  };
  const fillText = (text: string) =>
    text.replace(/\{\{([a-z]+):(\d+)\}\}/g, (token, kind: string, number: string) => {
      if (kind === "signature") return token;
      if (kind === "day")
        return secondsAgo(Number(number) * 86_400)
          .toISOString()
          .slice(0, 10);
      return kind === "ago" ? secondsAgo(Number(number)).toISOString() : read(kind, Number(number));
    });

  return {
    merchantIds: [mine.merchantId, stranger.merchantId],
    async refill(requests) {
      const text = JSON.stringify(requests);
      for (const [kind, supply] of Object.entries(suppliers)) {
        const named = text.split(`{{${kind}:`).length - 1;
        if (named > 0)
          kinds.set(kind, [...(await supply((most) => Math.ceil(most * Math.min(1, named / ALL))))]);
      }
    },
    add(kind, value) {
      kinds.set(kind, [value, ...(kinds.get(kind) ?? []).slice(0, 50)]);
    },
    fill({ method, target, headers, body }) {
      const filled = body === undefined ? undefined : fillText(body);
      const sign = (_token: string, age: string) => signatureOf(filled ?? "", Number(age), providerSecret);
      return {
        method,
        target: fillText(target),
        headers: headers.map(([name, value]) => [
          name,
          fillText(value).replace(/\{\{signature:(\d+)\}\}/, sign),
        ]),
        body: filled,
      };
    },
  };
}

async function movementsOf(connection: Connection, keys: MasterKeys, tenant: Tenant, limit: number) {
  const { items } = await findBalanceTransactions(connection, keys, tenant, { limit, after: null });
  return items.map(({ reference }) => reference);
}

function secondsAgo(seconds: number): Date {
  return new Date(Date.now() - seconds * 1_000);
}

function signatureOf(body: string, ageSeconds: number, secret: string): string {
  const time = Math.floor(secondsAgo(ageSeconds).getTime() / 1_000);
  const signature = createHmac("sha256", secret).update(`${time}.`).update(body, "latin1").digest("hex");
  return `t=${time},v1=${signature}`;
}

async function createTenant(database: Connection): Promise<Tenant> {
  const { id: merchantId } = await createMerchant(database, {
    name: "Kaduna Books",
    email: "owner@kadunabooks.example",
    acting: {},
  });
  const tenant = { merchantId, environment: "test" as const };
  const [account] = await openAccounts(database, tenant, 1, BALANCE);
  await payAccounts(database, [account!], BALANCE);
  return tenant;
}

/** In the order of requests.ts. */
async function createKeys(database: Connection, mine: Tenant, stranger: Tenant): Promise<string[]> {
  const good = await createApiKey(database, { ...mine, ...asOperator });
  const strangers = await createApiKey(database, { ...stranger, ...asOperator });
  const revoked = await createApiKey(database, { ...mine, ...asOperator });
  await revokeApiKey(database, { tenant: null, reference: revoked.key, acting: {} });
  const powerless = await createApiKey(database, { ...mine, scopes: [], ...asOperator });
  // It must be refused: its merchant's approval was revoked.
  await setKybStatus(database, { merchantId: mine.merchantId, status: "approved", acting: {} });
  const live = await createApiKey(database, { ...mine, environment: "live", ...asOperator });
  await setKybStatus(database, { merchantId: mine.merchantId, status: "draft", acting: {} });
  const expired = await createApiKey(database, { ...mine, ...asOperator });
  await rotateApiKey(database, { tenant: null, reference: expired.key, overlapHours: 0, ...asOperator });
  const approving = await createApiKey(database, { ...mine, scopes: ["payouts:approve"], ...asOperator });
  return [good, strangers, revoked, powerless, live, expired, approving].map(({ secretKey }) => secretKey);
}

async function saveDefaultAccount(database: Connection, tenant: Tenant) {
  const account = { bankCode: "058", accountNumber: ACCOUNT };
  const accountName = sandboxAccountName("058", ACCOUNT);
  return saveAccount(database, tenant, { ...account, accountName }, { isDefault: true });
}

/** So that every list has items, and a next page. */
async function createOneOfEach(database: Database, tenant: Tenant, keys: MasterKeys): Promise<void> {
  await payAccounts(database, await openAccounts(database, tenant, 5));
  await openCryptoCollections(database, tenant, 3);
  await acceptUnsent(database, tenant, 5);
  await sell(database, tenant, 5);
  for (const identifier of ["44444444441", "44444444442", "44444444443"]) {
    const [hash] = hashIdentifier(keys, tenant, "bvn", identifier);
    const phone = "08012345678";
    await requestIdentityCheck(database, {
      tenant,
      type: "bvn",
      identifierHashes: [hash!],
      encryptedRequest: encryptIdentity(keys, { ...tenant, type: "bvn", hash: hash! }, { identifier, phone }),
      encryptedPhone: encryptPhone(keys, tenant, phone),
      phoneHashes: [],
      caller: undefined,
    });
  }
  await untilNone(database, sql.fragment`select from identity_checks where status = 'pending'`);
}

async function openAccounts(
  database: Connection,
  { merchantId, environment }: Tenant,
  count: number,
  amount = AMOUNT,
): Promise<readonly string[]> {
  const ids = await database.anyFirst(sql.type(idRow)`
    select request_virtual_account(${merchantId}, ${environment}, 'payer@example.com', ${amount}, 30) as id
    from generate_series(1, ${count})`);
  await database.query(sql.type(nothing)`
    select activate_virtual_account(
      id, '035', 'Wema Bank', (8000000000 + id)::text, 'KADUNA BOOKS', null, null, false, null
    )
    from unnest(${sql.array([...ids], "int8")}) id`);
  return database.anyFirst(sql.type(referenceRow)`
    select reference from virtual_accounts where id = any(${sql.array([...ids], "int8")})`);
}

/** Workers book the payments; many in one transaction of ours would deadlock with theirs. */
async function payAccounts(
  database: Connection,
  references: readonly string[],
  amount = AMOUNT,
): Promise<readonly string[]> {
  await database.query(sql.type(nothing)`
    select record_credit('test', reference, 'stock:' || gen_random_uuid(), ${amount}, 'NGN', null)
    from unnest(${sql.array([...references], "text")}) reference`);
  await untilNone(database, sql.fragment`select from credits where status = 'received'`);
  return references;
}

/** Collections that were paid, from an account that nobody knows. */
async function collect(database: Connection, tenant: Tenant, count: number): Promise<readonly string[]> {
  const accounts = await payAccounts(database, await openAccounts(database, tenant, count));
  return database.anyFirst(sql.type(referenceRow)`
    select c.reference from collections c join virtual_accounts v on v.id = c.virtual_account_id
    where v.reference = any(${sql.array([...accounts], "text")})`);
}

/** Payments that no collection expects: the second ones for collections that were paid. */
async function overpay(database: Connection, tenant: Tenant, count: number): Promise<readonly string[]> {
  const accounts = await openAccounts(database, tenant, count);
  await payAccounts(database, accounts);
  await payAccounts(database, accounts);
  return database.anyFirst(sql.type(referenceRow)`
    select reference from credits
    where unmatched_reason = 'closed' and recipient = any(${sql.array([...accounts], "text")})`);
}

/** Batches that are ready, and wait to be started. */
async function batch(database: Connection, tenant: Tenant, count: number): Promise<readonly string[]> {
  const references: string[] = [];
  // Three may wait at a time: earlier ones are canceled.
  await database.query(sql.type(nothing)`
    update payout_batches set status = 'canceled', canceled_at = now()
    where merchant_id = ${tenant.merchantId} and runs = 0`);
  for (let made = 0; made < count; made += 1)
    references.push(await createReadyBatch(database, tenant, batchItems(2)));
  return references;
}

/** Refunds that need a destination. */
async function refund(database: Connection, tenant: Tenant, count: number): Promise<readonly string[]> {
  const references: string[] = [];
  for (const collection of await collect(database, tenant, count))
    references.push(await createRefund(database, tenant, collection));
  return references;
}

async function openCryptoCollections(
  database: Connection,
  { merchantId, environment }: Tenant,
  count: number,
): Promise<readonly string[]> {
  const ids = await database.anyFirst(sql.type(idRow)`
    select request_crypto_collection(${merchantId}, ${environment}, ${AMOUNT}, 'polygon', 'USDC', null) as id
    from generate_series(1, ${count})`);
  await database.query(sql.type(nothing)`
    select activate_crypto_collection(id, '0x' || lpad(to_hex(id), 40, '0'))
    from unnest(${sql.array([...ids], "int8")}) id`);
  return database.anyFirst(sql.type(referenceRow)`
    select reference from collections where id = any(${sql.array([...ids], "int8")})`);
}

/** Payouts to the default account that stay pending, to be canceled, until the workers' sweep finds them. */
/** Payouts that wait for approval. */
async function acceptAwaiting(database: Database, tenant: Tenant, count: number) {
  await givePolicy(database, tenant, { amountMax: 0 });
  const references = await acceptUnsent(database, tenant, count);
  await givePolicy(database, tenant, {});
  return references;
}

async function acceptUnsent(database: Database, tenant: Tenant, count: number): Promise<readonly string[]> {
  // Requests may have removed it, or made another the default.
  await saveDefaultAccount(database, tenant);
  const requests = Array.from({ length: count }, () => ({
    ...tenant,
    idempotencyKey: `stock-${randomUUID()}`,
    requestHash: Buffer.alloc(32),
    amount: AMOUNT,
    ...asOperator,
  }));
  return database.transaction(async (transaction) => {
    const decisions = await acceptPayouts(transaction, requests);
    const references = decisions.map((decision) => {
      if (!("payout" in decision)) throw new Error(`a payout of the stock was refused: ${decision.outcome}`);
      return decision.payout.reference;
    });
    await transaction.query(sql.type(nothing)`
      select remove_job('execute_payout', id)::text
      from payouts where reference = any(${sql.array(references, "text")})`);
    return references;
  });
}

async function sell(database: Connection, tenant: Tenant, count: number): Promise<readonly string[]> {
  const slugs: string[] = [];
  for (let link = 0; link < count; link += 1) {
    const created = await createPaymentLink(database, tenant, {
      title: "Lamp",
      amountType: "fixed",
      amount: AMOUNT,
      minAmount: null,
      maxAmount: null,
      linkType: "one_time",
      customer: null,
      successRedirectUrl: null,
    });
    slugs.push(z.object({ slug: z.string() }).parse(created).slug);
  }
  return slugs;
}

/** Adds a few attempts to each of these events, so that requests hit their numbers easily. Returns the references. */
async function addAttempts(database: Database, { merchantId }: Tenant, references: readonly string[]) {
  await database.query(sql.type(z.object({}))`
    with attempted as (
      update events set attempts = attempts + 8
      where merchant_id = ${merchantId} and reference = any(${sql.array([...references], "text")}) and attempts < 8
      returning id, attempts
    )
    insert into webhook_attempts (event_id, number, url, request_headers, duration_ms)
    select id, n, 'https://example.com/', '{}', 1 from attempted, generate_series(attempts - 7, attempts) n`);
  return references;
}

async function referencesOf(
  database: Connection,
  table: "collections" | "payouts" | "events" | "identity_checks",
  { merchantId, environment }: Tenant,
  count: number,
): Promise<readonly string[]> {
  return database.anyFirst(sql.type(referenceRow)`
    select reference from ${sql.identifier([table])}
    where merchant_id = ${merchantId} and environment = ${environment} order by id desc limit ${count}`);
}
