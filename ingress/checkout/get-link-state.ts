import { z } from "zod";
import { findCheckoutStatus } from "../../sql/checkout/checkout.ts";
import { slug } from "../payment-links/slug.ts";
import { Problem } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";

const states = { active: "open", paid: "paid", disabled: "disabled", unavailable: "unavailable" } as const;

/**
 * Why a link accepts no payments: the widget's `reason`. Payers see no difference between a disabled link and a stopped
 * merchant.
 */
const reasons = { paid: "paid", disabled: "disabled", unavailable: "disabled" } as const;

/**
 * The widget calls this before it opens anything. Returns whether the link accepts payments, and whether the calling
 * page may embed its checkout: browsers send its origin. It returns nothing else, for instance not which origins are
 * registered.
 */
export const getLinkState = publicRoute({
  method: "get",
  path: "/pay/:slug/state",
  summary: "Whether a payment link can be paid now",
  addressLimit: "checkout",
  anyOrigin: true,
  request: {
    params: z.object({ slug: z.string() }),
    headers: z.looseObject({ origin: z.unknown().optional() }),
  },
  success: {
    status: 200,
    data: z.object({
      status: z.enum(Object.values(states)),
      reason: z
        .enum(["paid", "disabled"])
        .describe("Why the link can't be paid. For an unknown slug, the 404 has `details.reason`: unknown.")
        .optional(),
      embeddable: z.boolean().describe("Absent if the request has no Origin header.").optional(),
    }),
  },
  errors: ["NOT_FOUND"],
  handler: async ({ params, headers: { origin } }, { database }) => {
    const named = slug.safeParse(params.slug);
    const asking = typeof origin === "string" ? origin : null;
    const found = named.success ? await findCheckoutStatus(database, named.data, asking) : null;
    if (found === null)
      throw new Problem("NOT_FOUND", "This payment link doesn't exist.", { details: { reason: "unknown" } });
    const reason = found.status === "active" ? {} : { reason: reasons[found.status] };
    const embeddable = origin === undefined ? {} : { embeddable: found.may_embed };
    return { data: { status: states[found.status], ...reason, ...embeddable } };
  },
});
