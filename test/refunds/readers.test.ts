import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What takes refunds for payouts on purpose: they are sent, held, measured and reconciled like any payout. */
const alsoRefunds = [
  "scripts/ops/charges/tax-report.sql",
  "scripts/ops/payouts/payout-rates.sql",
  "scripts/ops/payouts/payouts-to-review.sql",
  "scripts/ops/payouts/unfinished-payouts.sql",
  "sql/floats/payouts_under_way.sql",
  "sql/gateways/record_provider_notice.sql",
  "sql/payout-batches/cancel_batch_slice.sql",
  "sql/payout-batches/has_payouts_under_way.sql",
  "sql/payout-batches/items/check_batch_items.sql",
  "sql/payout-batches/pay_batch_slice.sql",
  "sql/payout-batches/start_payout_batch.sql",
  "sql/payouts/accept_payouts.sql",
  "sql/payouts/cancel_payout.sql",
  "sql/payouts/claim_payouts.sql",
  "sql/payouts/freezes/claimed_before_freeze.sql",
  "sql/payouts/freezes/list_payout_freezes.sql",
  "sql/payouts/freezes/lock_payout_freezes.sql",
  "sql/payouts/freezes/release_payouts.sql",
  "sql/payouts/gateways/may_be_sent_elsewhere.sql",
  "sql/payouts/holds/hold_after_restore.sql",
  "sql/payouts/holds/hold_blocked_payouts.sql",
  "sql/process/metrics/measure_payouts.sql",
  "sql/process/metrics/measure_service.sql",
  "sql/queue/next_rows.sql",
  "sql/queue/waiting_rows.sql",
  "sql/reconciliation/find_differences.sql",
  "sql/reconciliation/finish_statement.sql",
  "sql/reconciliation/poll_differences.sql",
];

const manyRows = /\b(?:from|join) payouts\b(?! \w+ (?:where|on) \w+\.(?:id|reference) =)/;

test("who lists payouts decides whether refunds are among them", () => {
  const files = globSync(["sql/*/**/*.{sql,ts}", "scripts/ops/**/*.sql"], {
    cwd: root,
    exclude: ["sql/migrations/**"],
  });
  const undecided = files.filter((file) => {
    const source = readFileSync(`${root}${file}`, "utf8");
    return manyRows.test(source) && !source.includes("collection_id");
  });
  expect(undecided.toSorted()).toEqual(alsoRefunds);
});
