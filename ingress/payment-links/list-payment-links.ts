import { paymentLinkStatuses } from "../../sql/payment-links/payment-link-json.ts";
import { findPage } from "../../sql/process/pages.ts";
import { slug } from "./slug.ts";
import { anyOf } from "../http/list-query.ts";
import { byMerchantReference } from "../http/own-fields/own-fields.ts";
import { listRoute } from "../http/list-route.ts";
import { paymentLink, showPaymentLink } from "./payment-link.ts";

export const listPaymentLinks = listRoute({
  path: "/v1/payment-links",
  summary: "List payment links, newest first",
  scope: "payment_links:read",
  item: paymentLink,
  filters: { status: anyOf(paymentLinkStatuses), slug: slug.optional(), ...byMerchantReference },
  find: async (context, caller, page) => {
    const { items, next } = await findPage(context.database, "payment_links", caller, page);
    return { items: items.map((link) => showPaymentLink(context, link)), next };
  },
});
