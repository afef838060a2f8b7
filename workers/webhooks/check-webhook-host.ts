import { completeHostCheck, findOpenHostCheck, type HostVerdict } from "../../sql/queries/host-checks.ts";
import type { TaskFor } from "../context.ts";
import { AddressRefused, HostUnresolved, resolveHost, type WebhookGuard } from "./resolve-host.ts";

/**
 * Looks up, as a delivery would, whether webhooks may be sent to the host of a URL that is being set. A host that does not
 * resolve is no reason to refuse the URL: every delivery looks again.
 */
export const checkWebhookHost: TaskFor<"check_webhook_host"> =
  ({ database, webhookGuard }) =>
  async ({ id }, { signal }) => {
    const host = await findOpenHostCheck(database, id);
    if (host === null) return;
    await completeHostCheck(database, id, await checkHost(host, webhookGuard, signal));
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
