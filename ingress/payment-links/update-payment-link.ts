import { z } from "zod";
import { updatePaymentLink as update } from "../../sql/payment-links/payment-links.ts";
import { printable } from "../http/fields.ts";
import { slug } from "./slug.ts";
import { approvalNeeded, conflict, notFound } from "../http/problems.ts";
import { redirectFor, redirectUrl } from "./redirect-url.ts";
import { paymentLink, showPaymentLink } from "./payment-link.ts";
import { route } from "../http/route.ts";

const body = z
  .object({
    title: printable(140).optional(),
    successRedirectUrl: redirectUrl.nullable().optional(),
    status: z.enum(["active", "disabled"], { error: "must be active or disabled" }).optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: "must have one of title, successRedirectUrl and status",
  })
  .meta({ rule: "must have one of title, successRedirectUrl and status" });

export const updatePaymentLink = route({
  method: "patch",
  path: "/v1/payment-links/:slug",
  summary: "Update a payment link: its title, redirect URL (null removes it) or status",
  scope: "payment_links:write",
  // Disabling a link stops it; update_payment_link() refuses everything else.
  withoutApproval: true,
  request: { params: z.object({ slug }), body },
  success: { status: 200, data: paymentLink },
  errors: ["KYB_LIVE_REQUIRED", "NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ caller, params, body: { successRedirectUrl: url, ...rest } }, context) => {
    const changes = {
      ...rest,
      ...(url === undefined ? {} : { successRedirectUrl: url === null ? null : redirectFor(caller, url) }),
    };
    const { outcome, link } = await update(context.database, {
      tenant: caller,
      slug: params.slug,
      change: changes,
    });
    if (outcome === "not_found") throw notFound();
    if (outcome === "approval_needed") throw approvalNeeded();
    if (outcome !== "updated") throw conflict("A paid link stays paid. You can't change its status.");
    return { data: showPaymentLink(context, link) };
  },
});
