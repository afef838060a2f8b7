import { z } from "zod";
import { findCheckoutStatus } from "../../sql/queries/checkout.ts";
import { slug } from "../payment-links/slug.ts";
import { notFound } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";

const states = { active: "open", paid: "paid", disabled: "disabled" } as const;

/** The widget calls this before it opens anything. Says only whether the link takes payments. */
export const getLinkState = publicRoute({
  method: "get",
  path: "/pay/:slug/state",
  summary: "Whether a payment link can be paid now",
  addressLimit: "checkout",
  anyOrigin: true,
  request: { params: z.object({ slug }) },
  success: { status: 200, data: z.object({ status: z.enum(Object.values(states)) }) },
  errors: ["NOT_FOUND"],
  handler: async ({ params }, { database }) => {
    const status = await findCheckoutStatus(database, params.slug);
    if (status === null) throw notFound();
    return { data: { status: states[status] } };
  },
});
