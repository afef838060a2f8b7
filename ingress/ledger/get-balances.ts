import { z } from "zod";
import { moneyJson } from "../../sql/ledger/money.ts";
import { findBalances } from "../../sql/ledger/balances.ts";
import { route } from "../http/route.ts";

const balance = z
  .object({
    currency: z.string(),
    available: moneyJson.describe("The money that can be paid out."),
    reserved: moneyJson.describe("The money reserved for unfinished payouts and identity checks."),
  })
  .meta({ id: "Balance", description: "The merchant's money in one currency." });

export const getBalances = route({
  method: "get",
  path: "/v1/balances",
  summary: "Show the available and the reserved money, for each currency",
  scope: "balances:read",
  request: {},
  success: { status: 200, data: z.array(balance) },
  errors: [],
  handler: async ({ caller }, { database }) => {
    const balances = [...(await findBalances(database, caller))];
    return { data: balances };
  },
});
