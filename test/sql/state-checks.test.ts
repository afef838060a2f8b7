import { expect } from "vitest";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { createFundedMerchant, createVirtualAccount, fund } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayout } from "../payouts/accept-test-payouts.ts";

// What no table of states (states.md) allows, and the check that refuses it.
test.for([
  ["payouts", "submitted_at = now()", "only_a_claimed_payout_is_sent"],
  ["payouts", "next_confirmation_at = now()", "only_a_claimed_payout_is_sent"],
  ["payouts", "status = 'canceled', submitted_at = now()", "only_a_claimed_payout_is_sent"],
  ["payouts", "status = 'processing'", "a_processing_payout_was_submitted"],
  ["payouts", "status = 'succeeded', submitted_at = now()", "a_paid_payout_is_settled"],
  ["payouts", "status = 'processing', submitted_at = now(), settled_at = now()", "a_paid_payout_is_settled"],
  [
    "payouts",
    "status = 'processing', submitted_at = now(), held_since = now()",
    "only_a_pending_payout_is_held",
  ],
  ["payouts", "status = 'failed', submitted_at = now()", "failed_payout_says_why"],
  ["collections", "status = 'underpaid'", "an_underpaid_collection_has_received"],
  ["collections", "status = 'failed', amount_received = 1", "nothing_reaches_an_unopened_collection"],
  ["collections", "status = 'succeeded'", "settled_collection_has_a_time"],
  ["events", "delivery_status = 'delivered'", "pending_event_has_a_next_attempt"],
  [
    "events",
    "delivery_status = 'exhausted', next_attempt_at = null, claimed_by = 1, claimed_until = now()",
    "only_a_pending_event_is_sent",
  ],
] as const)("no row of %s is %s: %s", async ([table, change, constraint], { database, databaseUrl }) => {
  const tenant = await createFundedMerchant(database, 5_000n);
  await setWebhookEndpoint(database, testEncryptionKeys, tenant, "https://example.com/", {});
  if (table === "payouts") await acceptTestPayout(database, tenant);
  else if (table === "collections") await createVirtualAccount(database, tenant, 100n);
  else await fund(database, tenant, 500n);
  const last = `id = (select max(id) from ${table})`;
  await expect(runSql(databaseUrl, `update ${table} set ${change} where ${last}`)).rejects.toThrow(
    constraint,
  );
});
