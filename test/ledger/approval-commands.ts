import { z } from "zod";
import { decideApproval } from "../../sql/approvals/approvals.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { notePayouts } from "./batch-commands.ts";
import type { World } from "./ledger-world.ts";

/** Approves or rejects one of the payments that wait for it: a payout, a refund, a batch, or the accept of a credit. */
export async function decidePayment(world: World, nth: number, approves: boolean): Promise<void> {
  const waiting = [
    ...world.payouts.filter(({ approval }) => approval === "needed"),
    ...world.batches.filter(
      ({ approval, canceled, runs }) =>
        approval === "needed" && !canceled.some(({ run }) => run === runs.length),
    ),
    ...world.transactions.filter(({ awaiting }) => awaiting !== undefined),
  ];
  const chosen = waiting[nth % waiting.length];
  if (chosen?.tenant === undefined) return;
  const reference = "reference" in chosen ? chosen.reference : chosen.awaiting!;
  const decision = { tenant: chosen.tenant, reference, approves, ...asOperator };
  if ((await decideApproval(world.database, decision)).outcome !== "decided") return;
  if ("resolved" in chosen) {
    delete chosen.awaiting;
    if (approves) chosen.resolved.push({ how: "accept", to: chosen.tenant, isTooEarly: false });
    return;
  }
  if ("runs" in chosen) {
    if (!approves) chosen.canceled.push({ run: chosen.runs.length, why: "rejected" });
    else {
      chosen.approval = "approved";
      await notePayouts(world);
    }
    return;
  }
  chosen.approval = approves ? "approved" : "rejected";
  if (!approves) chosen.cancellations += 1;
}

/** Notes payments whose approval has expired. Nothing else runs meanwhile. */
export async function noteExpired({ database, payouts }: World): Promise<void> {
  const waiting = payouts.filter(
    ({ approval, cancellations }) => approval === "needed" && cancellations === 0,
  );
  const expired = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from payouts
    where id = any(${sql.array(
      waiting.map(({ id }) => id),
      "int8",
    )}) and cancel_reason = 'expired'`);
  for (const payout of waiting.filter(({ id }) => expired.includes(id))) {
    payout.approval = "expired";
    payout.cancellations += 1;
  }
}
