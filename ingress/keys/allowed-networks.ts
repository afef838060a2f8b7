import ipaddr from "ipaddr.js";
import { z } from "zod";

/**
 * Whether PostgreSQL's type cidr takes it, and callers can be in it: an address, or a network whose host bits are zero.
 * Callers with an IPv4 address are in no network of IPv6.
 */
export function isNetwork(text: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  if (IPv4.isValidFourPartDecimal(text)) return true;
  if (IPv4.isValidCIDRFourPartDecimal(text)) return hasNoHostBits(IPv4, text);
  if (/[.%]/.test(text) || !(IPv6.isValid(text) || IPv6.isValidCIDR(text))) return false;
  const [address] = text.split("/");
  return !IPv6.parse(address!).isIPv4MappedAddress() && (!text.includes("/") || hasNoHostBits(IPv6, text));
}

const hasNoHostBits = (kind: typeof ipaddr.IPv4 | typeof ipaddr.IPv6, network: string) =>
  kind.networkAddressFromCIDR(network).toString() === kind.parseCIDR(network)[0].toString();

const rule = "must be an address or a network without host bits, such as 203.0.113.0/24";

/** The networks that a key may be used from, in a request. */
export const allowedNetworks = z
  .array(z.string({ error: rule }).max(50, { error: rule }).refine(isNetwork, { error: rule }), {
    error: "must be a list of addresses and networks",
  })
  .max(100, { error: "must have at most 100 entries" })
  .describe("Allowed IP addresses and networks. Leave empty to allow any.");
