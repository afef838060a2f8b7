import { payoutBatchStatuses } from "../../sql/payout-batches/payout-batch-json.ts";
import { readdir, readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import { bankTypes } from "../../sql/banks/bank.ts";
import { parseOrigin } from "../../sql/checkout/origin.ts";
import { collectionStatuses, unmatchedReasons } from "../../sql/collections/collection-json.ts";
import { virtualAccountStatuses } from "../../sql/collections/virtual-accounts/virtual-account-json.ts";
import { cryptoChains, cryptoTokens } from "../../sql/collections/chains.ts";
import type { Database } from "../../sql/process/database.ts";
import { errorName } from "../../sql/process/errors.ts";
import { identityCheckStatuses } from "../../sql/identity/identity-check-json.ts";
import { identityTypes } from "../../sql/identity/identity-record.ts";
import { jobClasses, jobNames, queues } from "../../sql/queue/jobs.ts";
import { environments } from "../../sql/ledger/money.ts";
import { amountTypes, linkTypes, paymentLinkStatuses } from "../../sql/payment-links/payment-link-json.ts";
import { payoutStatuses } from "../../sql/payouts/payout-json.ts";
import { refundReasons, refundStatuses } from "../../sql/refunds/refund-json.ts";
import { moneyScopes } from "../../sql/keys/scopes.ts";
import { hostVerdicts } from "../../sql/webhooks/endpoints/host-checks.ts";
import { identityRecordStatuses } from "../../sql/identity/identity-checks.ts";
import { mailOutcomes } from "../../sql/mails/mails.ts";
import { kybStatuses } from "../../sql/merchants/merchants.ts";
import { nameEnquiryResults } from "../../sql/banks/name-enquiries.ts";
import { memberRoles } from "../../sql/members/member-json.ts";
import { referencePattern, referencePrefixes } from "../../sql/formats/references.ts";
import { resultKinds } from "../../sql/results/results.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { MOST_BYTES, mediaTypes } from "../../sql/verification/verification-document.ts";
import { documentKinds } from "../../sql/verification/verification-form.ts";
import { deliveryStatuses, eventTypes } from "../../sql/webhooks/events/event-json.ts";
import { createVirtualAccount } from "../../ingress/collections/create-virtual-account.ts";
import { creditAmount } from "../../ingress/collections/collection-fields.ts";
import { permissionsOf } from "../../ingress/http/session.ts";
import { moneyScopes as dashboardMoneyScopes } from "../../widget/dashboard/keys/scopes.ts";
import { parseRetryAfter } from "../../workers/parse-retry-after.ts";
import { test } from "../helpers/test.ts";

const text = z.object({ text: z.string() });
const sorted = (values: Iterable<string>) => [...new Set(values)].toSorted();

/** The definition of a check constraint. */
function definitionOf(database: Database, constraint: string): Promise<string> {
  return database.oneFirst(sql.type(text)`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${constraint}`);
}

/** The texts that a check constraint allows for its column, sorted. */
async function allowedBy(database: Database, constraint: string): Promise<string[]> {
  const definition = await definitionOf(database, constraint);
  return sorted(Array.from(definition.matchAll(/'([^']*)'/g), ([, value]) => value!));
}

/** The source of a function, without comments; of all our functions where none is named. */
async function sourceOf(database: Database, name?: string): Promise<string> {
  const sources = await database.anyFirst(sql.type(text)`
    select prosrc as text from pg_proc
    where pronamespace = 'public'::regnamespace and (proname = ${name ?? null} or ${name ?? null}::text is null)`);
  expect(sources).not.toEqual([]);
  return sources.join("\n").replaceAll(/--.*$/gm, "");
}

/** What the pattern's first group finds in a text, without repeats and sorted. */
function findAll(source: string, pattern: RegExp): string[] {
  return sorted(Array.from(source.matchAll(pattern), ([, found]) => found!));
}

/** The seconds of a function's first array of intervals, as PostgreSQL reads them. */
async function scheduleOf(database: Database, name: string): Promise<readonly number[]> {
  const [, items] = /array\[\s*interval ([^\]]+)\]/.exec(await sourceOf(database, name)) ?? [];
  const intervals = Array.from(items!.matchAll(/'([^']+)'/g), ([, interval]) => interval!);
  return database.anyFirst(sql.type(z.object({ seconds: z.number() }))`
    select extract(epoch from interval::interval)::integer as seconds
    from unnest(${sql.array(intervals, "text")}) with ordinality i (interval, n) order by n`);
}

describe("the API shows every status of the tables, except those it hides:", () => {
  test.for([
    ["payout_status_is_known", refundStatuses, []],
    ["refund_reason_is_known", refundReasons, ["unmatched"]],
    ["virtual_account_status_is_known", virtualAccountStatuses, ["provisioning", "failed"]],
    ["collection_status_is_known", collectionStatuses, ["provisioning"]],
    ["payment_link_status_is_known", paymentLinkStatuses, []],
    ["payment_link_amount_type_is_known", amountTypes, []],
    ["payment_link_type_is_known", linkTypes, []],
    ["identity_check_status_is_known", identityCheckStatuses, ["pending", "unavailable"]],
    // Whether a pending event is held follows from its endpoint.
    ["event_delivery_status_is_known", deliveryStatuses.filter((status) => status !== "held"), []],
    ["merchant_kyb_status_is_known", kybStatuses, []],
    ["bank_type_is_known", bankTypes, []],
    ["identity_check_type_is_known", identityTypes, []],
    ["identity_record_type_is_known", identityTypes, []],
    ["collection_chain_is_known", cryptoChains, []],
    ["collection_token_is_known", cryptoTokens, []],
    ["ledger_account_currency_is_known", creditAmount.shape.currency.options, []],
    ["credit_unmatched_reason_is_known", unmatchedReasons, []],
    ["membership_role_is_known", memberRoles, []],
    ["invitation_role_is_known", memberRoles, []],
    ["verification_document_kind_is_known", documentKinds, []],
    ["verification_document_type_is_known", mediaTypes, []],
    ["name_enquiry_status_is_known", nameEnquiryResults, ["pending"]],
    ["host_check_status_is_known", hostVerdicts, ["pending"]],
    ["identity_record_status_is_known", identityRecordStatuses, ["expired"]],
    // A mail that the server refused for good has failed. One to nobody, or one too many, is withheld.
    [
      "mail_status_is_known",
      mailOutcomes.filter((outcome) => outcome !== "refused"),
      ["pending", "withheld"],
    ],
  ] as const)("%s", async ([constraint, shown, hidden], { fileDatabase }) => {
    expect(await allowedBy(fileDatabase, constraint)).toEqual(sorted([...shown, ...hidden]));
  });
});

test("who reads a merchant's payouts by time names every status", async ({ fileDatabase }) => {
  const named = await fileDatabase.anyFirst(sql.type(text)`select unnest(payout_statuses()) as text`);
  expect(named).toEqual(payoutStatuses);
});

test("a document is as large as the table and the API allow, and as the dashboard says", async ({
  fileDatabase,
}) => {
  const definition = await definitionOf(fileDatabase, "verification_document_is_bounded");
  expect(findAll(definition, /<= (\d+)/g)).toEqual([`${MOST_BYTES}`]);
  const source = await readFile(
    new URL("../../widget/dashboard/verification/send-document.ts", import.meta.url),
    "utf8",
  );
  expect(findAll(source, /MOST_BYTES = (.*);/g)).toEqual([`${MOST_BYTES / 1024 / 1024} * 1024 * 1024`]);
  const [, types] = /documentTypes = \[(.*)\]/.exec(source)!;
  expect(findAll(types!, /"([^"]+)"/g)).toEqual(sorted(mediaTypes));
});

test("every table has the same environments", async ({ fileDatabase }) => {
  const constraints = await fileDatabase.anyFirst(sql.type(text)`
    select conname as text from pg_constraint where conname like '%environment_is_known'`);
  expect(constraints.length).toBeGreaterThan(10);
  for (const constraint of constraints) {
    expect(await allowedBy(fileDatabase, constraint), constraint).toEqual(sorted(environments));
  }
});

test("every event that a function emits is documented, and no other", async ({ fileDatabase }) => {
  const source = await sourceOf(fileDatabase);
  const named = findAll(source, /'((?:collection|credit|webhook|payout|kyc)\.[a-z]+)'/g);
  const ends = findAll(
    await sourceOf(fileDatabase, "finish_payouts"),
    /\('(?:processing|succeeded)', '(\w+)'\)/g,
  );
  const checks = findAll(await sourceOf(fileDatabase, "complete_identity_check"), /(?:then|else) '(\w+)'/g);
  const payouts = ["awaiting_approval", "canceled", ...ends].map((end) => `payout.${end}`);
  const refunds = ["needs_destination", "awaiting_approval", "canceled", ...ends].map(
    (end) => `refund.${end}`,
  );
  const batches = payoutBatchStatuses
    .filter((status) => status !== "validating" && status !== "processing")
    .map((end) => `payout_batch.${end}`);
  expect(
    sorted([...named, ...payouts, ...batches, ...refunds, ...checks.map((end) => `kyc.${end}`)]),
  ).toEqual(sorted(eventTypes));
});

test("SQL adds the jobs that workers know, and no others", async ({ fileDatabase }) => {
  const source = await sourceOf(fileDatabase);
  const enqueued = findAll(source, /(?:enqueue|queue_next)_jobs\(\s*'(\w+)'/g);
  const reconciled = findAll(await sourceOf(fileDatabase, "waiting_rows"), /\(select '(\w+)'/gi);
  const delivery = await fileDatabase.anyFirst(sql.type(text)`
    select delivery_task(is_slow) as text from unnest(array[true, false]) is_slow`);
  expect(sorted([...enqueued, ...reconciled, ...delivery])).toEqual(sorted(jobNames));
});

test("SQL and the workers know the same queues, and put every job into the same one", async ({
  fileDatabase,
}) => {
  const names = await fileDatabase.anyFirst(sql.type(text)`select unnest(queue_names()) as text`);
  expect(sorted(names)).toEqual(sorted(queues.map(({ name }) => name)));
  const viewed = await fileDatabase.anyFirst(sql.type(text)`
    select table_schema as text from information_schema.view_table_usage
    where view_name = 'queued_jobs' and table_name = '_private_jobs'`);
  expect(sorted(viewed)).toEqual(sorted(names));
  for (const { name, environment, jobClass } of queues) {
    const added = sql.type(z.object({ added: z.number() }))`
      select add_new_jobs(${name}, 'none', '{}', '{}', '{}', now(), 0::smallint) as added`;
    expect(await fileDatabase.oneFirst(added), name).toBe(0);
    for (const task of jobClasses[jobClass]) {
      const queue = sql.type(text)`select job_queue(${task}, ${environment}) as text`;
      expect(await fileDatabase.oneFirst(queue), task).toBe(name);
    }
  }
});

test("SQL announces the results that requests wait for, and no others", async ({ fileDatabase }) => {
  const announced = findAll(await sourceOf(fileDatabase), /notify_results?\('(\w+)[:']/g);
  expect(announced).toEqual(sorted(resultKinds));
});

test("references have the prefixes and the form that the ingress accepts", async ({ fileDatabase }) => {
  const prefixes = findAll(await sourceOf(fileDatabase), /new_reference\('(\w+)'\)/g);
  expect(prefixes).toContain("evt");
  expect(sorted(referencePrefixes)).toEqual(expect.arrayContaining(prefixes));
  for (const prefix of referencePrefixes) {
    const made = await fileDatabase.oneFirst(sql.type(text)`select new_reference(${prefix}) as text`);
    expect(made).toMatch(referencePattern(prefix));
  }
});

test("every SQLSTATE of our own has a name", async ({ fileDatabase }) => {
  const raised = findAll(await sourceOf(fileDatabase), /errcode = '(PB\d+)'/g);
  const readme = await readFile(new URL("../../sql/README.md", import.meta.url), "utf8");
  expect(raised).toContain("PB002");
  expect(raised).toEqual(findAll(readme, /^\| (PB\d+)/gm));
  for (const code of raised) expect(errorName(Object.assign(new Error(), { code })), code).toBeDefined();
});

test("a merchant's origin is accepted by the table exactly if the ingress accepts it", async ({
  fileDatabase,
}) => {
  const [, condition] = /^CHECK (.*?)(?: NOT VALID)?$/s.exec(
    await definitionOf(fileDatabase, "merchant_origin_is_exact"),
  )!;
  const [https, localhost] = Array.from(condition!.matchAll(/'(\^.*?\$)'::text/g), ([, pattern]) => pattern!);
  const origins = [
    "https://shop.example",
    "https://shop.example:8443",
    "https://a-b.shop.example",
    "https://[2001:db8::1]",
    "http://localhost",
    "http://localhost:3000",
    "http://shop.example",
    "http://127.0.0.1",
    "https://*.shop.example",
    "https://shop.example/",
    "https://shop.example;",
    "https://shop.example, https://other.example",
    "https://-shop.example",
    "https://shop..example",
    "https://user@shop.example",
    "https://shop_.example",
    "null",
    "",
  ];
  for (const origin of origins) {
    const isStored = await fileDatabase.oneFirst(sql.type(z.object({ stored: z.boolean() }))`
      select ${origin} ~ ${https!} or ${origin} ~ ${localhost!} as stored`);
    expect({ origin, isStored }).toEqual({ origin, isStored: parseOrigin(origin) === origin });
  }
});

test("a virtual account lives as long as the API and the table both allow", async ({ fileDatabase }) => {
  const definition = await definitionOf(fileDatabase, "virtual_account_expiry_is_bounded");
  const bounds = findAll(definition, /\D(\d+)\b/g).map(Number);
  const body = { customerEmail: "payer@example.com", amount: { value: 10_000, currency: "NGN" } };
  const accepts = (expiresInMinutes: number) =>
    createVirtualAccount.request.body!.safeParse({ ...body, expiresInMinutes }).success;
  expect(bounds.toSorted((a, b) => a - b)).toEqual([1, 10_080]);
  expect([0, 1, 10_080, 10_081].map(accepts)).toEqual([false, true, true, false]);
});

describe("the checkout", () => {
  /** All sources of the page, wherever a refactoring puts them. */
  async function readCheckout(): Promise<string> {
    const folders = ["../../ingress/checkout/", "../../widget/checkout/"].map(
      (path) => new URL(path, import.meta.url),
    );
    const sources = folders.map(async (folder) => {
      const names = await readdir(folder, { recursive: true });
      return Promise.all(
        names.filter((name) => /\.tsx?$/.test(name)).map((name) => readFile(new URL(name, folder), "utf8")),
      );
    });
    return (await Promise.all(sources)).flat(2).join("\n");
  }

  test("gives a payer as many minutes as its page says", async ({ fileDatabase }) => {
    const [, minutes] = /request_virtual_account\([^)]*?, due, (\d+),/.exec(
      await sourceOf(fileDatabase, "start_checkout_session"),
    )!;
    const page = await readCheckout();
    expect(findAll(page, /\b(\d+) minutes\b/g)).toEqual([minutes]);
    expect(findAll(page, /WINDOW_SECONDS = (\d+) \* 60;/g)).toEqual([minutes]);
  });

  test("waits for late money as long as it settles", async ({ fileDatabase }) => {
    const [, hours] = /expires_at \+ interval '(\d+) hours'/.exec(
      await sourceOf(fileDatabase, "settle_credit"),
    )!;
    expect(findAll(await readCheckout(), /LATE_MS = (\d+) \* 60 \* 60_000;/g)).toEqual([hours]);
  });
});

describe("the documents have the schedule", () => {
  const read = async (path: string) =>
    (await readFile(new URL(`../../docs/${path}`, import.meta.url), "utf8")).replaceAll(/\s+/g, " ");

  test("of webhook retries", async ({ fileDatabase }) => {
    const [second, minute, hour] = [1, 60, 3_600];
    expect(await scheduleOf(fileDatabase, "record_attempts")).toEqual([
      5 * second,
      5 * minute,
      30 * minute,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
    ]);
    expect(await read("merchants/webhooks.md")).toContain(
      "after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h",
    );
  });

  test("of payout confirmations", async ({ fileDatabase }) => {
    expect(await scheduleOf(fileDatabase, "next_poll_time")).toEqual([10, 30, 60, 120, 240, 600, 1_800]);
    expect(await read("operating/payouts.md")).toContain(
      "after 10 s, 30 s, 1, 2, 4, 10 and 30 min, then hourly for a day",
    );
  });
});

test("a Retry-After counts up to the same limit for workers and SQL", async ({ fileDatabase }) => {
  const [, hours] = /retry_after_seconds\), interval '(\d+) hours'\)/.exec(
    await sourceOf(fileDatabase, "record_attempts"),
  )!;
  expect(parseRetryAfter("999999999")).toBe(Number(hours) * 3_600);
});

test("what a role may, and which scopes move money, is the same in SQL, the ingress and the dashboard", async ({
  fileDatabase,
}) => {
  const permissions = ["read", "develop", "collect", "pay", "approve", "own"] as const;
  for (const role of memberRoles) {
    const may = await fileDatabase.anyFirst(sql.type(text)`
      select p as text from unnest(${sql.array([...permissions], "text")}) p where role_may(${role}, p)`);
    expect(may).toEqual(permissionsOf[role]);
  }
  const money = await fileDatabase.anyFirst(sql.type(text)`select unnest(money_scopes()) as text`);
  expect([money, dashboardMoneyScopes]).toEqual([[...moneyScopes], [...moneyScopes]]);
});
