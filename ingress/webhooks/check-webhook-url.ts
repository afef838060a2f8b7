import { isIP } from "node:net";
import { checkWebhookUrl as checkLiteralUrl, hostOf, rulesOf } from "../../sql/webhooks/endpoints/url.ts";
import { requestHostCheck, readHostCheck } from "../../sql/webhooks/endpoints/host-checks.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { invalid } from "../http/problems.ts";
import { waitForResult, type WaitingRequest } from "../results/wait-for-result.ts";

/**
 * Checks a webhook URL and returns its normal form; store only that. A worker looks up the host's name. A name
 * without an address is accepted, because every delivery checks again.
 *
 * Raises VALIDATION_ERROR on `url` if webhooks must not be sent there, INTERNAL_ERROR if no worker responds in time,
 * RATE_LIMITED if too many checks of the merchant wait.
 */
export async function checkWebhookUrl(
  context: WaitingRequest,
  tenant: Tenant,
  text: string,
): Promise<string> {
  const { webhookAllowCidrs: allowCidrs, webhookTestAllowCidrs: testAllowCidrs, publicUrl } = context.config;
  const checked = checkLiteralUrl(
    text,
    rulesOf(tenant.environment, { allowCidrs, testAllowCidrs, publicUrl }),
  );
  if (!checked.ok) throw invalid({ url: checked.problem });
  const host = hostOf(new URL(checked.url));
  if (isIP(host) !== 0) return checked.url;

  const id = await requestHostCheck(context.database, { tenant, host });
  const verdict = await waitForResult(context, "host_check", id, readHostCheck);
  if (verdict === "refused") {
    throw invalid({ url: "must name a host with addresses of the public internet, and no others" });
  }
  return checked.url;
}
