import { createHeldCounts } from "./held-counts.ts";
import { networksOf } from "./networks.ts";

export type NetworkShares = {
  /** Whether the network of an address has fewer than its share. */
  hasRoom(ip: string): boolean;
  /** Counts one more for the network of an address. Returns the function that uncounts it; call it once. */
  take(ip: string): () => void;
};

/**
 * Concurrent counts per network in this process: each at most `share`, be it an IPv4 address, an IPv6 subscriber or an
 * IPv6 site.
 */
export function createNetworkShares(share: number): NetworkShares {
  const held = createHeldCounts();
  return {
    hasRoom: (ip) => networksOf(ip).every((network) => held.heldBy(network) < share),
    take: (ip) => held.hold(networksOf(ip)),
  };
}
