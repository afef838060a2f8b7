import { call } from "../process/call.ts";

/** Adds a batch of entries to the sums of days that statements read. Returns how many; 0 if none are left. */
export const sumBalanceDays = call("sum_balance_days");
