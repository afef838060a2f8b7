import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** All that is handed out for use on the public IPv6 internet; ipaddr.js takes what it has no name for as public. */
const publicIpv6 = ipaddr.parseCIDR("2000::/3");
/** Answers every virtual machine of Azure from within its host, although its number is a public one. */
const azureHost = "168.63.129.16";

/**
 * Whether webhooks may be sent to an IP address: it is of the public internet, or within a network of `allowCidrs`.
 *
 * This one function judges the addresses that URLs are written with, those that names resolve to, and those of
 * connected peers. What is no plain IP address, such as one with a zone, is not allowed.
 */
export function allowsAddress(address: string, allowCidrs: readonly string[]): boolean {
  return isPublic(address) || isWithin(address, allowCidrs);
}

/** Whether an IP address, or the IPv4 address that it maps, is within one of these networks. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!isPlainAddress(address)) return false;
  const ip = ipaddr.process(address);
  return networks.some((text) => {
    const [network, bits] = ipaddr.parseCIDR(text);
    return network.kind() === ip.kind() && ip.match(network, bits);
  });
}

/** Addresses that carry an IPv4 address within (mapped, NAT64, 6to4, Teredo) are not public, whatever they carry. */
function isPublic(address: string): boolean {
  if (!isPlainAddress(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== "unicast") return false;
  return ip.kind() === "ipv4" ? ip.toString() !== azureHost : ip.match(publicIpv6);
}

function isPlainAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes("%");
}
