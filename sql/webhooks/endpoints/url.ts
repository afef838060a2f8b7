import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Environment } from "../../ledger/money.ts";

export type CheckedUrl = { ok: true; url: string } | { ok: false; problem: string };

export type WebhookUrlRules = {
  /** Networks, such as 10.0.0.0/8, that webhooks may reach although they are not public. */
  allowCidrs: readonly string[];
  /** Further networks that test webhooks alone may reach. */
  testAllowCidrs?: readonly string[] | undefined;
  /** The URL of this service itself: no webhook is sent there. */
  publicUrl?: string | undefined;
  /** Live webhooks are sent by https only. */
  environment?: Environment | undefined;
};

/** The rules for webhooks of one environment. */
export function rulesOf<Rules extends WebhookUrlRules>(environment: Environment | undefined, rules: Rules) {
  const forTest = environment === "test" ? (rules.testAllowCidrs ?? []) : [];
  return { ...rules, environment, allowCidrs: [...rules.allowCidrs, ...forTest] };
}

const MAXIMUM_LENGTH = 2048;
/** `url.port` is empty for the scheme's default port, 443 or 80. */
const ports = ["", "80", "443", "8080", "8443"];
/** Endings of names that are not names of the public internet. */
const privateNames = /(^|\.)(localhost|local|internal|onion|arpa)$/;

const tooLong = `must have at most ${MAXIMUM_LENGTH} characters`;

/**
 * Checks the text of a webhook URL by the rules of its environment (see rulesOf), without a lookup. Returns its normal
 * form (store and use only that), or a problem as words that follow the field's name.
 *
 * An address within one of `allowCidrs`, and localhost where loopback is, may have any port and go without https. Where
 * any network is open, names may have any port and no dot. What a name resolves to is checked when it is connected to,
 * and with it the port (allowsPeer).
 */
export function checkWebhookUrl(text: string, rules: WebhookUrlRules): CheckedUrl {
  if (text.length > MAXIMUM_LENGTH) return refuse(tooLong);
  // Characters that parsers treat differently are refused before any parser sees them.
  if (/[\\\s\p{C}]/u.test(text)) return refuse("must not contain spaces, backslashes or control characters");
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(text) ?? [];
  if (authority === undefined) return refuse("must begin with https:// or http://");
  if (authority.includes("@")) return refuse("must not have a user name or password");
  const url = authority === "" ? null : URL.parse(text);
  if (url === null) return refuse("must be a complete URL, such as https://example.com/webhooks");
  if (text.includes("#")) return refuse("must not have a part after #, which would not be sent");
  if (url.href.length > MAXIMUM_LENGTH) return refuse(tooLong);

  const host = hostOf(url);
  if (host !== "" && url.hostname.endsWith(".")) url.hostname = host;
  const problem = checkHost(url, host, rules);
  return problem === undefined ? { ok: true, url: url.href } : refuse(problem);
}

/**
 * The host of a URL as lookups and address checks take it: an IPv6 address without brackets, a name without the dot at
 * its end. The parser has put case, punycode and the many ways to write an address in their normal form.
 */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, "");
}

/** Whether a name always means the machine itself. */
export function isLocalhost(host: string): boolean {
  return /(^|\.)localhost$/.test(host);
}

/** The addresses of localhost that are within the open networks. */
export function localhostAddresses(allowCidrs: readonly string[]): string[] {
  return ["127.0.0.1", "::1"].filter((address) => isWithin(address, allowCidrs));
}

/**
 * Whether webhooks may go to this port of an IP address: any within the open networks, elsewhere the usual ones of
 * public addresses. Used for addresses that names resolve to and for those of connected peers alike.
 */
export function allowsPeer(address: string, port: string, allowCidrs: readonly string[]): boolean {
  return isWithin(address, allowCidrs) || (ports.includes(port) && isPublic(address));
}

function checkHost(url: URL, host: string, rules: WebhookUrlRules): string | undefined {
  const { allowCidrs, publicUrl, environment } = rules;
  const isAddress = isIP(host) !== 0;
  const hasOpenNetworks = allowCidrs.length > 0;
  const isOpen = isLocalhost(host) ? localhostAddresses(allowCidrs).length > 0 : isWithin(host, allowCidrs);
  if (publicUrl !== undefined && isOwn(url, host, publicUrl)) return "must not point back at this service";
  if (isOpen) return undefined;

  if (isAddress && !isPublic(host))
    return "must not name a private or reserved address: give one that is reached over the public internet";
  if (!isAddress && !isPublicName(host, hasOpenNetworks))
    return "must name a host of the public internet, such as example.com";
  if (!ports.includes(url.port) && (isAddress || !hasOpenNetworks))
    return "must use port 443, 80, 8080 or 8443";
  if (environment === "live" && url.protocol !== "https:")
    return "must begin with https:// for live webhooks";
  return undefined;
}

function isPublicName(host: string, mayLackDot: boolean): boolean {
  const labels = host.split(".");
  const isName =
    host.length <= 253 && labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  return isName && !privateNames.test(host) && (labels.length > 1 || mayLackDot);
}

/** Whether a URL points at this service. Ports 80 and 443 of its host count as the same. */
function isOwn(url: URL, host: string, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  if (own.port !== url.port) return false;
  return hostOf(own) === host || (isLoopback(hostOf(own)) && isLoopback(host));
}

function isLoopback(host: string): boolean {
  return isLocalhost(host) || /^(127\.|0\.0\.0\.0$|::1?$)/.test(host);
}

const refuse = (problem: string): CheckedUrl => ({ ok: false, problem });

/** All public IPv6 addresses are in here. ipaddr.js takes every range that it does not know for public. */
const publicIpv6 = ipaddr.parseCIDR("2000::/3");
/** Azure's internal service address, reachable from every virtual machine there although it looks public. */
const azureHost = "168.63.129.16";

/** Whether an IP address, or the IPv4 address that it maps, is within one of these networks. */
function isWithin(address: string, networks: readonly string[]): boolean {
  if (!isPlainAddress(address)) return false;
  const ip = ipaddr.process(address);
  return networks.some((text) => {
    const [network, bits] = ipaddr.parseCIDR(text);
    return network.kind() === ip.kind() && ip.match(network, bits);
  });
}

/**
 * Whether an IP address is of the public internet. IPv6 addresses that contain an IPv4 address (mapped, NAT64, 6to4,
 * Teredo) are not, whichever it is.
 */
function isPublic(address: string): boolean {
  if (!isPlainAddress(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== "unicast") return false;
  return ip.kind() === "ipv4" ? ip.toString() !== azureHost : ip.match(publicIpv6);
}

/** An address with a zone is allowed nowhere. */
function isPlainAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes("%");
}
