import { z } from "zod";
import type { ProviderNotice } from "../../sql/notices/provider-notices.ts";
import { printable } from "../http/fields.ts";
import { publicRoute } from "../http/route.ts";
import { recordNoticeOfTransfer } from "./record-notice-of-transfer.ts";

/** Flutterwave has one event for the end of a transfer, however it ended, which its status says. */
const events = new Map<string | null, ProviderNotice["event"]>([
  ["SUCCESSFUL", "transfer.success"],
  ["FAILED", "transfer.failed"],
]);

const text = printable(100).nullable().catch(null);

/**
 * Flutterwave calls this when something happened
 * (https://developer.flutterwave.com/docs/integration-guides/webhooks). A report of a transfer is recorded: see
 * recordNoticeOfTransfer(). Any JSON object is answered with 200, because sending it again helps nobody: other reports
 * are of no interest.
 */
export const receiveFlutterwaveNotice = publicRoute({
  method: "post",
  path: "/providers/flutterwave/webhook",
  summary: "Flutterwave's notice of something that happened",
  signed: "flutterwave",
  request: {
    body: z.object({
      event: text,
      data: z.object({ reference: text, status: text }).catch({ reference: null, status: null }),
    }),
  },
  success: { status: 200, data: z.object({}) },
  errors: ["AUTH_INVALID", "NOT_FOUND"],
  handler: async ({ body }, context) => {
    const { reference, status } = body.data;
    const event = body.event === "transfer.completed" ? events.get(status) : undefined;
    if (event !== undefined && reference !== null)
      await recordNoticeOfTransfer(context, { provider: "flutterwave", event, reference });
    return { data: {} };
  },
});
