import { failureMeaning } from "../failure-texts.ts";
import type { NameResult, SendResult, Unknown } from "../gateway.ts";
import type { Refusal } from "./call-flutterwave.ts";

/**
 * What Flutterwave's refusal of a transfer request means. It has no codes, only texts. With an insufficient balance, or
 * an IP address that isn't allowed, no transfer was made. For a blocked account, or a reference that Flutterwave
 * already has, a transfer may exist: the result is unknown, and polled.
 */
export function refusedTransfer(refusal: Refusal): SendResult {
  const unknown = unknownRefusal(refusal);
  if (unknown.refusesUs) return { ...unknown, kind: "not_sent", notSent: "unavailable" };
  return failureMeaning(refusal.message) === "no_float"
    ? { ...unknown, kind: "not_sent", notSent: "no_float" }
    : unknown;
}

/** What a refused name enquiry means: only these texts mean that there is no such account. */
export function refusedName(refusal: Refusal): NameResult {
  return /\brecipient account could not be validated\b/i.test(refusal.message)
    ? { kind: "not_found" }
    : { ...unknownRefusal(refusal), forOperator: "NAME_ENQUIRY_REFUSED" };
}

/**
 * A refusal that tells nothing about the request. Some texts mean that it accepts no address of ours, for any request.
 */
export function unknownRefusal({ message }: Refusal): Unknown {
  return {
    kind: "unknown",
    reason: "status 400",
    forOperator: "TRANSFER_REFUSED",
    ...(/\bip whitelisting\b/i.test(message) && { refusesUs: true }),
  };
}
