import { createHmac } from "node:crypto";
import { ipKeyGenerator } from "express-rate-limit";
import { deriveKey, type MasterKeys } from "../../sql/process/encryption/encryption.ts";

/** One subscriber has a /56 of IPv6, or one address of IPv4; one who has more has a /48. */
const IPV6_PREFIXES = [56, 48];

/**
 * The counters of a payer's network's open sessions: keyed hashes of the IPv4 address, or of the /56 and the /48 of an
 * IPv6 address. The addresses themselves are not stored.
 */
export function payerNetworks({ current }: MasterKeys, ip: string): Buffer[] {
  const key = deriveKey(current, "networks");
  const networks = ip.includes(":") ? IPV6_PREFIXES.map((prefix) => ipKeyGenerator(ip, prefix)) : [ip];
  return networks.map((network) => createHmac("sha256", key).update(network).digest());
}
