import { openCheckout } from "./open-checkout.ts";
import { readPayOrigin } from "./pay-origin.ts";
import type { ServiceClient, ServiceOptions } from "./types.ts";

export type * from "./types.ts";

/** Where the service is that the npm package was built for. The build writes it here; the sources have none. */
declare const BUILT_FOR: string | undefined;
const builtFor = typeof BUILT_FOR === "string" ? BUILT_FOR : undefined;

/**
 * Makes a client for one pay origin. Nothing happens before `checkout` is called, so this is safe on a server too.
 * Throws if `payOrigin` is missing or is not an origin that payers can trust.
 */
export function Service(options: ServiceOptions = {}): ServiceClient {
  const payOrigin = readPayOrigin(options.payOrigin ?? builtFor);
  return { checkout: (checkout) => openCheckout(payOrigin, checkout) };
}
