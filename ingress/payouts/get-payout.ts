import { z } from "zod";
import { reference } from "../http/fields.ts";
import { payout } from "./payout.ts";
import { route } from "../http/route.ts";
import { showResource } from "../http/show-resource.ts";

export const getPayout = route({
  method: "get",
  path: "/v1/payouts/:reference",
  summary: "Show a payout",
  scope: "payouts:read",
  request: { params: z.object({ reference: reference("pyt") }) },
  response: { 200: payout },
  errors: ["NOT_FOUND"],
  handler: ({ caller, params }, context) =>
    showResource(context, { resource: "payouts", caller, reference: params.reference }),
});
