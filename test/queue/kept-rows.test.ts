import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import {
  createFundedMerchant,
  createPayout,
  createVirtualAccount,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const purge = "test/queue/purge-expired-rows.test.ts";
const byAge = `${purge}: deletes each kind of row after its term, and not before`;
const unpaid = `${purge}: keeps an account that payers or tests asked for where money came, and knows money for what is gone`;
const checks = `${purge}: forgets checks without a result, and records that were never paid for`;
const stored =
  "test/verification/stored.test.ts: of a draft goes 90 days after somebody worked on it, and no earlier";
const oldEvents = `${purge}: deletes an old event that waits for its endpoint, and none that is being sent`;
const requestLog =
  "test/requests/request-log.test.ts: keeps 50,000 requests of a merchant's day, counts the others, and forgets them after 30 days";
const waiting =
  "test/identity/identity-checks.test.ts: is refused while a hundred of the merchant wait, and nothing is reserved for it";

/** Why the rows of a table do not grow without end. At least one of them; a test is "file: title". */
type Kept = {
  /** The test that sees them deleted after their term, and not before. */
  term?: string;
  /** There are so many at most: the test that sees one more refused, or take another's place. */
  bound?: string;
  /** There is one for each of something that is bounded: the unique constraint or index that says so. */
  oneEach?: string;
  /** Business records, or made by operators and migrations alone. Not to be used for what costs nothing. */
  forever?: string;
};

const kept: Record<string, Kept> = {
  api_keys: {
    term: byAge,
    bound:
      "test/merchants/dashboard-keys.test.ts: more than 100 keys that work, however many are asked for at once",
  },
  approval_policies: {
    bound:
      "test/approvals/policies.test.ts: is one of two of a merchant at most: the one that applies, and one that waits",
  },
  approvals: { oneEach: "approval_is_requested_once" },
  applied_files: { forever: "migrations make them" },
  audit_log: {
    bound:
      "test/audit-log/audit-log.test.ts: grows by 300 changes of a person or a merchant's keys within an hour, and by what takes rights away",
  },
  backups: { oneEach: "backups_pkey" },
  bank_provider_codes: { forever: "migrations make them" },
  balance_polls: { oneEach: "balance_polls_pkey" },
  banks: { forever: "migrations make them" },
  charge_refunds: { forever: "operators make them" },
  checkout_sessions: {
    term: `${purge}: keeps checkout sessions that were paid, and every account and collection`,
    bound: "test/checkout/session-caps.test.ts: are at most 2,000 of a link and 10,000 of a merchant",
  },
  collections: { term: unpaid, forever: "money came, or a live merchant asked with its key" },
  credit_discrepancies: {
    bound:
      "test/collections/credit-discrepancies.test.ts: is kept twenty times for one transaction, and no more",
  },
  credit_notices: {
    term: byAge,
    bound:
      "test/collections/money-through-gateways.test.ts: for an account that nobody has is kept ten thousand times at most",
  },
  credits: { forever: "one for each transaction of a provider" },
  balance_days: { forever: "for each day with movements a few for its kinds" },
  balance_sums: { oneEach: "balance_sums_pkey" },
  daily_totals: { oneEach: "daily_total_is_kept_once" },
  blocked_recipients: { forever: "operators make them" },
  encryption_keys: { forever: "operators change the key" },
  event_bodies: { term: oldEvents },
  events: { term: byAge },
  charges: { forever: "migrations make them" },
  float_changes: {
    term: "test/ledger/floats.test.ts: adds up what floats gained and gave, and keeps no change that is added",
  },
  float_days: {
    term: "test/ledger/provider-balances.test.ts: forgets days that nothing looks at, and keeps the others",
    oneEach: "float_days_pkey",
  },
  float_moves: { forever: "operators make them" },
  floats: { oneEach: "float_is_kept_once" },
  gateway_rules: {
    bound:
      "test/payouts/gateway-rules.test.ts: is refused where it names nothing that there is, and where there are a thousand",
  },
  gateways: { forever: "one for each folder of a gateway" },
  host_checks: { term: byAge },
  idempotency_keys: { term: byAge },
  identity_checks: { term: checks, bound: waiting, forever: "live checks with a result, which cost a fee" },
  identity_records: { term: checks, oneEach: "identity_record_is_kept_once" },
  invitations: {
    term: byAge,
    bound:
      "test/members/invitations.test.ts: goes to nobody who is a member, and 20 go out a day, also at once",
  },
  ledger_accounts: { oneEach: "ledger_account_is_unique" },
  ledger_entries: { forever: "a few for each movement of money" },
  ledger_journals: { forever: "a few for each movement of money" },
  ledger_proofs: { oneEach: "ledger_proofs_pkey" },
  mail_tokens: { term: byAge },
  mails: {
    term: byAge,
    bound:
      "test/people/sign-up.test.ts: sends at most three mails of a kind to one address, whatever is asked",
  },
  memberships: {
    bound:
      "test/members/invitations.test.ts: is not accepted by a person of a hundred merchants, and stays good",
  },
  merchant_origins: {
    bound:
      "test/merchants/dashboard-keys.test.ts: are added in the form that browsers send, 100 at most, and removed by their merchant alone",
  },
  merchant_tiers: { forever: "migrations make them" },
  merchants: {
    bound:
      "test/members/members.test.ts: is shown at once, belongs to who added it, and there are 10 at most",
  },
  name_enquiries: { term: byAge },
  partition_upkeep: { oneEach: "partition_upkeep_pkey" },
  passkeys: {
    bound:
      "test/factors/passkeys.test.ts: is one of 20 at most, also when many are added at once, and one credential is one passkey",
  },
  payment_links: { forever: "a merchant makes each with its key" },
  payout_accounts: {
    bound:
      "test/payouts/payout-accounts-api.test.ts: is one of 200 at most, and of the removed ones the newest 200 are kept",
  },
  payout_batch_items: {
    bound: "test/payout-batches/hostile-csv.test.ts: is refused for %s, with row and column",
    forever: "one for each payout of a batch; those of a batch that was never started go with it",
  },
  payout_batches: {
    term: "test/payout-batches/lapsed-batches.test.ts: goes with its items 30 days after it ended without a start",
    bound:
      "test/payout-batches/lapsed-batches.test.ts: is one of three that wait, and of a hundred within a day",
  },
  payout_freezes: { oneEach: "payout_freeze_is_kept_once" },
  payout_holds: { oneEach: "payout_holds_pkey" },
  payout_limits: { oneEach: "payout_limits_are_kept_once" },
  payout_refusals: { oneEach: "payout_refusal_is_kept_once" },
  payout_use: { term: byAge },
  payouts: { forever: "one for each accepted payout" },
  people: {
    term: "test/people/sign-up.test.ts: is forgotten after seven days where the address was not proved",
    oneEach: "person_email_is_unique",
  },
  proof_attempts: { oneEach: "proof_attempts_pkey" },
  recovery_codes: { bound: "test/factors/passkeys.test.ts: brings recovery codes the first time alone" },
  request_kinds: { oneEach: "request_kind_is_unique" },
  provider_balances: { oneEach: "provider_balances_pkey" },
  provider_notices: {
    term: byAge,
    bound:
      "test/payouts/paystack-notices.test.ts: that fits no payout is kept for operators, ten thousand at most",
  },
  provider_statement_lines: {
    forever: "one for each movement at a provider, on files that operators import",
  },
  provider_statements: { forever: "operators import them", oneEach: "statement_is_imported_once" },
  provider_tariffs: { forever: "operators make them" },
  reconciliation_differences: { oneEach: "difference_is_kept_once" },
  request_log: { term: requestLog },
  request_log_days: { term: requestLog, oneEach: "request_log_days_pkey" },
  sandbox_accounts: { term: byAge },
  sandbox_identities: { term: byAge },
  sandbox_transfers: { term: byAge },
  sessions: {
    term: byAge,
    bound: "test/sessions/sessions.test.ts: is one of 20 at most: the one seen longest ago gives way",
  },
  sign_in_attempts: { term: byAge },
  sign_ins: { term: byAge },
  tax_remittances: { forever: "operators make them" },
  test_clocks: { oneEach: "test_clocks_pkey" },
  totp_secrets: { oneEach: "totp_secrets_pkey" },
  used_challenges: { term: byAge },
  verification_documents: {
    term: stored,
    bound:
      "test/verification/documents.test.ts: a merchant has at most 10 documents, however many come at once",
  },
  verifications: { term: stored, oneEach: "verifications_pkey" },
  virtual_accounts: { term: unpaid, forever: "money came, or a live merchant asked with its key" },
  webhook_attempts: {
    term: byAge,
    bound:
      "test/webhooks/held-events.test.ts: is sent a hundred times at most: then it is exhausted, not replayed and not recovered",
  },
  webhook_claims: { oneEach: "webhook_claims_pkey" },
  signing_secrets: { oneEach: "signing_secret_is_unique" },
  webhook_endpoints: { oneEach: "webhook_endpoint_is_unique" },
  worker_processes: { oneEach: "worker_process_slot_is_unique" },
};

const root = new URL("../../", import.meta.url);
/** How operators are told a time: "30 days", "an hour". */
const isTerm = /(\d+|\ban?) (minute|hour|day|year)s?\b/;
const name = sql.type(z.object({ name: z.string() }));

describe("no row is kept without end", () => {
  test("every table of the database says why it does not grow without a bound or a term", async ({
    fileDatabase,
  }) => {
    const tables = await fileDatabase.anyFirst(name`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
    expect(Object.keys(kept).toSorted()).toEqual(tables.toSorted());
    expect(Object.entries(kept).filter(([, reasons]) => Object.keys(reasons).length === 0)).toEqual([]);
  });

  test("and besides them there are only the queues' tables, in which a row is a job of another row", async ({
    database,
  }) => {
    const tables = await database.anyFirst(name`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = any (queue_names()) group by c.relname`);
    expect(tables.toSorted()).toEqual([
      // None: a name of a queue would be a row for ever.
      "_private_job_queues",
      // One of a key, and the key names a row.
      "_private_jobs",
      // None, since nothing is planned by graphile-worker.
      "_private_known_crontabs",
      // One for each task in the code.
      "_private_tasks",
      // Of graphile-worker.
      "migrations",
    ]);
    const elsewhere = await database.anyFirst(name`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema$|public$)'
        and n.nspname <> all (queue_names())`);
    expect(elsewhere).toEqual([]);

    const tenant = await createFundedMerchant(database, 1_000_000n);
    await resolveDestination(database, tenant);
    await createPayout(database, tenant);
    await createVirtualAccount(database, tenant, 10_000n);
    await database.query(sql.type(z.object({}))`
      select enqueue_jobs('execute_payout', array(select id from payouts)) from generate_series(1, 3)`);
    const [counts] = await database.any(sql.type(z.record(z.string(), z.bigint()))`
      select (select count(*) from queued_jobs where task = 'execute_payout') as jobs,
        (select count(*) from queue_test_money._private_job_queues) as queues,
        (select count(*) from queue_test_lookups._private_job_queues) as queues_of_lookups,
        (select count(*) from queue_test_money._private_known_crontabs) as crontabs`);
    expect(counts).toEqual({ jobs: 1n, queues: 0n, queues_of_lookups: 0n, crontabs: 0n });
  });

  test("and the test or the constraint that holds it is there", async ({ fileDatabase }) => {
    const unique = await fileDatabase.anyFirst(name`
      select i.indrelid::regclass || '.' || i.indexrelid::regclass as name from pg_index i
      where i.indisunique and i.indpred is null`);
    const missing: string[] = [];
    for (const [table, { term, bound, oneEach }] of Object.entries(kept)) {
      if (oneEach !== undefined && !unique.includes(`${table}.${oneEach}`))
        missing.push(`${table}: ${oneEach}`);
      for (const proof of [term, bound].filter((each) => each !== undefined)) {
        const [path, title] = [proof.slice(0, proof.indexOf(": ")), proof.slice(proof.indexOf(": ") + 2)];
        const source = await readFile(new URL(path, root), "utf8").catch(() => "");
        if (!source.includes(`"${title}"`)) missing.push(`${table}: ${proof}`);
        // The test by age writes what its list names.
        if (proof === byAge && !source.includes(`\n  ${table}: {`))
          missing.push(`${table}: is not in its list`);
      }
    }
    expect(missing).toEqual([]);
  });

  test("and operators are told the term of each, as the test of the purge counts it", async () => {
    const [document, source] = await Promise.all(
      ["docs/operating/retention.md", purge].map((path) => readFile(new URL(path, root), "utf8")),
    );
    const section = document!.split("## What is kept, and for how long")[1]!.split(/^## /m)[0]!;
    const rows = [...section.matchAll(/^\| (`.+`) +\| \S.*? +\| (\S.*?) +\|$/gm)].map(([, names, told]) => ({
      tables: [...names!.matchAll(/`(\w+)`/g)].map(([, table]) => table!),
      told: told!,
    }));
    const wrong: string[] = [];
    for (const [n, { tables, told }] of rows.entries()) {
      const terms = told === "the same" ? rows[n - 1]!.told : told;
      const goes = tables.filter((table) => kept[table]?.term !== undefined);
      // A time after which rows go has a test that sees them go, and the other way round.
      if (isTerm.test(terms) !== goes.length > 0) wrong.push(`${tables.join(", ")}: ${terms}`);
      for (const table of goes.filter((each) => kept[each]!.term === byAge)) {
        const aged = new RegExp(`\\n {2}${table}: \\{\\n(?: {4}.*\\n)*? {4}term: "([^"]+)"`).exec(
          source!,
        )![1]!;
        if (!terms.includes(aged.replace(/^1 (?=year)/, "a ").replace(/^1 (?=hour)/, "an ")))
          wrong.push(`${table}: ${terms}, not ${aged}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(rows.flatMap(({ tables }) => tables).toSorted()).toEqual(Object.keys(kept).toSorted());
  });
});
