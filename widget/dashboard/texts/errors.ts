/**
 * What people are told of a refusal, by the code of the service's API, whose own sentences are for programs. Null: its
 * sentence is for people, and says which of several things it is.
 */
export const errorTexts: Record<string, string | null> = {
  AUTH_INVALID: null,
  AUTH_REQUIRED: null,
  ROLE_INSUFFICIENT: null,
  SANDBOX_SIMULATION_FAILED: null,
  STATE_CONFLICT: null,
  VALIDATION_ERROR: null,
  PAYOUTS_FROZEN: "Payouts are stopped for now, and nothing was sent. Try again later.",
  DESTINATION_BLOCKED: "Payouts to this account are not allowed. Nothing was sent.",
  AMOUNT_LIMIT_EXCEEDED: "This is more than one payout may be. The limits are under Settings.",
  LIMIT_DAILY_EXCEEDED:
    "This is more than may be paid out today, in all or to this account. Nothing was sent. The limits are under Settings.",
  HEADERS_TOO_LARGE: "Your browser sent too much. Delete its cookies for this site, then sign in again.",
  IDEMPOTENCY_KEY_CONFLICT:
    "This was sent before with other details. Look at what is there, and begin again.",
  IDEMPOTENCY_KEY_REQUIRED: "Something is missing that this page sends by itself. Load the page again.",
  INSUFFICIENT_BALANCE: "Your available balance does not cover this and its fee.",
  INTERNAL_ERROR: "Something went wrong on our side.",
  KYB_LIVE_REQUIRED: "Your business is not verified yet. Until it is, this can be done in test alone.",
  MALFORMED_REQUEST: "This could not be read. Load the page again.",
  MERCHANT_CHANGED: "Another tab shows another of your businesses now. Load the page again.",
  METHOD_NOT_ALLOWED: "This page is older than the service. Load it again.",
  NOT_FOUND: "This does not exist, or belongs to another business or environment.",
  NO_CONNECTION: "The service cannot be reached. Check your connection.",
  ORIGIN_NOT_ALLOWED: "Your browser does not say that this comes from the dashboard. Load the page again.",
  PAYLOAD_TOO_LARGE: "This is larger than it may be.",
  PAYOUT_DESTINATION_REQUIRED: "Choose whom to pay: there is no default account.",
  PART_NOT_LOADED:
    "This part of the dashboard could not be loaded. Check your connection, then reload the page: there may be an update.",
  RATE_LIMITED: "Too many attempts.",
  REQUEST_TIMEOUT: "Your connection was too slow for this. Try again.",
  SANDBOX_TEST_KEY_REQUIRED: "The sandbox is in test alone.",
  SERVICE_UNAVAILABLE: "Too much is going on right now. Nothing was done.",
  SESSION_NOT_KEPT:
    "Your password was right, but your browser didn’t keep the cookie that signs you in. Safari keeps none on http://localhost: use another browser there, or https. Anywhere else, allow cookies for this site.",
  STEP_UP_REQUIRED: "This was not done, since you have not confirmed that it’s you.",
};

export const tryAgainNow = "You can try again now.";

const SECONDS = 90;
const MINUTES = 90 * 60;

/** When something may be tried again, rounded up. */
export function tryAgainIn(seconds: number): string {
  const [count, unit] =
    seconds <= SECONDS
      ? [seconds, "second"]
      : seconds <= MINUTES
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return `Try again in ${count} ${unit}${count === 1 ? "" : "s"}.`;
}
