import type { Guard } from "../run.ts";

/**
 * A key creates one payout, however often it is sent. Three things ensure it, each of which covers the others:
 * accept_payouts() looks up the key under the account's lock, a constraint of the table, and the payout's reference,
 * which is derived from the key. All are broken.
 */
export const guard: Guard = {
  name: "the unique key",
  edits: [
    {
      file: "sql/payouts/accept_payouts.sql",
      from: "select p.request_hash from payouts p",
      to: "select null::bytea as request_hash from payouts p",
    },
    {
      file: "sql/migrations/0009_payouts.sql",
      from: "constraint payout_idempotency_key_is_unique unique (merchant_id, environment, idempotency_key)",
      to: "constraint payout_idempotency_key_is_unique check (true)",
    },
    {
      file: "sql/payouts/reserve_payouts.sql",
      from: `payout_reference(m.reference, r.environment, r."idempotencyKey")`,
      to: "new_reference('pyt')",
    },
  ],
  shownBy: ["UNTOLD", "KEY_MADE_SEVERAL", "KEY_REUSED"],
  options: { "--minutes": "0.5" },
};
