import { z } from "zod";
import { findPaymentLink } from "../../sql/payment-links/payment-links.ts";
import { slug } from "./slug.ts";
import { orNotFound } from "../http/problems.ts";
import { paymentLink, showPaymentLink } from "./payment-link.ts";
import { route } from "../http/route.ts";

export const getPaymentLink = route({
  method: "get",
  path: "/v1/payment-links/:slug",
  summary: "Get a payment link",
  scope: "payment_links:read",
  request: { params: z.object({ slug }) },
  success: { status: 200, data: paymentLink },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params }, context) => {
    const link = orNotFound(await findPaymentLink(context.database, caller, params.slug));
    return { data: showPaymentLink(context, link) };
  },
});
