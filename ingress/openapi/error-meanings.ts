import type { ProblemCode } from "../http/problems.ts";

/** When each code is answered, and what to do then. */
export const errorMeanings: Record<ProblemCode, string> = {
  MALFORMED_REQUEST: "The bytes are no HTTP request that can be read.",
  IDEMPOTENCY_KEY_REQUIRED: "A payout came without an Idempotency-Key.",
  INSUFFICIENT_BALANCE: "The available balance does not cover the amount and its fee. Nothing was done.",
  AMOUNT_LIMIT_EXCEEDED: "The amount is above what the merchant may pay out at once.",
  PAYOUT_DESTINATION_REQUIRED: "No destination is given and no default payout account is set.",
  AUTH_REQUIRED: "There is no Authorization header, or it holds no bearer token.",
  AUTH_INVALID: "The key does not exist or is revoked, or a signature is not genuine.",
  SCOPE_INSUFFICIENT: "The key lacks the scope that the endpoint needs.",
  IP_NOT_ALLOWED: "The key may not be used from this IP address.",
  KYB_LIVE_REQUIRED: "A live key acts before the business is verified. Reading is allowed.",
  SANDBOX_TEST_KEY_REQUIRED: "A live key is used on a sandbox endpoint.",
  NOT_FOUND: "There is no such resource, or it is another merchant's.",
  REQUEST_TIMEOUT: "The request did not arrive within 30 seconds.",
  IDEMPOTENCY_KEY_CONFLICT: "The Idempotency-Key was used with a different body.",
  STATE_CONFLICT: "The resource is not in a state that allows this.",
  SANDBOX_SIMULATION_FAILED: "There is nothing left to simulate: it has settled, or expired.",
  PAYLOAD_TOO_LARGE: "The body is larger than 100 KB.",
  VALIDATION_ERROR: "The request is not valid; details names each field to correct.",
  RATE_LIMITED:
    "Too many requests with this key, or failed ones from this address. Wait as Retry-After says.",
  HEADERS_TOO_LARGE: "The headers are larger than 16 KB.",
  INTERNAL_ERROR:
    "Something went wrong on our side, or a bank or provider could not tell. Safe to retry where the request is idempotent.",
  SERVICE_UNAVAILABLE:
    "The request cannot be taken right now, and nothing was done. Wait as Retry-After says.",
};
