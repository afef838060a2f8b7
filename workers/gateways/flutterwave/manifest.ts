import { z } from "zod";
import type { ProviderNotice } from "../../../sql/gateways/provider-notices.ts";
import { usualLeast } from "../manifest/least-amounts.ts";
import { noticeText } from "../manifest/notice-text.ts";
import { gatewayManifest, noticeFormat } from "../manifest/provider-manifest.ts";
import { matching, oneOrTwo, providerUrl } from "../manifest/setting-kinds.ts";
import { isOneOf } from "../manifest/signatures.ts";

export type FlutterwaveSettings = { url: string; secret: string };

/** Test keys go to the same host; they begin with FLWSECK_TEST. */
const liveKey = /^FLWSECK-\S+$/;

/** One event reports a transfer's end; its status is the result. */
const ends: ReadonlyMap<string | null, ProviderNotice["event"]> = new Map([
  ["SUCCESSFUL", "transfer.success"],
  ["FAILED", "transfer.failed"],
]);

/**
 * Flutterwave's notices (https://developer.flutterwave.com/docs/integration-guides/webhooks) carry a text that the
 * owner chose, the secret hash. Its smallest transfer is not documented.
 */
export const flutterwave = gatewayManifest({
  settings: {
    FLUTTERWAVE_SECRET_KEY: matching(liveKey, "must be Flutterwave's live secret key, FLWSECK-…").describe(
      "flutterwave, workers only: the live secret key, FLWSECK-…",
    ),
    FLUTTERWAVE_URL: providerUrl.describe(
      "For tests: another server that behaves like Flutterwave, https or on this machine. Empty: " +
        "https://api.flutterwave.com/v3.",
    ),
    FLUTTERWAVE_WEBHOOK_HASHES: oneOrTwo(
      /^[\x21-\x7e]{32,}$/,
      "must have at least 32 characters, without spaces",
    ).describe(
      "flutterwave, ingress only, to receive notices: the secret hash, 32 characters or more; two, " +
        "separated by a comma, while you rotate it. Never FLUTTERWAVE_SECRET_KEY.",
    ),
  },
  needed: { workers: ["FLUTTERWAVE_SECRET_KEY"] },
  workersOnly: ["FLUTTERWAVE_SECRET_KEY"],
  url: "FLUTTERWAVE_URL",
  read: (values): FlutterwaveSettings => ({
    url: values.FLUTTERWAVE_URL ?? "https://api.flutterwave.com/v3",
    secret: values.FLUTTERWAVE_SECRET_KEY!,
  }),
  check({ FLUTTERWAVE_SECRET_KEY: key, FLUTTERWAVE_WEBHOOK_HASHES: hashes = [] }, refuse) {
    if (key !== undefined && hashes.includes(key))
      refuse("FLUTTERWAVE_WEBHOOK_HASHES", "must differ from FLUTTERWAVE_SECRET_KEY");
  },
  least: usualLeast,
  webhook: {
    header: "verif-hash",
    secrets: "FLUTTERWAVE_WEBHOOK_HASHES",
    isSigned: isOneOf,
    notices: noticeFormat({
      body: z.object({
        event: noticeText(),
        data: z
          .object({ reference: noticeText(), status: noticeText() })
          .catch({ reference: null, status: null }),
      }),
      read({ event, data: { reference, status } }) {
        const end = event === "transfer.completed" ? ends.get(status) : undefined;
        return end === undefined || reference === null ? undefined : { event: end, reference };
      },
    }),
  },
});
