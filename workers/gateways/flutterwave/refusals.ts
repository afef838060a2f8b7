import { failureMeaning } from "../failure-texts.ts";
import type { NameResult, SendResult, Unknown } from "../gateway.ts";
import type { Refusal } from "./call-flutterwave.ts";

/**
 * What it means for a transfer that Flutterwave refused the request to send it. It has no codes, and these are told
 * apart by their words. A balance that does not cover it, and an address of ours that is not allowed, are matters of
 * ours: nothing was made. Of an account that may not be paid, and of a reference that Flutterwave has already, nothing
 * says that no transfer was or will be made: so it is unknown, and asked about.
 */
export function refusedTransfer(refusal: Refusal): SendResult {
  const unknown = unknownRefusal(refusal);
  if (unknown.refusesUs) return { ...unknown, kind: "not_sent", notSent: "unavailable" };
  return failureMeaning(refusal.message) === "no_float"
    ? { ...unknown, kind: "not_sent", notSent: "no_float" }
    : unknown;
}

/** What it means for the name of an account: that there is none, only where these words say so. */
export function refusedName(refusal: Refusal): NameResult {
  return /\brecipient account could not be validated\b/i.test(refusal.message)
    ? { kind: "not_found" }
    : { ...unknownRefusal(refusal), forOperator: "NAME_ENQUIRY_REFUSED" };
}

/** A refusal that says nothing of what was asked. With some words it takes no address of ours, whatever we ask. */
export function unknownRefusal({ message }: Refusal): Unknown {
  return {
    kind: "unknown",
    reason: "status 400",
    forOperator: "TRANSFER_REFUSED",
    ...(/\bip whitelisting\b/i.test(message) && { refusesUs: true }),
  };
}
