import { openCheckout } from "./open-checkout.ts";
import { readPayOrigin } from "./pay-origin.ts";
import type { ServiceClient, ServiceOptions } from "./types.ts";

export type * from "./types.ts";

/**
 * Makes a client for one pay origin. Nothing happens before `checkout` is called, so this is safe on a server too.
 * Throws if `payOrigin` is missing or is not an origin that payers can trust.
 */
export function Service(options: ServiceOptions): ServiceClient {
  const payOrigin = readPayOrigin(options?.payOrigin);
  return { checkout: (checkout) => openCheckout(payOrigin, checkout) };
}
