import { z } from "zod";
import type { Connection } from "../process/database.ts";
import type { PaymentLinkJson } from "../payment-links/payment-link-json.ts";
import { sql } from "../process/sql-tag.ts";
import type { Acting } from "../audit-log/acting.ts";
import { call, named } from "../process/call.ts";
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
};

const json = z.object({ json: z.custom<PaymentLinkJson>() });

const create = named(call("create_payment_link", z.custom<PaymentLinkJson>()));

/** Adds a payment link; returns its public JSON without the url. */
export const createPaymentLink = (
  connection: Connection,
  tenant: Tenant,
  { customer, ...link }: NewPaymentLink,
) => create(connection, { tenant, ...link, customerName: customer?.name, customerEmail: customer?.email });

/** The public JSON of a tenant's payment link; null if it has none of that slug. */
export async function findPaymentLink(
  connection: Connection,
  { merchantId, environment }: Tenant,
  slug: string,
): Promise<PaymentLinkJson | null> {
  return connection.maybeOneFirst(sql.type(json)`
    select payment_link_json(l) as json from payment_links l
    where l.merchant_id = ${merchantId} and l.environment = ${environment} and l.slug = ${slug}`);
}

/** What to change. Absent members stay as they are; a null successRedirectUrl removes it. */
export type PaymentLinkChange = {
  title?: string | undefined;
  successRedirectUrl?: string | null | undefined;
  status?: "active" | "disabled" | undefined;
};

const update = call(
  "update_payment_link",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("updated"), link: z.custom<PaymentLinkJson>() }),
    z.object({ outcome: z.enum(["not_found", "already_paid", "approval_needed"]), link: z.null() }),
  ]),
);

/** Changes a payment link. */
export const updatePaymentLink = (
  connection: Connection,
  tenant: Tenant,
  slug: string,
  change: PaymentLinkChange,
) => update(connection, tenant, slug, change);

const disable = call(
  "disable_payment_link",
  z.object({ outcome: z.enum(["disabled", "not_found", "already_paid"]) }),
);

/** Disables the link of a slug, whoever's it is: an operator's action. */
export async function disablePaymentLink(connection: Connection, slug: string, acting: Acting) {
  return (await disable(connection, slug, acting)).outcome;
}
