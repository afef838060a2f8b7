import { openCheckout } from "./open-checkout.ts";
import { readPayOrigin } from "./pay-origin.ts";
import type { ServiceClient, ServiceOptions } from "./types.ts";

export type * from "./types.ts";

/** The service for which the npm package was built. The build writes it here; the sources have none. */
declare const BUILT_FOR: string | undefined;
const builtFor = typeof BUILT_FOR === "string" ? BUILT_FOR : undefined;

/**
 * Creates a client for one pay origin. Nothing happens before `checkout` is called, so it is safe on a server too.
 * Throws if `payOrigin` is missing or not an origin that payers can trust.
 */
export function Service(options: ServiceOptions = {}): ServiceClient {
  const payOrigin = readPayOrigin(options.payOrigin ?? builtFor);
  return { checkout: (checkout) => openCheckout(payOrigin, checkout) };
}
