import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";

/** The reports that are about a payout, by our names for them. */
export const transferEvents = ["transfer.success", "transfer.failed", "transfer.reversed"] as const;

/** A report of a provider that sends some. */
export type ProviderNotice = {
  provider: string;
  event: (typeof transferEvents)[number];
  reference: string;
};

const outcome = z.object({ outcome: z.enum(["asked", "taken", "unmatched", "repeated", "full"]) });

/** Records what a provider reported by itself: see SQL's record_provider_notice(). Moves no money. */
export async function recordProviderNotice(
  connection: Connection,
  notice: ProviderNotice,
): Promise<z.output<typeof outcome>["outcome"]> {
  const { provider, event, reference } = notice;
  return connection.oneFirst(sql.type(outcome)`
    select record_provider_notice(${provider}, ${event}, ${reference}) as outcome`);
}
