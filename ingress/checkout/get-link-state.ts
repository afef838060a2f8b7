import { z } from "zod";
import { findCheckoutStatus } from "../../sql/queries/checkout.ts";
import { slug } from "../payment-links/slug.ts";
import { notFound } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";

const states = { active: "open", paid: "paid", disabled: "disabled", unavailable: "unavailable" } as const;

/**
 * The widget calls this before it opens anything. Says whether the link takes payments, and whether the page that asks
 * may embed its checkout: browsers send its origin. It says nothing else: not, for instance, which origins are
 * registered.
 */
export const getLinkState = publicRoute({
  method: "get",
  path: "/pay/:slug/state",
  summary: "Whether a payment link can be paid now",
  addressLimit: "checkout",
  anyOrigin: true,
  request: { params: z.object({ slug }), headers: z.looseObject({ origin: z.unknown().optional() }) },
  success: {
    status: 200,
    data: z.object({
      status: z.enum(Object.values(states)),
      embeddable: z.boolean().describe("Absent if the request has no Origin header.").optional(),
    }),
  },
  errors: ["NOT_FOUND"],
  handler: async ({ params, headers: { origin } }, { database }) => {
    const found = await findCheckoutStatus(database, params.slug, typeof origin === "string" ? origin : null);
    if (found === null) throw notFound();
    const embeddable = origin === undefined ? {} : { embeddable: found.may_embed };
    return { data: { status: states[found.status], ...embeddable } };
  },
});
