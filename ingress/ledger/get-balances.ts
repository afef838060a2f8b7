import { z } from "zod";
import { moneyJson } from "../../sql/ledger/money.ts";
import { findBalances } from "../../sql/queries/balances.ts";
import { route } from "../http/route.ts";

const balance = z
  .object({
    currency: z.string(),
    available: moneyJson.describe("What can be paid out."),
    reserved: moneyJson.describe("What payouts under way, and checks, hold back."),
  })
  .meta({ id: "Balance", description: "What the merchant has in one currency." });

export const getBalances = route({
  method: "get",
  path: "/v1/balances",
  summary: "Show what is available and what payouts under way have reserved, for each currency",
  scope: "balances:read",
  request: {},
  success: { status: 200, data: z.array(balance) },
  errors: [],
  handler: async ({ caller }, { database }) => {
    const balances = [...(await findBalances(database, caller))];
    return { data: balances };
  },
});
