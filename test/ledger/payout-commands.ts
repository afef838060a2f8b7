import { z } from "zod";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { cancelPayout, decidePayout } from "../../sql/payouts/decisions.ts";
import { payoutJson } from "../../sql/payouts/payout-json.ts";
import { acceptPayouts, claimPayoutConfirmation, type PayoutEnd } from "../../sql/payouts/payouts.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { idOf } from "../helpers/records.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { letPollBecomeDue } from "../payouts/accept-test-payouts.ts";
import type { Command, Payout, World } from "./ledger-world.ts";

/** Returns what to ask once something is priced: whether salaries were exempt from duty; undefined if that changed. */
export function exemptionMeanwhile({ withdrawn }: World, { merchantId }: Tenant): () => boolean | undefined {
  const before = withdrawn.get(merchantId);
  return () => (before === "certainly" ? false : withdrawn.has(merchantId) ? undefined : true);
}

/** Payouts of one call, each with a key of its own. */
export async function payOut(
  world: World,
  tenant: Tenant,
  { key: number, amounts, purpose }: Extract<Command, { do: "pay out" }>,
): Promise<void> {
  const readExemption = exemptionMeanwhile(world, tenant);
  const requests = amounts.map((kobo, nth) => ({
    ...tenant,
    idempotencyKey: `key-${number}-${nth}`,
    requestHash: Buffer.from(`${kobo} ${purpose}`),
    amount: BigInt(kobo),
    purpose,
    ...asOperator,
  }));
  const decisions = await acceptPayouts(world.database, requests);
  const isExempt = readExemption();
  for (const [nth, decision] of decisions.entries()) {
    if (decision.outcome !== "accepted") continue;
    const { amount, idempotencyKey: key } = requests[nth]!;
    const { reference, status, fees: listed } = payoutJson.parse(decision.payout);
    const id = await idOf(world.database, "payouts", reference);
    const fees = Object.fromEntries(listed.map((fee) => [fee.kind, fee.amount.value]));
    const none = { sends: 0, fences: [], overwritten: 0, ends: [], decisions: [], cancellations: 0 };
    const approval = status === "awaiting_approval" && ({ approval: "needed" } as const);
    world.payouts.push({ tenant, id, reference, key, amount, purpose, isExempt, fees, ...none, ...approval });
  }
}

type PayoutCommand = Extract<
  Command,
  { do: "send payout" | "poll payout" | "cancel payout" | "finish payout" | "decide payout" }
>;

export async function movePayout({ database }: World, payout: Payout, command: PayoutCommand): Promise<void> {
  switch (command.do) {
    case "send payout": {
      const claimed = await claimPayout(database, payout.id);
      if (claimed === null) return;
      payout.sends += 1;
      payout.fences.push(claimed.fence);
      return;
    }
    case "poll payout": {
      await letPollBecomeDue(database, payout.id);
      const claimed = await claimPayoutConfirmation(database, { payoutId: payout.id });
      if (claimed !== null) payout.fences.push(claimed.fence);
      return;
    }
    case "cancel payout": {
      const { outcome } = await cancelPayout(database, {
        tenant: payout.tenant,
        reference: payout.reference,
        ...asOperator,
      });
      if (outcome === "canceled") payout.cancellations += 1;
      return;
    }
    case "decide payout": {
      // A provider contradicted itself, or said nothing for long.
      await database.query(sql.type(z.object({}))`
        update payouts set needs_review = true where id = ${payout.id}`);
      const { outcome } = await decidePayout(database, {
        reference: payout.reference,
        outcome: command.outcome,
        acting: { actor: "Ada", reason: "She saw the provider's list." },
      });
      if (outcome === "decided") payout.decisions.push(command.outcome);
      return;
    }
    case "finish payout": {
      const claims = payout.fences.toSorted((a, b) => Number(b - a));
      const fence = claims[command.claim % claims.length];
      if (fence === undefined) return;
      const told = await finishPayout(database, { id: payout.id, fence }, endOf(command.outcome));
      if (told !== "done") return;
      payout.ends.push(command.outcome);
      if (fence !== claims[0]) payout.overwritten += 1;
    }
  }
}

function endOf(kind: PayoutEnd["kind"]): PayoutEnd {
  if (kind === "failed") return { kind, code: "DESTINATION_REJECTED", message: "No." };
  // A bank that takes money back is polled again.
  return kind === "succeeded" ? { kind, confirmAgainAfterMs: 60_000 } : { kind };
}
