import { z } from "zod";
import type { CallService } from "./call-service.ts";

const endpoint = z.object({ url: z.string(), status: z.enum(["enabled", "disabled"]) });

/**
 * Why the webhooks of `merchant` do not arrive at `url`, and how to fix it; undefined if they do. Raises if the service
 * does not respond.
 */
export async function findEndpointFault(
  call: CallService,
  merchant: string,
  url: string,
): Promise<string | undefined> {
  const { url: present, status } = endpoint.parse(await call("GET", "/v1/webhook-endpoint"));
  if (present === url && status === "enabled") return undefined;
  const fault =
    present === url
      ? "The webhook endpoint of the demo merchant was disabled, as deliveries failed for days"
      : `The webhook endpoint of the demo merchant was changed: its events go to ${present}`;
  return (
    `${fault}. This shop does not hear of payments, and orders stay waiting, until they are sent here:\n` +
    `  npm run -s admin -- webhook set --merchant ${merchant} --environment test --url ${url}`
  );
}
