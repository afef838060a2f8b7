import { summaryJson } from "../../sql/dashboard/summary-json.ts";
import { findSummary } from "../../sql/dashboard/summary.ts";
import { tenantRoute } from "../http/session-route.ts";

export const getSummary = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/summary",
  summary: "Get balances, 30 days of totals, success rates, and anything that needs attention",
  permission: "read",
  success: {
    status: 200,
    data: summaryJson.meta({ id: "Summary", description: "The data of the dashboard's home page." }),
  },
  handler: async ({ caller }, { database, readStale }) => ({
    data: await findSummary(database, caller, readStale),
  }),
});
