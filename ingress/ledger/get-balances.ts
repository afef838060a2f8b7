import { z } from "zod";
import { balanceJson } from "../../sql/ledger/balance-json.ts";
import { findBalances } from "../../sql/ledger/balances.ts";
import { route } from "../http/route.ts";

export const getBalances = route({
  method: "get",
  path: "/v1/balances",
  summary: "List balances by currency",
  scope: "balances:read",
  success: { status: 200, data: z.array(balanceJson) },
  handler: async ({ caller }, { database }) => ({ data: await findBalances(database, caller) }),
});
