import { z } from "zod";
import type { JournalJson } from "../ledger/journal-json.ts";
import { call } from "../process/call.ts";

/** How a payout, refund, collection or identity check moved money, oldest first; null if the tenant has none such. */
export const findJournals = call("journals_of", z.custom<JournalJson[] | null>());
