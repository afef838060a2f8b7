import type { ProblemCode } from "../http/problems.ts";

/** When each code is returned, and what to do then. */
export const errorMeanings: Record<ProblemCode, string> = {
  MALFORMED_REQUEST: "The request isn't valid HTTP, or it has two Authorization or Host headers.",
  IDEMPOTENCY_KEY_REQUIRED: "The request for a payout, refund or batch has no Idempotency-Key header.",
  INSUFFICIENT_BALANCE:
    "The available balance doesn't cover the amount and its fee. Nothing was done. details has needed (the amount and its fee), available and fee, as Money.",
  AMOUNT_LIMIT_EXCEEDED:
    "The amount is above the merchant's limit for a single payout. Nothing was done. details has limit (payout) and most, as Money.",
  LIMIT_DAILY_EXCEEDED:
    "The payout exceeds what's left of a daily limit (days in Lagos). Nothing was done. details has limit (day: the amount of all payouts; accountDay: the amount to this account; accountDayPayouts: the number of payouts to it), most and left: Money, or a number of payouts.",
  REFUND_EXCEEDS_RECEIVED:
    "The refund is more than what was received, less earlier refunds. Nothing was done. details has received, refunded and left, as Money.",
  PAYOUTS_FROZEN:
    "The operator has paused all payouts, or those of this merchant or to this bank. Nothing was done. Send it again later with the same Idempotency-Key.",
  DESTINATION_BLOCKED: "The operator has blocked payouts to this account. Nothing was done.",
  PAYOUT_DESTINATION_REQUIRED: "The request has no destination, and there's no default payout account.",
  AUTH_REQUIRED: "The Authorization header is missing or has no bearer token.",
  AUTH_INVALID: "The key doesn't exist or has been revoked, or the signature is invalid.",
  SCOPE_INSUFFICIENT: "The key is missing the scope this endpoint needs.",
  IP_NOT_ALLOWED: "The key can't be used from this IP address.",
  ROLE_INSUFFICIENT: "The person's role doesn't allow this.",
  STEP_UP_REQUIRED:
    "The person must confirm their identity again: the last confirmation was more than ten minutes ago.",
  APPROVAL_SELF:
    "The person requested this payment, or created or rotated the key that did. Somebody else has to decide.",
  BATCH_NOT_READY:
    "The names of the batch's accounts are being checked, or are older than a day and checked again.",
  BATCH_NEEDS_CONFIRMATION:
    "The batch has items that the request doesn't allow for: close or missing names, duplicates, or invalid items. `details` counts them.",
  BATCH_TOTAL_CHANGED: "The batch costs something else than expectedTotal. Nothing was started.",
  ORIGIN_NOT_ALLOWED: "The request comes from a page on another origin.",
  KYB_LIVE_REQUIRED: "Until the business is verified, live keys can only read, and stop what they started.",
  SANDBOX_TEST_KEY_REQUIRED: "Sandbox endpoints only accept test keys.",
  NOT_FOUND: "The resource doesn't exist, or belongs to another merchant.",
  METHOD_NOT_ALLOWED: "This path doesn't support the method. See the Allow header.",
  REQUEST_TIMEOUT: "The request didn't arrive within 30 seconds.",
  IDEMPOTENCY_KEY_CONFLICT: "The Idempotency-Key was already used with a different body.",
  MERCHANT_REFERENCE_CONFLICT:
    "Another resource of this kind has this merchantReference. Nothing was done. details has its reference (of a payment link: its slug).",
  MERCHANT_CHANGED:
    "The session has switched to another merchant since the page was loaded. Nothing was done.",
  STATE_CONFLICT: "The resource's current state doesn't allow this.",
  SANDBOX_SIMULATION_FAILED: "There's nothing left to simulate: the payment has settled or expired.",
  PAYLOAD_TOO_LARGE: "The body is larger than 100 KB.",
  VALIDATION_ERROR: "Invalid request. See details.",
  RATE_LIMITED:
    "Too many requests with this key, failed authentications from this IP address, phone numbers that didn't match a BVN or NIN, or pending lookups. Wait for the time in Retry-After.",
  HEADERS_TOO_LARGE: "The headers are larger than 16 KB.",
  INTERNAL_ERROR:
    "Something went wrong on our side, or a bank or provider gave no clear result. Safe to retry if the request is idempotent.",
  SERVICE_UNAVAILABLE: "The service is busy. Nothing was done. Wait for the time in Retry-After.",
};
