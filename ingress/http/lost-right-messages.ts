import type { LostRight } from "../../sql/keys/callers.ts";

/**
 * The messages for a caller without the right to do something (any more): the same before and after its body has come.
 */
export const lostRightMessages: Record<LostRight, string> = {
  AUTH_INVALID: "This API key doesn't exist or has been revoked.",
  AUTH_REQUIRED: "You're not signed in, or your session has ended.",
  IP_NOT_ALLOWED: "This key can't be used from your IP address.",
  KYB_LIVE_REQUIRED: "Live keys only work for verified businesses. Until then, use a test key (sk_test_...).",
  ROLE_INSUFFICIENT: "Your role can't do this. Ask an owner.",
  SCOPE_INSUFFICIENT: "This key is missing a required scope.",
};
