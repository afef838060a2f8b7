import { z } from "zod";
import { reference } from "../fields.ts";
import { virtualAccount } from "../resources/virtual-account.ts";
import { route } from "../route.ts";
import { showOne } from "../show-one.ts";

export const getVirtualAccount = route({
  method: "get",
  path: "/v1/virtual-accounts/:reference",
  summary: "Show a virtual account",
  scope: "virtual_accounts:read",
  request: { params: z.object({ reference: reference("va") }) },
  response: { 200: virtualAccount },
  errors: ["NOT_FOUND"],
  handler: ({ caller, params }, context) =>
    showOne(context, { resource: "virtual_accounts", caller, reference: params.reference }),
});
