import { z } from "zod";
import type { Connection } from "../../process/database.ts";
import { sql } from "../../process/sql-tag.ts";
import type { ClaimedPayout } from "../payouts.ts";

const differing = z.object({ differs: z.array(z.enum(["bank", "holder"])) });

/**
 * Compares whom a live gateway says that a payout goes to with whom it is for, and stops the gateway for that bank
 * where that differs. Returns what differs. See SQL's compare_payout_destination().
 */
export async function comparePayoutDestination(
  connection: Connection,
  { id, sentThrough }: Pick<ClaimedPayout, "id" | "sentThrough">,
  { bank, holder }: { bank?: string | undefined; holder?: string | undefined },
): Promise<readonly ("bank" | "holder")[]> {
  return connection.oneFirst(sql.type(differing)`
    select compare_payout_destination(${id}, ${sentThrough}, ${bank ?? null}, ${holder ?? null}) as differs`);
}
