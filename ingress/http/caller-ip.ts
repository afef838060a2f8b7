import type { Request } from "express";
import ipaddr from "ipaddr.js";

/**
 * The caller's address in its shortest form, an IPv4 address in IPv6 notation as IPv4. Behind proxies it is the
 * X-Forwarded-For entry that the outermost trusted one wrote; where that is no address, the peer itself.
 */
export function callerIp(request: Request): string {
  for (const address of [request.ip, request.socket.remoteAddress]) {
    const withoutZone = address?.replace(/%.*$/, "") ?? "";
    if (ipaddr.isValid(withoutZone)) return ipaddr.process(withoutZone).toString();
  }
  return "0.0.0.0";
}
