import { z } from "zod";
import {
  gatewayManifests,
  gatewayNames,
  type GatewayName,
} from "../../workers/gateways/manifest/manifests.ts";
import type { GatewayManifest, NoticeFormat } from "../../workers/gateways/manifest/provider-manifest.ts";
import { publicRoute } from "../http/route.ts";
import { recordNoticeOfCredit } from "./record-notice-of-credit.ts";
import { recordNoticeOfTransfer } from "./record-notice-of-transfer.ts";

/**
 * What the providers that send notices call when something happened, as their manifests say. A report of a transfer
 * is recorded: see recordNoticeOfTransfer(); so is one of money for an account of ours: see recordNoticeOfCredit(). Any
 * JSON object is answered with 200, because sending it again helps nobody: other reports are of no interest.
 */
export const noticeRoutes = gatewayNames.flatMap((gateway) => {
  const { notices }: GatewayManifest["webhook"] = gatewayManifests[gateway].webhook;
  return notices === undefined ? [] : [receiveNotice(gateway, notices)];
});

function receiveNotice(gateway: GatewayName, { body: format, read }: NoticeFormat) {
  return publicRoute({
    method: "post",
    path: `/providers/${gateway}/webhook`,
    summary: `A notice of the provider behind ${gateway}`,
    signed: gateway,
    request: { body: format },
    success: { status: 200, data: z.object({}) },
    errors: ["AUTH_INVALID", "NOT_FOUND"],
    handler: async ({ body }, context) => {
      const notice = read(body);
      if (notice === undefined) return { data: {} };
      if ("event" in notice) await recordNoticeOfTransfer(context, { provider: gateway, ...notice });
      else await recordNoticeOfCredit(context, { provider: gateway, ...notice });
      return { data: {} };
    },
  });
}
