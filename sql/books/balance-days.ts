import { z } from "zod";
import { moneyJson } from "../ledger/money.ts";
import { call } from "../process/call.ts";

/** Made by SQL's balance_days_json. */
export const balanceDayJson = z.object({
  day: z.iso.date().describe("In Africa/Lagos, by createdAt."),
  count: z.int(),
  net: moneyJson,
});

/** A tenant's days on which its available money moved, the newest first. */
export const findBalanceDays = call("balance_days_json", z.array(balanceDayJson));

/** Adds a batch of entries to the sums of days that statements read. Returns how many; 0 if none are left. */
export const sumBalanceDays = call("sum_balance_days");
