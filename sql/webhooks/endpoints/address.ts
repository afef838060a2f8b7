import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** All public IPv6 addresses are in here. ipaddr.js takes every range that it does not know for public. */
const publicIpv6 = ipaddr.parseCIDR("2000::/3");
/** Azure's internal service address, reachable from every virtual machine there although it looks public. */
const azureHost = "168.63.129.16";

/**
 * Whether webhooks may be sent to an IP address: it is of the public internet, or within a network of `allowCidrs`.
 *
 * Used for addresses in URLs, addresses that names resolve to, and addresses of connected peers alike. Anything but a
 * plain IP address, such as one with a zone, is not allowed.
 */
export function allowsAddress(address: string, allowCidrs: readonly string[]): boolean {
  return isPublic(address) || isWithin(address, allowCidrs);
}

/** Networks are mostly those of the settings, one list for as long as the process runs. */
const parsed = new WeakMap<readonly string[], [ipaddr.IPv4 | ipaddr.IPv6, number][]>();

function parseNetworks(networks: readonly string[]) {
  const known = parsed.get(networks) ?? networks.map((text) => ipaddr.parseCIDR(text));
  parsed.set(networks, known);
  return known;
}

/** Whether an IP address, or the IPv4 address that it maps, is within one of these networks. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!isPlainAddress(address)) return false;
  const ip = ipaddr.process(address);
  return parseNetworks(networks).some(
    ([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits),
  );
}

/** IPv6 addresses that contain an IPv4 address (mapped, NAT64, 6to4, Teredo) are not public, whichever it is. */
function isPublic(address: string): boolean {
  if (!isPlainAddress(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== "unicast") return false;
  return ip.kind() === "ipv4" ? ip.toString() !== azureHost : ip.match(publicIpv6);
}

function isPlainAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes("%");
}
