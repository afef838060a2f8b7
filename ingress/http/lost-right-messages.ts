import type { LostRight } from "../../sql/keys/callers.ts";

/** What a caller is told that may not, or not any more, do something: the same before and after its body has come. */
export const lostRightMessages: Record<LostRight, string> = {
  AUTH_INVALID: "This API key does not exist or is revoked.",
  AUTH_REQUIRED: "You are not signed in, or your session has ended.",
  IP_NOT_ALLOWED: "This key may not be used from your IP address.",
  KYB_LIVE_REQUIRED: "Live keys act once the business is verified. Until then use a test key (sk_test_...).",
  ROLE_INSUFFICIENT: "Your role may not do this. An owner can change roles.",
  SCOPE_INSUFFICIENT: "This key lacks a scope that this needs.",
};
