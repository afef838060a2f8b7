import { z } from "zod";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Command, Payout, World } from "./ledger-world.ts";

/** An operator's command; whether it was done. It is refused where its rules say so. */
async function operate({ database }: World, statement: ReturnType<typeof sql.fragment>): Promise<boolean> {
  try {
    await database.query(sql.type(z.object({}))`${statement}`);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "PB008") return false;
    throw error;
  }
}

export async function refundCharges(world: World, payout: Payout, kinds: string[]): Promise<void> {
  const refund = sql.fragment`select from refund_charges(${payout.reference}, ${sql.array(kinds, "text")}, null)`;
  if (!(await operate(world, refund))) return;
  // A tax of nothing, as refunds have, is not given back.
  const given = Object.entries(payout.fees).filter(([kind, fee]) => kinds.includes(kind) && fee > 0);
  payout.refunded = { service: 0, ...Object.fromEntries(given) };
}

export async function withdrawExemption(world: World, { merchantId }: Tenant): Promise<void> {
  if (!world.withdrawn.has(merchantId)) world.withdrawn.set(merchantId, "perhaps");
  await operate(world, sql.fragment`select set_exemptions(${merchantId}, false, null)`);
  world.withdrawn.set(merchantId, "certainly");
}

export async function remitTax(
  world: World,
  { kind, key, amount }: Extract<Command, { do: "remit tax" }>,
): Promise<void> {
  const reference = `${world.tenants[0]!.merchantId}-${key}`;
  const remit = sql.fragment`select remit_tax(${kind}, ${amount}, ${reference}, null)`;
  if (await operate(world, remit)) world.remitted.set(reference, { kind, amount: BigInt(amount) });
}
