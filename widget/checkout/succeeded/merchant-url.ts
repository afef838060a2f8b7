import type { Session } from "../session/session.ts";

/** The merchant's page to continue to, if any. Only web addresses: `javascript:` would run on this page. */
export function readMerchantUrl({ redirectUrl }: Session): string | undefined {
  return redirectUrl !== undefined && /^https?:\/\//.test(redirectUrl) ? redirectUrl : undefined;
}
