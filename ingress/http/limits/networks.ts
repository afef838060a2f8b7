import { isIPv6 } from "node:net";
import { ipKeyGenerator } from "express-rate-limit";

/** One subscriber usually has a whole IPv6 /56, so its addresses are counted together. */
const SUBSCRIBER_PREFIX = 56;
/** One site may have a /48, which is 256 subscriber networks. It could rotate among them to evade a limit. */
const SITE_PREFIX = 48;
/** A site's limit is this many times a subscriber's, because a mobile network may put many payers into one /48. */
export const SITE_SHARE = 16;

/** The network that is counted as one caller: an IPv4 address itself, the /56 of an IPv6 address. */
export const subscriberOf = (ip: string): string => ipKeyGenerator(ip, SUBSCRIBER_PREFIX);

/** The /48 of an IPv6 address; undefined for IPv4, where nobody has enough addresses to rotate. */
export const siteOf = (ip: string): string | undefined =>
  isIPv6(ip) ? ipKeyGenerator(ip, SITE_PREFIX) : undefined;

/** The networks that an address is counted with: its own, and the site of an IPv6 address. */
export const networksOf = (ip: string): string[] =>
  [subscriberOf(ip), siteOf(ip)].filter((network) => network !== undefined);
