import { z } from "zod";
import type { ProviderNotice } from "../../sql/queries/provider-notices.ts";
import { printable } from "../http/fields.ts";
import { publicRoute } from "../http/route.ts";
import { recordNotice } from "./record-notice.ts";

/** Monnify's names of the reports that are about a payout. */
const events: Record<string, ProviderNotice["event"]> = {
  SUCCESSFUL_DISBURSEMENT: "transfer.success",
  FAILED_DISBURSEMENT: "transfer.failed",
  REVERSED_DISBURSEMENT: "transfer.reversed",
};

/**
 * Monnify calls this when something happened (https://developers.monnify.com/docs/webhooks/event-types). A report of a
 * disbursement is recorded: see recordNotice(). Any JSON object is answered with 200, because sending it again helps
 * nobody: other reports, of payments that came in for instance, are of no interest.
 */
export const receiveMonnifyNotice = publicRoute({
  method: "post",
  path: "/providers/monnify/webhook",
  summary: "Monnify's notice of something that happened",
  signed: "monnify",
  request: {
    body: z.object({
      eventType: printable(100).nullable().catch(null),
      eventData: z.object({ reference: printable(100).nullable().catch(null) }).catch({ reference: null }),
    }),
  },
  success: { status: 200, data: z.object({}) },
  errors: ["AUTH_INVALID", "NOT_FOUND"],
  handler: async ({ body }, context) => {
    const event = Object.hasOwn(events, body.eventType ?? "") ? events[body.eventType!] : undefined;
    const { reference } = body.eventData;
    if (event !== undefined && reference !== null)
      await recordNotice(context, { provider: "monnify", event, reference });
    return { data: {} };
  },
});
