import { z } from "zod";
import { reference } from "../fields.ts";
import { listPage } from "../list-page.ts";
import { anyOf, listQuery } from "../list-query.ts";
import { payout, payoutStatus } from "../resources/payout.ts";
import { route } from "../route.ts";

const path = "/v1/payouts";

export const listPayouts = route({
  method: "get",
  path,
  summary: "List payouts, newest first",
  scope: "payouts:read",
  paged: true,
  request: {
    query: listQuery({
      status: anyOf(payoutStatus.options),
      reference: reference("pyt").optional(),
    }),
  },
  response: { 200: z.array(payout) },
  errors: [],
  handler: ({ caller, query }, context) => listPage(context, { path, resource: "payouts", caller, query }),
});
