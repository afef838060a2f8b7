import { isIP } from "node:net";
import { checkWebhookUrl as checkLiteralUrl, hostOf } from "../../sql/webhooks/url.ts";
import { requestHostCheck, readHostCheck } from "../../sql/queries/host-checks.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import type { Context } from "../context.ts";
import { invalid } from "../http/problems.ts";
import { waitForResult } from "../results/wait-for-result.ts";

/**
 * Returns a webhook URL in its normal form, which alone is to be stored. A name is looked up by a worker; one that has no
 * address now is accepted, since every delivery looks again.
 *
 * Raises VALIDATION_ERROR on `url` for one that webhooks are not sent to, INTERNAL_ERROR where no worker answers.
 */
export async function checkWebhookUrl(
  context: Pick<Context, "database" | "results" | "config">,
  { environment }: Tenant,
  text: string,
): Promise<string> {
  const { webhookAllowCidrs: allowCidrs, publicUrl } = context.config;
  const checked = checkLiteralUrl(text, { allowCidrs, publicUrl, environment });
  if (!checked.ok) throw invalid({ url: checked.problem });
  const host = hostOf(new URL(checked.url));
  if (isIP(host) !== 0) return checked.url;

  const id = await requestHostCheck(context.database, host);
  const verdict = await waitForResult(context, "host_check", id, readHostCheck);
  if (verdict === "refused") {
    throw invalid({ url: "must name a host with addresses of the public internet, and no others" });
  }
  return checked.url;
}
