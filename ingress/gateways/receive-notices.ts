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
 * The endpoints for providers' notices, from their manifests. A notice about a transfer is recorded: see
 * recordNoticeOfTransfer(); so is one about money for one of our accounts: see recordNoticeOfCredit(). Any JSON object
 * gets 200, because a retry would help nobody: other notices are ignored.
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
      if ("event" in notice) await recordNoticeOfTransfer(context, { gateway, ...notice });
      else await recordNoticeOfCredit(context, { gateway, ...notice });
      return { data: {} };
    },
  });
}
