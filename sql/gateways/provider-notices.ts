import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { call, named } from "../process/call.ts";

/** The notices about payouts, by our names for them. */
export const transferEvents = ["transfer.success", "transfer.failed", "transfer.reversed"] as const;

const record = named(
  call("record_provider_notice", z.enum(["asked", "taken", "unmatched", "repeated", "full"])),
);

/** A provider's notice. */
export type ProviderNotice = {
  provider: string;
  event: (typeof transferEvents)[number];
  reference: string;
};

/** Records a provider's notice. Moves no money. */
export const recordProviderNotice = (connection: Connection, notice: ProviderNotice) =>
  record(connection, notice);
