import { z } from "zod";
import { call } from "../../process/call.ts";
import type { Connection } from "../../process/database.ts";
import type { ClaimedPayout } from "../payouts.ts";

const compare = call("compare_payout_destination", z.array(z.enum(["bank", "holder"])));

/** Freezes a live gateway for a bank if it reports a different recipient from the payout's. Returns what differs. */
export const comparePayoutDestination = (
  connection: Connection,
  { id, sentThrough }: Pick<ClaimedPayout, "id" | "sentThrough">,
  { bank, holder }: { bank?: string | undefined; holder?: string | undefined },
) => compare(connection, { payoutId: id, gateway: sentThrough, bank: bank ?? null, holder: holder ?? null });
