import { z } from "zod";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { refundJson, type RefundJson } from "../../sql/refunds/refund-json.ts";
import { acceptRefund, returnCredit, setRefundDestination } from "../../sql/refunds/refunds.ts";
import { findByReference } from "../../sql/process/pages.ts";
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
  if (decision.outcome === "accepted") await noteRefund(world, { tenant, key, collection }, decision.refund);
}

/** Sends back one of the world's unmatched credits: those that do not wait are refused. */
export async function sendBack(world: World, nth: number): Promise<void> {
  const { database, transactions } = world;
  const row = z.object({ reference: z.string(), provider_reference: z.string(), collection: z.string() });
  const unmatched = await database.any(sql.type(row)`
    select cr.reference, cr.provider_reference, c.reference as collection
    from credits cr join collections c on c.id = cr.collection_id
    where cr.unmatched_reason is not null
      and cr.provider_reference = any(${sql.array(
        transactions.map(({ report }) => report.providerReference),
        "text",
      )})
    order by cr.id`);
  const chosen = unmatched[nth % unmatched.length];
  const credit = transactions.find(({ report }) => report.providerReference === chosen?.provider_reference);
  if (chosen === undefined || credit?.tenant === undefined) return;
  const { tenant } = credit;
  await resolveDestination(database, tenant);
  const { reference, collection } = chosen;
  const decision = await returnCredit(database, { tenant, reference, least: 100n, ...asOperator });
  if (decision.outcome !== "accepted") return;
  const made = (await findByReference(database, "refunds", tenant, decision.credit.refund!))!;
  await noteRefund(world, { tenant, key: made.reference, collection, credit }, made);
}

async function noteRefund(
  { database, payouts }: World,
  made: Pick<Payout, "tenant" | "key" | "collection" | "credit">,
  json: RefundJson,
): Promise<void> {
  const { reference, status, cancelReason, destination: known, amount, fees } = refundJson.parse(json);
  payouts.push({
    ...made,
    id: await idOf(database, "payouts", reference),
    reference,
    ...(known === undefined && { neededDestination: "still" }),
    // Its time may be over by now.
    ...((status === "awaiting_approval" || cancelReason !== undefined) && { approval: "needed" as const }),
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
  const decision = await setRefundDestination(database, set);
  if (decision.outcome !== "accepted") return;
  waiting.neededDestination = "once";
  if (decision.refund.status === "awaiting_approval") waiting.approval = "needed";
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

/** Notes what became of returns after their credits were in the balance: the books say which of the two was first. */
export async function noteReturns({ database, payouts }: World): Promise<void> {
  const returns = payouts.filter(({ credit }) => credit !== undefined && credit.resolved.length > 0);
  if (returns.length === 0) return;
  const row = z.object({ id: z.bigint(), kinds: z.array(z.string()) });
  const rows = await database.any(sql.type(row)`
    select p.id, array(
      select replace(j.kind, 'return_', '') from ledger_journals j
      where j.subject = p.reference and j.id > (
        select a.id from ledger_journals a
        where a.subject = cr.reference and a.kind in ('credit_accepted', 'credit_released')
      )
    ) as kinds
    from payouts p join credits cr on cr.id = p.credit_id
    where p.id = any(${sql.array(
      returns.map(({ id }) => id),
      "int8",
    )})`);
  const found = new Map(rows.map(({ id, kinds }) => [id, kinds]));
  for (const one of returns) one.inBalance = found.get(one.id)!;
}
