import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { allowsAddress } from "../../sql/webhooks/address.ts";
import { isLocalhost, localhostAddresses, type WebhookUrlRules } from "../../sql/webhooks/url.ts";

/** For all questions about one name. */
const LOOKUP_MS = 5_000;
const ATTEMPT_MS = 2_000;

/** What decides where webhooks may go. */
export type WebhookGuard = Omit<WebhookUrlRules, "environment"> & {
  /** Name servers to ask, as `ip` or `ip:port`. Empty: those of the system. */
  dnsServers?: readonly string[];
};

/** A host has an address that webhooks may not be sent to. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

/** A host's name has no address, or nobody said which. */
export class HostUnresolved extends Error {
  override name = "HostUnresolved";
  readonly isKnown: boolean;

  /** `isKnown`: whether the name servers said that there is none, rather than nothing. */
  constructor(isKnown: boolean) {
    super(isKnown ? "the name has no address" : "no answer from name servers");
    this.isKnown = isKnown;
  }
}

/**
 * Returns the addresses of a URL's host, every one of which webhooks may be sent to. A name is looked up once, IPv4 and
 * IPv6, within five seconds; what was vetted here is what is to be connected to, without another lookup.
 *
 * Raises AddressRefused when any of its addresses is not allowed, HostUnresolved when there is none, and the signal's
 * reason when it aborts.
 */
export async function resolveHost(
  host: string,
  { allowCidrs, dnsServers = [] }: WebhookGuard,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const addresses = await findAddresses(host, { allowCidrs, dnsServers }, signal);
  const allowed = addresses.filter((address) => allowsAddress(address, allowCidrs));
  if (allowed.length === 0 || allowed.length < addresses.length) throw new AddressRefused();
  return allowed.map((address) => ({ address, family: isIP(address) }));
}

async function findAddresses(
  host: string,
  { allowCidrs, dnsServers }: { allowCidrs: readonly string[]; dnsServers: readonly string[] },
  signal: AbortSignal,
): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  if (isLocalhost(host)) return localhostAddresses(allowCidrs);
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_MS)]);
  // Names of one's own network may stand in the hosts file or want a search domain, which the system alone knows. It is
  // asked for nothing else: its lookups share few threads with all others, and a name server that hangs holds one.
  const ask = dnsServers.length === 0 && allowCidrs.length > 0 ? askSystem : askNameServers;
  const found = await ask(host, dnsServers, deadline);
  signal.throwIfAborted();
  if (!Array.isArray(found)) throw new HostUnresolved(found.isKnown);
  return found;
}

type Found = string[] | { isKnown: boolean };

async function askNameServers(name: string, servers: readonly string[], signal: AbortSignal): Promise<Found> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  signal.removeEventListener("abort", cancel);

  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length > 0) return addresses;
  return { isKnown: answers.every((answer) => answer.status === "fulfilled" || saysNone(answer.reason)) };
}

async function askSystem(name: string, _servers: unknown, signal: AbortSignal): Promise<Found> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  try {
    const found = await Promise.race([lookup(name, { all: true }), aborted]);
    return found.map(({ address }) => address);
  } catch (error) {
    return { isKnown: saysNone(error) };
  }
}

function saysNone(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOTFOUND" || code === "ENODATA";
}
