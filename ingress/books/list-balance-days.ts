import { z } from "zod";
import { balanceDayJson, findBalanceDays } from "../../sql/books/balance-days.ts";
import { balanceTransactionKinds } from "../../sql/books/balance-transaction-json.ts";
import { oneOf } from "../http/fields.ts";
import { tenantRoute } from "../http/session-route.ts";
import { booksCurrency, day } from "./books-fields.ts";

export const listBalanceDays = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/balance-days",
  summary: "Sum the movements of available money by day, newest first",
  permission: "read",
  request: {
    query: z.object({
      from: day,
      to: day.describe("Inclusive, in Africa/Lagos. At most 200 days with movements are listed."),
      kind: oneOf(balanceTransactionKinds).optional(),
      currency: booksCurrency.optional(),
    }),
  },
  success: { status: 200, data: z.array(balanceDayJson) },
  handler: async ({ caller, query: { from, to, kind = null, currency = null } }, { database }) => ({
    data: await findBalanceDays(database, { tenant: caller, from, to, kind, currency }),
  }),
});
