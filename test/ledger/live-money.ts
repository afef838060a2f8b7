import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Connection, Database } from "../../sql/process/database.ts";
import type { GatewayName } from "../../workers/gateways/manifest/manifests.ts";
import { type ClaimedPayout, type PayoutEnd } from "../../sql/payouts/payouts.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createVirtualAccount } from "../helpers/records.ts";
import { finishPayout, claimPayouts } from "../helpers/worker-steps.ts";
import { acceptTestPayout, findPayout } from "../payouts/accept-test-payouts.ts";

/** What each gateway holds by the books, in kobo, of those that hold or owe something. */
export async function floatsOf(database: Connection): Promise<Partial<Record<GatewayName, number>>> {
  const rows = await database.any(sql.type(z.object({ gateway: z.string(), held: z.bigint() }))`
    select gateway, held from float_balances where currency = 'NGN' and held <> 0`);
  return Object.fromEntries(rows.map(({ gateway, held }) => [gateway, Number(held)]));
}

/** What all live naira accounts of the ledger add up to: zero, or the books are wrong. */
export async function liveSum(database: Connection): Promise<bigint> {
  return database.oneFirst(sql.type(z.object({ sum: z.bigint() }))`
    select sum(balance)::bigint as sum from ledger_balances where environment = 'live' and currency = 'NGN'`);
}

/** Money that came in through a live gateway, booked. For no account of ours without a tenant: it waits in suspense. */
export async function creditThrough(
  database: Connection,
  gateway: GatewayName | null,
  amount: bigint,
  tenant?: Tenant,
): Promise<void> {
  const recipient = tenant === undefined ? "va_unknown" : await accountAt(database, tenant, gateway, amount);
  await database.query(sql.type(z.object({}))`
    select settle_credit(c.credit_id)
    from record_credit(
      'live', ${recipient}, ${randomUUID()}, ${amount}, 'NGN', null, p_through => ${gateway}
    ) c`);
}

async function accountAt(database: Connection, tenant: Tenant, gateway: string | null, amount: bigint) {
  const { reference } = await createVirtualAccount(database, tenant, amount);
  await database.query(sql.type(z.object({}))`
    update virtual_accounts set provisioned_through = ${gateway} where reference = ${reference}`);
  return reference;
}

/** A live payout of ₦10, which costs ₦10, claimed for a gateway. */
export async function claimThrough(database: Database, gateway: GatewayName, tenant: Tenant) {
  const reference = await acceptTestPayout(database, tenant);
  const { id } = await findPayout(database, reference);
  const [claim] = await claimPayouts(database, [id], { waits: true, liveGateways: [gateway] });
  return { id, reference, claim: claim as ClaimedPayout };
}

/** The same, ended so. */
export async function payThrough(
  database: Database,
  gateway: GatewayName,
  tenant: Tenant,
  end: PayoutEnd["kind"],
) {
  const payout = await claimThrough(database, gateway, tenant);
  const result = end === "failed" ? { kind: end, code: "TRANSFER_FAILED", message: "No." } : { kind: end };
  await finishPayout(database, payout.claim, result);
  return payout;
}
