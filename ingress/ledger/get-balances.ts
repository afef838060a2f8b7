import { z } from "zod";
import { balanceJson } from "../../sql/ledger/balance-json.ts";
import { findBalances, findBalancesAt } from "../../sql/ledger/balances.ts";
import { moment } from "../http/list-query.ts";
import { invalid } from "../http/problems.ts";
import { route } from "../http/route.ts";

export const getBalances = route({
  method: "get",
  path: "/v1/balances",
  summary: "List balances by currency",
  scope: "balances:read",
  request: {
    query: z.object({ at: moment.describe("Shows the balances as they were before this time.").optional() }),
  },
  success: { status: 200, data: z.array(balanceJson) },
  handler: async ({ caller, query: { at } }, { database }) => {
    if (at === undefined) return { data: await findBalances(database, caller) };
    const data = await findBalancesAt(database, { tenant: caller, at });
    if (data === null) throw invalid({ at: "must not be in the future" });
    return { data };
  },
});
