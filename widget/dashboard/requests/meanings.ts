import type { LoggedRequest } from "../api/types.ts";

/** What to do about each error that the API returns to a merchant's server. */
export const meanings: Readonly<Record<string, string>> = {
  AUTH_REQUIRED: "Send your secret key: Authorization: Bearer sk_….",
  AUTH_INVALID: "This key doesn’t exist or has been revoked. Create one under API keys.",
  SCOPE_INSUFFICIENT: "This key doesn’t have the permission this route needs. Create one that does.",
  IP_NOT_ALLOWED:
    "The request came from an IP address that isn’t on the key’s list. Update the list under API keys.",
  SANDBOX_TEST_KEY_REQUIRED: "The sandbox only accepts test keys.",
  KYB_LIVE_REQUIRED: "Live mode requires a verified business. See Settings, Verification.",
  NOT_FOUND: "You have nothing with this reference in this environment. Test and live are separate.",
  METHOD_NOT_ALLOWED: "This path needs another method. See the response’s Allow header.",
  STATE_CONFLICT: "The resource’s status doesn’t allow this. Retrieve it, then decide.",
  VALIDATION_ERROR: "See the response’s details for each invalid field and what it must be.",
  RATE_LIMITED: "Wait as long as Retry-After says, and spread your requests over the minute.",
  IDEMPOTENCY_KEY_REQUIRED:
    "Send an Idempotency-Key with each payout or refund, and a new one for each new one.",
  IDEMPOTENCY_KEY_CONFLICT:
    "This Idempotency-Key was already used with a different body. Use a new one for each new request.",
  INSUFFICIENT_BALANCE: "Your balance doesn’t cover the amount and its fee.",
  MERCHANT_REFERENCE_CONFLICT: "The merchantReference belongs to another resource of yours.",
  PAYOUTS_FROZEN: "The platform’s operator has paused payouts.",
  DESTINATION_BLOCKED: "The platform’s operator doesn’t allow payouts to this account.",
  AMOUNT_LIMIT_EXCEEDED: "The amount is over your limit. See Settings, Limits.",
  LIMIT_DAILY_EXCEEDED: "The amount is over what was left of a daily limit. See Settings, Limits.",
  REFUND_EXCEEDS_RECEIVED: "The collection has less than that left to refund.",
  PAYOUT_DESTINATION_REQUIRED: "Name a destination, or set a default payout account.",
  SANDBOX_SIMULATION_FAILED: "This collection is already final. Open a new one to pay.",
  PAYLOAD_TOO_LARGE: "Request bodies can be up to 100 KB.",
  INTERNAL_ERROR:
    "Something failed on our side, or we couldn’t resolve an account. It’s safe to retry an idempotent request.",
  SERVICE_UNAVAILABLE: "We were busy, and nothing was changed. Try again in a few seconds.",
};

const CALLER_GONE = 499;

export function meaningOf({ status, errorCode }: LoggedRequest): string | undefined {
  return status === CALLER_GONE
    ? "Your server closed the connection before the response was complete. Raise its timeout above 15 seconds."
    : meanings[errorCode ?? ""];
}
