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

/** The host's name has no address by its name servers, or none of them responded. */
export class HostUnresolved extends Error {
  override name = "HostUnresolved";
  readonly code: "NO_ADDRESS" | "NO_NAME_SERVER";

  constructor(reasons: unknown[]) {
    super("the name could not be resolved");
    const sayNone = reasons.every((reason) =>
      /^(ENOTFOUND|ENODATA)$/.test((reason as NodeJS.ErrnoException).code ?? ""),
    );
    this.code = sayNone ? "NO_ADDRESS" : "NO_NAME_SERVER";
  }
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
  { allowCidrs, dnsServers = [] }: WebhookGuard,
  signal: AbortSignal,
  port = "",
): Promise<LookupAddress[]> {
  const addresses = await findAddresses(host, allowCidrs, dnsServers, signal);
  const allowed = addresses.filter((address) => allowsPeer(address, port, allowCidrs));
  if (allowed.length === 0 || allowed.length < addresses.length) throw new AddressRefused();
  return allowed.map((address) => ({ address, family: isIP(address) }));
}

async function findAddresses(
  host: string,
  allowCidrs: readonly string[],
  dnsServers: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  if (isLocalhost(host)) return localhostAddresses(allowCidrs);
  using deadline = startDeadline(LOOKUP_MS, signal);
  // Names in a private network may be in the hosts file or need a search domain, which only the system's lookup
  // knows. It is used for nothing else: its lookups share a few threads, and a name server that hangs blocks one.
  const isSystem = dnsServers.length === 0 && allowCidrs.length > 0;
  const found = isSystem
    ? askSystem(host, deadline.signal)
    : askNameServers(host, dnsServers, deadline.signal);
  return await found.finally(() => signal.throwIfAborted());
}

async function askNameServers(
  name: string,
  servers: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  signal.removeEventListener("abort", cancel);

  const addresses = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  if (addresses.length > 0) return addresses;
  throw new HostUnresolved(
    results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])),
  );
}

async function askSystem(name: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => aborted.reject(signal.reason), { once: true });
  try {
    const found = await Promise.race([lookup(name, { all: true }), aborted.promise]);
    return found.map(({ address }) => address);
  } catch (error) {
    throw new HostUnresolved([error]);
  }
}
