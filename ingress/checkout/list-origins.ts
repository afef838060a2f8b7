import { z } from "zod";
import { listOrigins as list } from "../../sql/checkout/origins.ts";
import { memberRoute } from "../http/session-route.ts";

export const listOrigins = memberRoute({
  method: "get",
  path: "/dashboard/api/origins",
  summary: "List origins that can embed the checkout, in test and live mode",
  permission: "read",
  success: { status: 200, data: z.array(z.string()) },
  handler: async ({ session: { merchantId } }, { database }) => ({ data: await list(database, merchantId) }),
});
