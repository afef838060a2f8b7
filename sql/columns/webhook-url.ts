import ipaddr from "ipaddr.js";

export type CheckedUrl = { ok: true; url: string } | { ok: false; problem: string };

/**
 * Checks a webhook URL as it is written: http or https, no user or password, at most 2,048 characters, and no literal
 * address that is private, loopback or otherwise not of the public internet, outside the CIDRs of `allowed`.
 * Returns the URL in its normal form, which alone is to be stored and used. What a name resolves to is checked when
 * it is connected to.
 */
export function checkWebhookUrl(text: string, allowed: readonly string[]): CheckedUrl {
  // Backslashes, spaces and control characters are read differently by different parsers.
  if (text.length > 2048 || /[\\\s\p{Cc}]/u.test(text))
    return refuse("must be a URL of at most 2048 plain characters");
  const url = URL.parse(text);
  if (url === null) return refuse("must be a complete URL, such as https://example.com/webhooks");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return refuse("must begin with https:// or http://");
  if (url.username !== "" || url.password !== "") return refuse("must not carry a user name or password");
  // The parser has turned decimal, octal, hex and short forms into plain addresses.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isInternalName(host) && !allowsAddress("127.0.0.1", allowed)) return refuse("must name a public host");
  if (ipaddr.isValid(host) && !allowsAddress(host, allowed)) return refuse("must not name a private address");
  return { ok: true, url: url.href };
}

/** Whether webhooks may be sent to this address: it is of the public internet, or within a CIDR of `allowed`. */
export function allowsAddress(address: string, allowed: readonly string[]): boolean {
  const ip = ipaddr.process(address);
  if (ip.range() === "unicast") return true;
  return allowed.some((cidr) => {
    const [network, bits] = ipaddr.parseCIDR(cidr);
    return network.kind() === ip.kind() && ip.match(network, bits);
  });
}

function isInternalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}

function refuse(problem: string): CheckedUrl {
  return { ok: false, problem };
}
