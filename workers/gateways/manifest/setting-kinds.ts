import { z } from "zod";
import { splitList } from "../../../sql/process/settings.ts";

/** The setting for a provider's address. */
export const providerUrl = z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional();

/** `one-time`: for one payment of one amount. `permanent`: for payments as long as the provider keeps it. */
const accountKinds = ["one-time", "permanent"] as const;
export type AccountKind = (typeof accountKinds)[number];

/** The setting for the accounts that payers get. */
export const accountKind = z
  .enum(accountKinds, { error: "must be one-time or permanent, or empty for no accounts" })
  .optional();

/** A setting in one format. `error`: what it must be. */
export const matching = (pattern: RegExp, error: string) => z.string().regex(pattern, { error }).optional();

/** The setting for one secret, or two while the second replaces the first. `error`: what each must be. */
export const oneOrTwo = (secret: RegExp, error: string) =>
  z
    .string()
    .transform(splitList)
    .refine(({ length }) => length === 1 || length === 2, {
      error: "must be one, or two separated by a comma",
    })
    .refine((secrets) => secrets.every((each) => secret.test(each)), { error })
    .optional();

/**
 * Whether requests to a provider would leave this machine unencrypted. Plain http is safe only within the machine, and
 * in production nowhere.
 */
export function leavesUnencrypted(url: string | undefined, nodeEnv: string): boolean {
  const isPlain = URL.parse(url ?? "")?.protocol === "http:";
  return isPlain && (nodeEnv === "production" || !isOnThisMachine(url));
}

/** Whether a URL names this machine itself; false if it is not set. */
export function isOnThisMachine(url: string | undefined): boolean {
  const target = URL.parse(url ?? "");
  return target !== null && ["127.0.0.1", "[::1]", "localhost"].includes(target.hostname);
}
