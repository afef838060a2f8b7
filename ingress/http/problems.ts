import type { z } from "zod";
import type { moneyJson } from "../../sql/ledger/money.ts";
import type { LostRight } from "../../sql/keys/callers.ts";

/** Every error code with its HTTP status. Clients depend on the codes: add new ones, never rename one. */
export const problemStatuses = {
  AUTH_REQUIRED: 401,
  AUTH_INVALID: 401,
  SCOPE_INSUFFICIENT: 403,
  IP_NOT_ALLOWED: 403,
  SANDBOX_TEST_KEY_REQUIRED: 403,
  KYB_LIVE_REQUIRED: 403,
  ROLE_INSUFFICIENT: 403,
  STEP_UP_REQUIRED: 403,
  APPROVAL_SELF: 403,
  ORIGIN_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  STATE_CONFLICT: 409,
  MERCHANT_CHANGED: 409,
  PAYLOAD_TOO_LARGE: 413,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  IDEMPOTENCY_KEY_REQUIRED: 400,
  IDEMPOTENCY_KEY_CONFLICT: 409,
  MERCHANT_REFERENCE_CONFLICT: 409,
  INSUFFICIENT_BALANCE: 400,
  AMOUNT_LIMIT_EXCEEDED: 400,
  LIMIT_DAILY_EXCEEDED: 400,
  REFUND_EXCEEDS_RECEIVED: 400,
  BATCH_NOT_READY: 409,
  BATCH_NEEDS_CONFIRMATION: 409,
  BATCH_TOTAL_CHANGED: 409,
  PAYOUT_DESTINATION_REQUIRED: 400,
  PAYOUTS_FROZEN: 409,
  DESTINATION_BLOCKED: 400,
  SANDBOX_SIMULATION_FAILED: 409,
  MALFORMED_REQUEST: 400,
  REQUEST_TIMEOUT: 408,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ProblemCode = keyof typeof problemStatuses;

/**
 * A refusal's structured details. For VALIDATION_ERROR: dotted field name → what it must be. For other codes by their
 * definition; amounts are Money. Never contains what the caller sent.
 */
type Details = Readonly<Record<string, string | number | z.output<typeof moneyJson>>>;

type ProblemOptions = {
  details?: Details;
  retryAfterSeconds?: number;
  /** The name of the limit that refuses the request, from our code. */
  limit?: string;
  cause?: unknown;
};

/** An error for the caller to see. Thrown anywhere in a route; respondWithProblem sends it. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  readonly details: Details | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly limit: string | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    { details, retryAfterSeconds, limit, cause }: ProblemOptions = {},
  ) {
    // Nobody reads the stack of a refusal, and recording it takes time.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
    this.limit = limit;
  }
}

/** The same error for missing resources and other merchants', so that callers see no difference. */
export const notFound = () => new Problem("NOT_FOUND", "No such resource.");

/** A query's result. Raises NOT_FOUND for null. */
export function orNotFound<Found>(found: Found | null): Found {
  if (found === null) throw notFound();
  return found;
}

/** The resource's state does not allow the request. */
export const conflict = (message: string, details?: Details) =>
  new Problem("STATE_CONFLICT", message, details && { details });

/** What a caller is told that may not, or not any more, do something: the same before and after its body has come. */
export const lostRightMessages: Record<LostRight, string> = {
  AUTH_INVALID: "This API key doesn't exist or has been revoked.",
  AUTH_REQUIRED: "You're not signed in, or your session has ended.",
  IP_NOT_ALLOWED: "This key can't be used from your IP address.",
  KYB_LIVE_REQUIRED: "Live keys only work for verified businesses. Until then, use a test key (sk_test_...).",
  ROLE_INSUFFICIENT: "Your role can't do this. Ask an owner.",
  SCOPE_INSUFFICIENT: "This key is missing a required scope.",
};

/** The caller lacks the right to do this (any more). */
export const rightLost = (code: LostRight) => new Problem(code, lostRightMessages[code]);

/** For a path of no route, and for those of routes that this deployment does not have. */
export const unknownPath = () =>
  new Problem("NOT_FOUND", "No such path. See /openapi.json for all paths, or read /docs.");

/** A live key of a merchant that is not (or no longer) approved wants to act. */
export const approvalNeeded = () => rightLost("KYB_LIVE_REQUIRED");

/** The caller sends too much of something: the limit `limit` refuses more for so many seconds. */
export const rateLimited = (limit: string, retryAfterSeconds: number, message: string, details?: Details) =>
  new Problem("RATE_LIMITED", message, { limit, retryAfterSeconds, ...(details && { details }) });

/** This process has too much to do of something, whoever asks. */
export const busy = (limit: string, retryAfterSeconds: number, message: string) =>
  new Problem("SERVICE_UNAVAILABLE", message, { limit, retryAfterSeconds });

/** A VALIDATION_ERROR; `details` maps each wrong field, by its dotted name, to what it must be. */
export const invalid = (details: Record<string, string>) =>
  new Problem("VALIDATION_ERROR", "Invalid request. See details.", { details });
