import { z } from "zod";
import { reference } from "../http/fields.ts";
import { listPage } from "../http/list-page.ts";
import { anyOf, listQuery } from "../http/list-query.ts";
import { payout, payoutStatus } from "./payout.ts";
import { route } from "../http/route.ts";

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
