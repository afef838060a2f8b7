import type { Money } from "./money.ts";

type Facts = {
  code: string;
  message: string;
  status?: number | undefined;
  details?: Details | undefined;
  requestId?: string | undefined;
  retryable?: boolean;
  retryAfter?: number | undefined;
  cause?: unknown;
};

type Details = Record<string, string | number | Money>;

/** A call that failed. Codes of the API that this version does not know have this class itself. */
export class ApiError extends Error {
  override name = "ApiError";
  /** The API's stable code, such as INSUFFICIENT_BALANCE; CONNECTION_FAILED or TIMEOUT without a response. */
  readonly code: string;
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** What the code documents: invalid fields by their names, amounts, limits. */
  readonly details: Details;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** Whether the same call, with the same idempotencyKey, is safe to send again and may succeed in a moment. */
  readonly retryable: boolean;
  /** The seconds to wait before that, if the API said so. */
  readonly retryAfter: number | undefined;

  constructor({ code, message, status, details, requestId, retryable, retryAfter, cause }: Facts) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.status = status;
    this.details = details ?? {};
    this.requestId = requestId;
    this.retryable = retryable ?? false;
    this.retryAfter = retryAfter;
  }
}

/** No complete response came, so the outcome of the request is unknown. */
export class ConnectionError extends ApiError {
  override name = "ConnectionError";
}

/** The key is missing, wrong or revoked. */
export class AuthenticationError extends ApiError {
  override name = "AuthenticationError";
}

/** The key may not do this. */
export class PermissionError extends ApiError {
  override name = "PermissionError";
}

/** The request is not valid: `details` names each field. */
export class InvalidRequestError extends ApiError {
  override name = "InvalidRequestError";
}

/** No such resource, or another merchant's. */
export class NotFoundError extends ApiError {
  override name = "NotFoundError";
}

/** The resource, or the idempotencyKey, is in a state that does not allow this. */
export class ConflictError extends ApiError {
  override name = "ConflictError";
}

/** A payout or refund that was decided against: balance, limits, a blocked account, a pause. Nothing was sent. */
export class RefusedError extends ApiError {
  override name = "RefusedError";
}

/** Too many requests. */
export class RateLimitError extends ApiError {
  override name = "RateLimitError";
}

/** A fault or an overload of the service. */
export class UnavailableError extends ApiError {
  override name = "UnavailableError";
}

const families: [family: typeof ApiError, codes: string][] = [
  [AuthenticationError, "AUTH_REQUIRED AUTH_INVALID"],
  [
    PermissionError,
    "SCOPE_INSUFFICIENT IP_NOT_ALLOWED KYB_LIVE_REQUIRED SANDBOX_TEST_KEY_REQUIRED APPROVAL_SELF",
  ],
  [
    InvalidRequestError,
    "VALIDATION_ERROR MALFORMED_REQUEST METHOD_NOT_ALLOWED PAYLOAD_TOO_LARGE HEADERS_TOO_LARGE IDEMPOTENCY_KEY_REQUIRED",
  ],
  [NotFoundError, "NOT_FOUND"],
  [
    ConflictError,
    "STATE_CONFLICT IDEMPOTENCY_KEY_CONFLICT MERCHANT_REFERENCE_CONFLICT SANDBOX_SIMULATION_FAILED BATCH_NOT_READY BATCH_NEEDS_CONFIRMATION BATCH_TOTAL_CHANGED",
  ],
  [
    RefusedError,
    "INSUFFICIENT_BALANCE AMOUNT_LIMIT_EXCEEDED LIMIT_DAILY_EXCEEDED REFUND_EXCEEDS_RECEIVED PAYOUTS_FROZEN DESTINATION_BLOCKED PAYOUT_DESTINATION_REQUIRED",
  ],
  [RateLimitError, "RATE_LIMITED"],
  [UnavailableError, "INTERNAL_ERROR SERVICE_UNAVAILABLE REQUEST_TIMEOUT"],
];

const familyOf = new Map(
  families.flatMap(([family, codes]) => codes.split(" ").map((code) => [code, family])),
);

/** The error of a refusal, in the class of its code. */
export function errorOf(facts: Facts): ApiError {
  return new (familyOf.get(facts.code) ?? ApiError)(facts);
}

/** Returns the API's errors, and throws all others: `const [error, payout] = await safe(service.payouts.get(…))`. */
export async function safe<Data>(
  call: PromiseLike<Data>,
): Promise<[ApiError, undefined] | [undefined, Data]> {
  try {
    return [undefined, await call];
  } catch (error) {
    if (error instanceof ApiError) return [error, undefined];
    throw error;
  }
}
