import {
  completeHostCheck,
  findOpenHostCheck,
  type HostVerdict,
} from "../../sql/webhooks/endpoints/host-checks.ts";
import { rulesOf } from "../../sql/webhooks/endpoints/url.ts";
import type { Task } from "../context.ts";
import { isAbandoned } from "../queue/is-abandoned.ts";
import { AddressRefused, HostUnresolved, resolveHost, type WebhookGuard } from "./resolve-host.ts";

/**
 * Checks, as a delivery would, whether webhooks may be sent to the host of a URL that a merchant is setting. A host
 * that does not resolve is no reason to refuse the URL: every delivery resolves it again. Once nobody waits, nothing is
 * resolved: the caller got an error and stored no URL.
 */
export const checkWebhookHost: Task = async ({ database, webhookGuard, responseTimeoutMs, signal }, id) => {
  const check = await findOpenHostCheck(database, id);
  if (check === null) return;
  if (isAbandoned(check, responseTimeoutMs))
    return void (await completeHostCheck(database, { checkId: id, status: "unresolved" }));
  const guard = rulesOf(check.environment, webhookGuard);
  await completeHostCheck(database, { checkId: id, status: await checkHost(check.host, guard, signal) });
};

async function checkHost(host: string, guard: WebhookGuard, signal: AbortSignal): Promise<HostVerdict> {
  try {
    await resolveHost(host, guard, signal);
    return "allowed";
  } catch (error) {
    if (error instanceof AddressRefused) return "refused";
    if (error instanceof HostUnresolved) return "unresolved";
    throw error;
  }
}
