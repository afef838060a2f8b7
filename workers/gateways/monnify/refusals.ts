import type { NameResult, SendResult, TransferStatusResult, Unknown } from "../gateway.ts";
import type { Refusal } from "./call-monnify.ts";
import { failed } from "./transfer-result.ts";

/**
 * What it means for a transfer that Monnify refused the request to send it.
 *
 * D01 to D03 are to be treated as failed, by Monnify's own list. The wallet does not cover it (D04), or our address is
 * not allowed (D06): nothing is wrong with the transfer, and nothing was made. D05 says that Monnify has the reference,
 * so it is asked what became of it; so it is with 99, which says nothing, and with codes that no list has. D07 is for
 * an equal transfer within two minutes: nothing was made, and later it may be sent.
 */
export function refusedTransfer(refusal: Refusal): SendResult {
  switch (refusal.code) {
    case "D01":
    case "D02":
    case "D03":
      return failed("The transfer wasn't completed.");
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
 * What it means that Monnify refused a name enquiry. An account that does not exist gets a 404, or with any status D03
 * or its words, also under 99, which by itself is for whatever went wrong.
 */
export function refusedName(refusal: Refusal): NameResult {
  const { status, code, message } = refusal;
  const isOfAccount = status === 404 || code === "D03" || /\binvalid account details\b/i.test(message);
  return isOfAccount
    ? { kind: "not_found" }
    : { ...unknownRefusal(refusal), forOperator: "NAME_ENQUIRY_REFUSED" };
}

/** What it means that Monnify refused the question about a transfer: 404, and D02, say that there is none. */
export function refusedQuestion(refusal: Refusal): TransferStatusResult {
  return refusal.status === 404 || refusal.code === "D02" ? { kind: "not_found" } : unknownRefusal(refusal);
}

/** A refusal that says nothing of what was asked. D06: Monnify takes no address of ours, whatever we ask. */
function unknownRefusal(refusal: Refusal): Unknown {
  return {
    kind: "unknown",
    reason: reasonOf(refusal),
    forOperator: "TRANSFER_REFUSED",
    ...(refusal.code === "D06" && { refusesUs: true }),
  };
}

export const reasonOf = ({ status, code }: Refusal) => `status ${status}, ${code}`;
