import { z } from "zod";
import { usualLeast } from "../manifest/least-amounts.ts";
import { gatewayManifest } from "../manifest/provider-manifest.ts";
import { oneOrTwo, providerUrl } from "../manifest/setting-kinds.ts";
import { isSignedAtTime } from "../manifest/signatures.ts";

/** The base of the provider's paths, and the workers' credentials. */
export type HttpSettings = { url: string; secret: string };

const tooShort = "must have at least 32 characters";

/**
 * Any provider that speaks our protocol. It has two secrets, one for each direction, so that a captured request to the
 * provider cannot be used to report money that never came:
 *
 * - `LIVE_GATEWAY_SECRET` goes out with every request. Only workers use it.
 * - `LIVE_GATEWAY_WEBHOOK_SECRETS` sign the provider's reports. Only the ingress uses them.
 */
export const http = gatewayManifest({
  settings: {
    LIVE_GATEWAY_URL: providerUrl.describe(
      "http, workers and operators: where the provider's paths start. https, or plain http to this " +
        "machine outside production.",
    ),
    LIVE_GATEWAY_SECRET: z
      .string()
      .min(32, { error: tooShort })
      .optional()
      .describe("http, workers only: what every request to the provider carries, 32 characters or more."),
    LIVE_GATEWAY_WEBHOOK_SECRETS: oneOrTwo(/^.{32,}$/s, tooShort).describe(
      "http, ingress only: what the provider signs its notifications with, 32 characters or more; " +
        "two, separated by a comma, while you rotate it. Never LIVE_GATEWAY_SECRET.",
    ),
  },
  needed: {
    ingress: ["LIVE_GATEWAY_WEBHOOK_SECRETS"],
    workers: ["LIVE_GATEWAY_URL", "LIVE_GATEWAY_SECRET"],
    operators: ["LIVE_GATEWAY_URL"],
  },
  workersOnly: ["LIVE_GATEWAY_SECRET"],
  url: "LIVE_GATEWAY_URL",
  read: (values): HttpSettings => ({ url: values.LIVE_GATEWAY_URL!, secret: values.LIVE_GATEWAY_SECRET! }),
  check({ LIVE_GATEWAY_SECRET: outbound, LIVE_GATEWAY_WEBHOOK_SECRETS: inbound = [] }, refuse) {
    if (outbound !== undefined && inbound.includes(outbound))
      refuse("LIVE_GATEWAY_WEBHOOK_SECRETS", "must differ from LIVE_GATEWAY_SECRET");
  },
  // The provider behind it is unknown.
  least: usualLeast,
  webhook: {
    header: "x-provider-signature",
    secrets: "LIVE_GATEWAY_WEBHOOK_SECRETS",
    isSigned: isSignedAtTime,
  },
});
