import { lookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { allowsAddress } from "../../sql/columns/webhook-url.ts";

/** A name resolved to an address that webhooks may not be sent to. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

/**
 * Returns a lookup for outgoing connections that resolves a name once and fails unless every address it has may be
 * sent to: a name with one public and one private address is refused, and what was vetted is what is connected to.
 * Node does not call a lookup for a literal address; those are checked in the URL.
 */
export function guardedLookup(allowCidrs: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[] | undefined;
      const first = addresses?.[0];
      if (error !== null || addresses === undefined || first === undefined) {
        callback(error ?? new AddressRefused("no address"), "", 0);
      } else if (!addresses.every(({ address }) => allowsAddress(address, allowCidrs))) {
        callback(new AddressRefused("not a public address"), "", 0);
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}
