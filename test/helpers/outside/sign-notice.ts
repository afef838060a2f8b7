import { createHmac } from "node:crypto";
import type { Monnify } from "../../gateways/monnify/start-monnify.ts";
import type { Paystack } from "../../gateways/paystack/start-paystack.ts";

/** A provider that signs what it reports with the key that we call it with. */
export type Notifier = Pick<Paystack | Monnify, "kind" | "secret">;

const signatureHeaders = { paystack: "x-paystack-signature", monnify: "monnify-signature" };
const eventsOf = {
  paystack: { succeeded: "transfer.success", failed: "transfer.failed", reversed: "transfer.reversed" },
  monnify: {
    succeeded: "SUCCESSFUL_DISBURSEMENT",
    failed: "FAILED_DISBURSEMENT",
    reversed: "REVERSED_DISBURSEMENT",
  },
};

/** What a provider reports of a transfer that has ended so. */
export function transferNotice(
  { kind }: Notifier,
  { reference, status }: { reference: string; status: "succeeded" | "failed" | "reversed" },
): object {
  return kind === "monnify"
    ? { eventType: eventsOf.monnify[status], eventData: { reference, status } }
    : { event: eventsOf.paystack[status], data: { reference, status } };
}

/** The request that reports it: where to, below the service's address, and the signed bytes. */
export function signNotice({ kind, secret }: Notifier, notice: object) {
  const body = JSON.stringify(notice);
  const signature = createHmac("sha512", secret).update(body).digest("hex");
  return {
    path: `/providers/${kind}/webhook`,
    request: {
      method: "POST" as const,
      headers: { "content-type": "application/json", [signatureHeaders[kind]]: signature },
      body,
    },
  };
}

/** Reports something to the service at `url`; returns the status of the response. */
export async function sendNotice(provider: Notifier, url: string, notice: object): Promise<number> {
  const { path, request } = signNotice(provider, notice);
  const response = await fetch(`${url}${path}`, request);
  await response.arrayBuffer();
  return response.status;
}
