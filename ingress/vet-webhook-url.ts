import { isIP } from "node:net";
import { questionKey } from "../sql/answers.ts";
import { checkWebhookUrl, hostOf } from "../sql/columns/webhook-url.ts";
import { askHostCheck, readHostCheck } from "../sql/queries/host-checks.ts";
import type { Tenant } from "../sql/queries/tenant.ts";
import type { Context } from "./context.ts";
import { invalid } from "./problems.ts";

/**
 * Returns a webhook URL in its normal form, which alone is to be stored. A name is looked up by a worker; one that has no
 * address now is accepted, since every delivery looks again.
 *
 * Raises VALIDATION_ERROR on `url` for one that webhooks are not sent to, INTERNAL_ERROR where no worker answers.
 */
export async function vetWebhookUrl(
  { database, answers, config }: Pick<Context, "database" | "answers" | "config">,
  { environment }: Tenant,
  text: string,
): Promise<string> {
  const { webhookAllowCidrs: allowCidrs, publicUrl, answerTimeoutMs } = config;
  const checked = checkWebhookUrl(text, { allowCidrs, publicUrl, environment });
  if (!checked.ok) throw invalid({ url: checked.problem });
  const host = hostOf(new URL(checked.url));
  if (isIP(host) !== 0) return checked.url;

  const id = await askHostCheck(database, host);
  const read = async () => (await readHostCheck(database, id)) ?? undefined;
  const verdict = await answers.waitFor(questionKey("host_check", id), read, answerTimeoutMs);
  if (verdict === "refused") {
    throw invalid({ url: "must name a host with addresses of the public internet, and no others" });
  }
  return checked.url;
}
