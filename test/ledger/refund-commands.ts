import { z } from "zod";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { refundJson } from "../../sql/refunds/refund-json.ts";
import { acceptRefund, setRefundDestination } from "../../sql/refunds/refunds.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { destination, idOf, resolveDestination } from "../helpers/records.ts";
import type { Command, Payout, World } from "./ledger-world.ts";

/** Refunds one of a merchant's paid collections, or what is left of it. The first of each merchant has its payer. */
export async function refund(
  world: World,
  tenant: Tenant,
  { of: nth, key: number, amount: kobo }: Extract<Command, { do: "refund" }>,
): Promise<void> {
  const { database } = world;
  const paid = await database.anyFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from collections
    where (merchant_id, environment, status, currency)
      = (${tenant.merchantId}, ${tenant.environment}, 'succeeded', 'NGN')
    order by id`);
  const collection = paid[nth % paid.length]!;
  await resolveDestination(database, tenant);
  const key = `refund-${number}`;
  const decision = await acceptRefund(database, {
    tenant,
    collection,
    reason: "other",
    least: 100n,
    idempotencyKey: key,
    requestHash: Buffer.from(`${collection} ${kobo}`),
    amount: kobo === undefined ? null : BigInt(kobo),
    ...asOperator,
  });
  if (decision.outcome !== "accepted") return;
  const { reference, status, amount, fees } = refundJson.parse(decision.refund);
  world.payouts.push({
    tenant,
    id: await idOf(database, "payouts", reference),
    reference,
    key,
    collection,
    ...(status === "needs_destination" && { neededDestination: "still" }),
    amount: BigInt(amount.value),
    purpose: "refund",
    isExempt: false,
    fees: Object.fromEntries(fees.map((fee) => [fee.kind, fee.amount.value])),
    sends: 0,
    fences: [],
    overwritten: 0,
    ends: [],
    decisions: [],
    cancellations: 0,
  });
}

export async function setDestination({ database }: World, waiting: Payout): Promise<void> {
  const { tenant, reference } = waiting;
  await resolveDestination(database, tenant);
  const set = { tenant, reference, ...destination, ...asOperator };
  const { outcome } = await setRefundDestination(database, set);
  if (outcome === "accepted") waiting.neededDestination = "once";
}

/** Notes refunds that were canceled because they needed a destination for 90 days. Nothing else runs meanwhile. */
export async function noteLapsed({ database, payouts }: World): Promise<void> {
  const waiting = payouts.filter(
    ({ neededDestination, cancellations }) => neededDestination === "still" && cancellations === 0,
  );
  const ids = waiting.map(({ id }) => id);
  const lapsed = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from payouts
    where id = any(${sql.array(ids, "int8")}) and status = 'canceled'
      and updated_at >= created_at + interval '90 days'`);
  for (const payout of waiting) if (lapsed.includes(payout.id)) payout.cancellations += 1;
}
