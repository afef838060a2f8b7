import { z } from "zod";
import { slug } from "../http/fields.ts";
import { listPage } from "../http/list-page.ts";
import { anyOf, listQuery } from "../http/list-query.ts";
import { paymentLink, paymentLinkStatus } from "./payment-link.ts";
import { route } from "../http/route.ts";
import { showPaymentLink } from "./show-payment-link.ts";

const path = "/v1/payment-links";

export const listPaymentLinks = route({
  method: "get",
  path,
  summary: "List payment links, newest first",
  scope: "payment_links:read",
  paged: true,
  request: { query: listQuery({ status: anyOf(paymentLinkStatus.options), slug: slug.optional() }) },
  response: { 200: z.array(paymentLink) },
  errors: [],
  handler: ({ caller, query }, context) =>
    listPage(context, {
      path,
      resource: "payment_links",
      caller,
      query,
      show: (link) => showPaymentLink(context, link),
    }),
});
