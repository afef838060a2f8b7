/** Readable texts for refusals, by the API's code. Null: the API's message is for people, and more specific. */
export const errorTexts: Record<string, string | null> = {
  APPROVAL_SELF: "This is your own payment. Someone else has to decide.",
  AUTH_INVALID: null,
  AUTH_REQUIRED: null,
  ROLE_INSUFFICIENT: null,
  SANDBOX_SIMULATION_FAILED: null,
  STATE_CONFLICT: null,
  VALIDATION_ERROR: null,
  MERCHANT_REFERENCE_CONFLICT: "You’ve used this reference before. Choose another.",
  PAYOUTS_FROZEN: "Payouts are paused, and nothing was sent. Try again later.",
  DESTINATION_BLOCKED: "Payouts to this account aren’t allowed. Nothing was sent.",
  AMOUNT_LIMIT_EXCEEDED: "This is over your limit for a single payout. Limits are under Settings.",
  LIMIT_DAILY_EXCEEDED:
    "This is over what you can still pay out today, in total or to this account. Nothing was sent. Limits are under Settings.",
  BATCH_NOT_READY: "The names in this batch are being checked. Start it once they are.",
  BATCH_NEEDS_CONFIRMATION: "Some payments in this batch need your confirmation first.",
  BATCH_TOTAL_CHANGED: "The total has changed. Check it, then start the batch again.",
  HEADERS_TOO_LARGE: "Your browser sent too much data. Delete its cookies for this site, then sign in again.",
  IDEMPOTENCY_KEY_CONFLICT:
    "This was already submitted with different details. Check what’s there, then start again.",
  IDEMPOTENCY_KEY_REQUIRED: "Something went wrong on this page. Reload it and try again.",
  INSUFFICIENT_BALANCE: "Your available balance doesn’t cover this and its fee.",
  INTERNAL_ERROR: "Something went wrong on our side.",
  KYB_LIVE_REQUIRED: "Your business isn’t verified yet. Until it is, you can only do this in test mode.",
  MALFORMED_REQUEST: "We couldn’t read this. Reload the page.",
  MERCHANT_CHANGED: "You switched to another business in another tab. Reload the page.",
  METHOD_NOT_ALLOWED: "This page is out of date. Reload it.",
  NOT_FOUND: "This doesn’t exist, or it belongs to another business or environment.",
  NO_CONNECTION: "We can’t reach the service. Check your connection.",
  ORIGIN_NOT_ALLOWED: "We couldn’t confirm that this came from the dashboard. Reload the page.",
  PAYLOAD_TOO_LARGE: "This is too large.",
  PAYOUT_DESTINATION_REQUIRED: "Choose a recipient: there’s no default account.",
  PART_NOT_LOADED:
    "We couldn’t load this part of the dashboard. Check your connection, then reload the page: there may be an update.",
  RATE_LIMITED: "Too many attempts.",
  REFUND_EXCEEDS_RECEIVED:
    "This is more than what’s left to refund of this collection. Nothing was refunded.",
  REQUEST_TIMEOUT: "Your connection was too slow. Try again.",
  SANDBOX_TEST_KEY_REQUIRED: "The sandbox is only available in test mode.",
  SERVICE_UNAVAILABLE: "We’re busy right now. Nothing was changed.",
  SESSION_NOT_KEPT:
    "Your password is correct, but your browser didn’t keep the cookie that signs you in. Safari keeps none on http://localhost: use another browser there, or https. Anywhere else, allow cookies for this site.",
  STEP_UP_REQUIRED: "Nothing was changed, because you didn’t confirm it’s you.",
};

export const tryAgainNow = "You can try again now.";

const SECONDS = 90;
const MINUTES = 90 * 60;

/** When to try again, rounded up. */
export function tryAgainIn(seconds: number): string {
  const [count, unit] =
    seconds <= SECONDS
      ? [seconds, "second"]
      : seconds <= MINUTES
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return `Try again in ${count} ${unit}${count === 1 ? "" : "s"}.`;
}
