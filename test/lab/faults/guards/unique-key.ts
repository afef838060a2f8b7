import type { Guard } from "../run.ts";

/**
 * A key creates one payout, however often it is sent: the payout's unique reference is derived from the key, and
 * accept_payouts() looks it up under the account's lock. Both are broken.
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
      file: "sql/payouts/accept_payouts.sql",
      from: `payout_reference(t.merchant, r.environment, r."idempotencyKey")`,
      to: "new_reference('pyt')",
    },
  ],
  shownBy: ["UNTOLD", "KEY_MADE_SEVERAL", "KEY_REUSED"],
  options: { "--minutes": "0.5" },
};
