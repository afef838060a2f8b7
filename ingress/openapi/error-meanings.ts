import type { ProblemCode } from "../http/problems.ts";

/** When each code is returned, and what to do then. */
export const errorMeanings: Record<ProblemCode, string> = {
  MALFORMED_REQUEST:
    "The bytes are not a readable HTTP request, or it has two Authorization or Host headers.",
  IDEMPOTENCY_KEY_REQUIRED: "The payout request has no Idempotency-Key.",
  INSUFFICIENT_BALANCE:
    "The available balance does not cover the amount and its fee. Nothing was done. details has needed (the amount and its fee), available and fee, as Money.",
  AMOUNT_LIMIT_EXCEEDED:
    "The amount is more than the merchant may pay out in one payout. Nothing was done. details has limit (payout) and most, as Money.",
  LIMIT_DAILY_EXCEEDED:
    "The payout is more than is left of a limit of the day (in Lagos). Nothing was done. details has limit (day: the amount of all payouts; accountDay: the amount to this account; accountDayPayouts: the number of payouts to it), most and left: Money, or a number of payouts.",
  PAYOUTS_FROZEN:
    "The operator has stopped payouts of this merchant, to this bank, or all, for now. Nothing was done: send it again later with the same Idempotency-Key.",
  DESTINATION_BLOCKED: "The operator does not let payouts go to this account. Nothing was done.",
  PAYOUT_DESTINATION_REQUIRED: "The request has no destination and there is no default payout account.",
  AUTH_REQUIRED: "There is no Authorization header, or it holds no bearer token.",
  AUTH_INVALID: "The key does not exist or is revoked, or the signature is not valid.",
  SCOPE_INSUFFICIENT: "The key lacks the scope that the endpoint needs.",
  IP_NOT_ALLOWED: "The key may not be used from this IP address.",
  ROLE_INSUFFICIENT: "The person's role at this merchant may not do this.",
  STEP_UP_REQUIRED:
    "The person has to confirm who they are again: sign-in or the last proof was over ten minutes ago.",
  ORIGIN_NOT_ALLOWED: "The request comes from a page of another origin.",
  KYB_LIVE_REQUIRED: "Until the business is verified, live keys can only read, and stop what they started.",
  SANDBOX_TEST_KEY_REQUIRED: "Sandbox endpoints accept test keys only.",
  NOT_FOUND: "The resource does not exist, or belongs to another merchant.",
  METHOD_NOT_ALLOWED: "The path takes other methods: Allow lists them.",
  REQUEST_TIMEOUT: "The request did not arrive within 30 seconds.",
  IDEMPOTENCY_KEY_CONFLICT: "The Idempotency-Key was used with a different body.",
  MERCHANT_CHANGED:
    "The session shows another merchant than the page that sent the request. Nothing was done.",
  STATE_CONFLICT: "The resource's state does not allow this.",
  SANDBOX_SIMULATION_FAILED: "Nothing is left to simulate: the payment has settled or expired.",
  PAYLOAD_TOO_LARGE: "The body is larger than 100 KB.",
  VALIDATION_ERROR: "The request is not valid; details names each field to correct.",
  RATE_LIMITED:
    "Too many requests with this key, too many failed authentications from this address, too many phones that did not match one BVN or NIN, or too many lookups that wait for a result. Wait for the time in Retry-After.",
  HEADERS_TOO_LARGE: "The headers are larger than 16 KB.",
  INTERNAL_ERROR:
    "Something went wrong on our side, or a bank or provider gave no clear result. Safe to retry if the request is idempotent.",
  SERVICE_UNAVAILABLE:
    "The service cannot take this request right now. Nothing was done. Wait for the time in Retry-After.",
};
