import { z } from "zod";
import { reference } from "../fields.ts";
import { payout } from "../resources/payout.ts";
import { route } from "../route.ts";
import { showOne } from "../show-one.ts";

export const getPayout = route({
  method: "get",
  path: "/v1/payouts/:reference",
  summary: "Show a payout",
  scope: "payouts:read",
  request: { params: z.object({ reference: reference("pyt") }) },
  response: { 200: payout },
  errors: ["NOT_FOUND"],
  handler: ({ caller, params }, context) =>
    showOne(context, { resource: "payouts", caller, reference: params.reference }),
});
