import type { Guard } from "../run.ts";

/**
 * An accepted payout is carried out: its job is written with it. If the job is lost, reconcile() finds the payout by
 * waiting_rows(). Both are broken.
 */
export const guard: Guard = {
  name: "the job in the transaction",
  edits: [
    {
      file: "sql/payouts/reserve_payouts.sql",
      from: "where p.id = any (payout_ids) group by p.environment;",
      to: "where false group by p.environment;",
    },
    {
      file: "sql/queue/waiting_rows.sql",
      from: "'status = ''pending'' and held_since is null') r)",
      to: "'status = ''pending'' and held_since is null') r where false)",
    },
  ],
  shownBy: ["NEVER_SENT"],
  options: { "--minutes": "0.5", "--patience": "20" },
};
