import { findSummary, summaryJson } from "../../sql/dashboard/summary.ts";
import { tenantRoute } from "../http/session-route.ts";

export const getSummary = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/summary",
  summary: "Show the balances, the money of 30 days, success rates, and what needs attention",
  permission: "read",
  request: {},
  success: {
    status: 200,
    data: summaryJson.meta({ id: "Summary", description: "What the dashboard's home shows." }),
  },
  errors: [],
  handler: async ({ caller }, { database, readStale }) => ({
    data: await findSummary(database, caller, readStale),
  }),
});
