import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import {
  allowsPeer,
  isLocalhost,
  localhostAddresses,
  type WebhookUrlRules,
} from "../../sql/webhooks/endpoints/url.ts";
import { startDeadline } from "../start-deadline.ts";

/** For all queries about one name. */
const LOOKUP_MS = 5_000;
const ATTEMPT_MS = 2_000;

/** Decides where webhooks may go. */
export type WebhookGuard = Omit<WebhookUrlRules, "environment"> & {
  /** Name servers, as `ip` or `ip:port`. Empty: those of the system. */
  dnsServers?: readonly string[];
};

/** The host has an address to which webhooks may not be sent. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

/** The host's name has no address by its name servers, or one of them did not respond. */
export class HostUnresolved extends Error {
  override name = "HostUnresolved";
}

/**
 * Returns the addresses of a URL's host, to this port of every one of which webhooks may be sent. A name is looked up
 * once, IPv4 and IPv6, within five seconds. Connect to these addresses only, without another lookup, which could return
 * others.
 *
 * Throws AddressRefused when any of its addresses is not allowed, HostUnresolved when there is none, and the signal's
 * reason when it aborts.
 */
export async function resolveHost(
  host: string,
  guard: WebhookGuard,
  signal: AbortSignal,
  port = "",
): Promise<LookupAddress[]> {
  const addresses = await findAddresses(host, guard, signal);
  const allowed = addresses.filter((address) => allowsPeer(address, port, guard.allowCidrs));
  if (allowed.length === 0 || allowed.length < addresses.length) throw new AddressRefused();
  return allowed.map((address) => ({ address, family: isIP(address) }));
}

async function findAddresses(host: string, guard: WebhookGuard, signal: AbortSignal): Promise<string[]> {
  const { allowCidrs, dnsServers = [] } = guard;
  if (isIP(host) !== 0) return [host];
  if (isLocalhost(host)) return localhostAddresses(allowCidrs);
  signal.throwIfAborted();
  using deadline = startDeadline(LOOKUP_MS, signal);
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  const over = Promise.withResolvers<never>();
  deadline.signal.addEventListener("abort", () => {
    over.reject(deadline.signal.reason);
    resolver.cancel();
  });
  // Names in a private network may be in the hosts file or need a search domain, which only the system's lookup
  // knows. It is used for nothing else: its lookups share a few threads, and a name server that hangs blocks one.
  const lookups =
    dnsServers.length === 0 && allowCidrs.length > 0
      ? [lookup(host, { all: true }).then((found) => found.map(({ address }) => address))]
      : [resolver.resolve4(host), resolver.resolve6(host)];
  const results = await Promise.allSettled(lookups.map((found) => Promise.race([found, over.promise])));
  signal.throwIfAborted();
  const addresses = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  if (addresses.length > 0) return addresses;
  const isKnown = results.every((result) => result.status === "fulfilled" || saysNone(result.reason));
  throw new HostUnresolved(isKnown ? "no address" : "no response from a name server");
}

function saysNone(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOTFOUND" || code === "ENODATA";
}
