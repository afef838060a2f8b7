import { z } from "zod";
import type { JournalJson } from "../ledger/journal-json.ts";
import { call } from "../process/call.ts";

/** How a payout, collection or identity check moved money, oldest first; null if the tenant has no such reference. */
export const findJournals = call("journals_of", z.custom<JournalJson[] | null>());
