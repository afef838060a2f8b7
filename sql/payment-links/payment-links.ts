import { z } from "zod";
import type { Connection } from "../process/database.ts";
import type { PaymentLinkJson } from "../payment-links/payment-link-json.ts";
import { call } from "../process/call.ts";
import { findOne } from "../process/find-one.ts";
import type { Tenant } from "../merchants/tenant.ts";

/** Amounts in kobo: `amount` of a fixed link, the bounds of an open one. */
export type NewPaymentLink = {
  title: string;
  amountType: "fixed" | "open";
  amount: bigint | null;
  minAmount: bigint | null;
  maxAmount: bigint | null;
  linkType: "one_time" | "reusable";
  customer: { name?: string | undefined; email?: string | undefined } | null;
  successRedirectUrl: string | null;
  merchantReference?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
};

const create = call("create_payment_link", z.custom<PaymentLinkJson>());

/** Adds a payment link; returns its public JSON without the url. */
export const createPaymentLink = (
  connection: Connection,
  tenant: Tenant,
  { customer, ...link }: NewPaymentLink,
) => create(connection, { tenant, ...link, customerName: customer?.name, customerEmail: customer?.email });

/** The public JSON of a tenant's payment link; null if it has none of that slug. */
export const findPaymentLink = findOne<PaymentLinkJson>("payment_links", "payment_link_json", "slug");

/** Changes a payment link. Absent members of `change` stay as they are; a null successRedirectUrl removes it. */
export const updatePaymentLink = call(
  "update_payment_link",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("updated"), link: z.custom<PaymentLinkJson>() }),
    z.object({ outcome: z.enum(["not_found", "already_paid", "approval_needed"]), link: z.null() }),
  ]),
);

/** Disables the link of a slug, whoever's it is: an operator's action. */
export const disablePaymentLink = call("disable_payment_link", {
  outcome: z.enum(["disabled", "not_found", "already_paid"]),
});
