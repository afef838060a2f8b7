import { isIPv6 } from "node:net";
import { ipKeyGenerator } from "express-rate-limit";

/** One subscriber usually has a whole IPv6 /56, so all its addresses are counted together. */
const SUBSCRIBER_PREFIX = 56;
/** A site, or somebody who rents one, has up to a /48: 256 subscribers' networks, which are cheap to change between. */
const SITE_PREFIX = 48;
/** A site may do this many times what one subscriber may: providers of mobile networks put many payers into one. */
export const SITE_SHARE = 16;

/** The network that is counted as one caller: an IPv4 address itself, the /56 of an IPv6 address. */
export const subscriberOf = (ip: string): string => ipKeyGenerator(ip, SUBSCRIBER_PREFIX);

/** The /48 of an IPv6 address; undefined for IPv4, whose addresses are dear. */
export const siteOf = (ip: string): string | undefined =>
  isIPv6(ip) ? ipKeyGenerator(ip, SITE_PREFIX) : undefined;
