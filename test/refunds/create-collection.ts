import { randomBytes, randomUUID } from "node:crypto";
import type { Connection, Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { acceptRefund } from "../../sql/refunds/refunds.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { createVirtualAccount, payIn, resolveDestination } from "../helpers/records.ts";

/** The account that test collections are paid from, and its holder as the bank has it. */
export const payer = { bankCode: "058", accountNumber: "0123456789", accountName: "KEMI AMINA UDOH" };
export const bankName = "Guaranty Trust Bank";
/** The payer as a provider reports it. */
export const fromPayer = { name: "Udoh Kemi A. Amina", bankName, accountNumber: payer.accountNumber };

/** A collection that a payer has paid from an account; returns its reference. The bank has just named the holder. */
export async function createPaidCollection(
  database: Database,
  tenant: Tenant,
  amount: bigint,
  from: Record<string, string> = fromPayer,
): Promise<string> {
  const account = await createVirtualAccount(database, tenant, amount);
  const { environment } = tenant;
  const outcome = await payIn(database, account.reference, amount, { environment, payer: from });
  if (outcome !== "settled") throw new Error(`the credit was not settled: ${outcome}`);
  await resolveDestination(database, tenant, payer);
  return account.collection.reference;
}

/** A refund as the ingress asks for it, with a key and a body of its own unless given. */
export const refundRequest = (tenant: Tenant, collection: string) => ({
  tenant,
  collection,
  reason: "other",
  least: 100n,
  idempotencyKey: randomUUID(),
  requestHash: randomBytes(32),
  ...asOperator,
});

/** Accepts a refund; returns its reference. */
export async function createRefund(
  database: Connection,
  tenant: Tenant,
  collection: string,
  given: { amount?: bigint } = {},
): Promise<string> {
  const decision = await acceptRefund(database, { ...refundRequest(tenant, collection), ...given });
  if (decision.outcome !== "accepted") throw new Error(`the refund was refused: ${decision.outcome}`);
  return decision.refund.reference;
}
