import { z } from "zod";
import { countRequestsToday } from "../../sql/requests/request-log.ts";
import { tenantRoute } from "../http/session-route.ts";

export const countRequests = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/requests-today",
  summary: "Count today's requests (UTC), and how many were logged",
  permission: "read",
  success: { status: 200, data: z.object({ requests: z.int(), kept: z.int() }) },
  handler: async ({ caller }, { database }) => ({ data: await countRequestsToday(database, caller) }),
});
