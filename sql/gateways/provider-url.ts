import { z } from "zod";

/** The setting for a provider's address. */
export const providerUrl = z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional();

/**
 * Whether requests to a provider would leave this machine unencrypted. Plain http is safe only within the machine, and
 * in production nowhere.
 */
export function leavesUnencrypted(url: string | undefined, nodeEnv: string): boolean {
  const isPlain = URL.parse(url ?? "")?.protocol === "http:";
  return isPlain && (nodeEnv === "production" || !isOnThisMachine(url));
}

/** Whether a URL names this machine itself; one that is not set does not. */
export function isOnThisMachine(url: string | undefined): boolean {
  const target = URL.parse(url ?? "");
  return target !== null && ["127.0.0.1", "[::1]", "localhost"].includes(target.hostname);
}
