import ipaddr from "ipaddr.js";
import { z } from "zod";

/** Whether PostgreSQL's type cidr takes it: an address, or a network whose host bits are zero. */
export function isNetwork(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)) return !text.includes("%");
  if (!ipaddr.isValidCIDR(text)) return false;
  const [address, bits] = ipaddr.parseCIDR(text);
  const network = { ipv4: ipaddr.IPv4, ipv6: ipaddr.IPv6 }[address.kind()].networkAddressFromCIDR(text);
  return bits >= 0 && network.toString() === address.toString();
}

const rule = "must be an address or a network without host bits, such as 203.0.113.0/24";

/** The networks that a key may be used from, in a request. */
export const allowedNetworks = z
  .array(z.string({ error: rule }).max(50, { error: rule }).refine(isNetwork, { error: rule }), {
    error: "must be a list of addresses and networks",
  })
  .max(100, { error: "must have at most 100 entries" })
  .describe("Allowed IP addresses and networks. Leave empty to allow any.");
