import { z } from "zod";
import { creditJson } from "../../sql/collections/credits/credit-json.ts";
import { findCreditsOf } from "../../sql/collections/credits/credits.ts";
import { reference } from "../http/fields.ts";
import { orNotFound } from "../http/problems.ts";
import { tenantRoute } from "../http/session-route.ts";

export const listPayments = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/collections/:reference/payments",
  summary: "List a collection's newest 100 payments",
  permission: "read",
  request: { params: z.object({ reference: reference("col") }) },
  success: { status: 200, data: z.array(creditJson) },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params }, { database }) => {
    return { data: orNotFound(await findCreditsOf(database, { tenant: caller, ...params })) };
  },
});
