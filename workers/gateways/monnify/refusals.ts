import type { NameResult, SendResult, TransferStatusResult, Unknown } from "../gateway.ts";
import type { Refusal } from "./call-monnify.ts";
import { failed } from "../transfer-results.ts";

/**
 * What Monnify's refusal of a transfer request means.
 *
 * D01 to D03 count as failed, by Monnify's own list. With an insufficient wallet balance (D04), or an IP address that
 * isn't allowed (D06), the transfer is fine, and nothing was made. D05 means that Monnify has the reference, so it is
 * polled; so is 99, which means nothing, and any unlisted code. D07 is an equal transfer within two minutes: nothing
 * was made, and it may be sent later.
 */
export function refusedTransfer(refusal: Refusal): SendResult {
  switch (refusal.code) {
    case "D01":
    case "D02":
    case "D03":
      return failed();
    case "D04":
      return { ...unknownRefusal(refusal), kind: "not_sent", notSent: "no_float" };
    case "D06":
      return { ...unknownRefusal(refusal), kind: "not_sent", notSent: "unavailable" };
    case "D07":
      return { kind: "not_sent", notSent: "unavailable", reason: reasonOf(refusal), tooSoon: true };
    default:
      return unknownRefusal(refusal);
  }
}

/**
 * What a refused name enquiry means. An account that does not exist gets a 404, or with any status D03 or its text,
 * also under 99, which alone means any error.
 */
export function refusedName(refusal: Refusal): NameResult {
  const { status, code, message } = refusal;
  const isOfAccount = status === 404 || code === "D03" || /\binvalid account details\b/i.test(message);
  return isOfAccount
    ? { kind: "not_found" }
    : { ...unknownRefusal(refusal), forOperator: "NAME_ENQUIRY_REFUSED" };
}

/** What a refused poll of a transfer means: 404, and D02, mean that there is none. */
export function refusedPoll(refusal: Refusal): TransferStatusResult {
  return refusal.status === 404 || refusal.code === "D02" ? { kind: "not_found" } : unknownRefusal(refusal);
}

/** A refusal that tells nothing about the request. D06: Monnify accepts no address of ours, for any request. */
function unknownRefusal(refusal: Refusal): Unknown {
  return {
    kind: "unknown",
    reason: reasonOf(refusal),
    forOperator: "TRANSFER_REFUSED",
    ...(refusal.code === "D06" && { refusesUs: true }),
  };
}

export const reasonOf = ({ status, code }: Refusal) => `status ${status}, ${code}`;
