import type { Request } from "express";
import ipaddr from "ipaddr.js";

/**
 * Returns the caller's IP address in its shortest form; an IPv4-mapped IPv6 address becomes IPv4. Behind proxies it
 * is the X-Forwarded-For entry of the outermost trusted proxy, or the peer's address if that entry is not an IP
 * address.
 */
export function callerIp(request: Request): string {
  for (const address of [request.ip, request.socket.remoteAddress]) {
    const withoutZone = address?.replace(/%.*$/, "") ?? "";
    if (ipaddr.isValid(withoutZone)) return ipaddr.process(withoutZone).toString();
  }
  return "0.0.0.0";
}
