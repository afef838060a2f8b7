import { z } from "zod";
import { call } from "../process/call.ts";

/** The notices about payouts, by our names for them. */
export const transferEvents = ["transfer.success", "transfer.failed", "transfer.reversed"] as const;

/** A provider's notice. */
export type ProviderNotice = {
  gateway: string;
  event: (typeof transferEvents)[number];
  reference: string;
};

/** Records a provider's notice. Moves no money. */
export const recordProviderNotice = call(
  "record_provider_notice",
  z.enum(["planned", "accepted_despite_refusal", "unmatched", "repeated", "full"]),
);
