import { z } from "zod";
import type { Connection } from "../../sql/database.ts";
import { createPaymentLink, type NewPaymentLink } from "../../sql/queries/payment-links.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";

const usual: NewPaymentLink = {
  title: "Lamp",
  amountType: "fixed",
  amount: 500_000n,
  minAmount: null,
  maxAmount: null,
  linkType: "one_time",
  customer: null,
  successRedirectUrl: null,
};

/** Adds a payment link, one-time and of 5,000 naira unless told otherwise; returns its slug. */
export async function createLink(
  connection: Connection,
  tenant: Tenant,
  terms: Partial<NewPaymentLink> = {},
): Promise<string> {
  const link = await createPaymentLink(connection, tenant, { ...usual, ...terms });
  return z.object({ slug: z.string() }).parse(link).slug;
}
