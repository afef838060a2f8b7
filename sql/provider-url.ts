import { z } from "zod";

/** The setting for a provider's address. */
export const providerUrl = z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional();

/**
 * Whether requests to a provider would leave this machine unencrypted. Plain http is safe only within the machine, and
 * in production nowhere.
 */
export function leavesUnencrypted(url: string | undefined, nodeEnv: string): boolean {
  const target = URL.parse(url ?? "");
  const staysHere = target !== null && ["127.0.0.1", "[::1]", "localhost"].includes(target.hostname);
  return target?.protocol === "http:" && (nodeEnv === "production" || !staysHere);
}
