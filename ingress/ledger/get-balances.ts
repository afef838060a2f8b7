import { z } from "zod";
import { moneyJson } from "../../sql/ledger/money.ts";
import { findBalances } from "../../sql/ledger/balances.ts";
import { route } from "../http/route.ts";

const balance = z
  .object({
    currency: z.string(),
    available: moneyJson.describe("Money you can pay out."),
    reserved: moneyJson.describe("Money reserved for unfinished payouts and identity checks."),
  })
  .meta({ id: "Balance", description: "The merchant's money in one currency." });

export const getBalances = route({
  method: "get",
  path: "/v1/balances",
  summary: "List balances by currency",
  scope: "balances:read",
  success: { status: 200, data: z.array(balance) },
  handler: async ({ caller }, { database }) => {
    const balances = [...(await findBalances(database, caller))];
    return { data: balances };
  },
});
