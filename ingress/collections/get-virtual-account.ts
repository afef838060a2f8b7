import { z } from "zod";
import { reference } from "../http/fields.ts";
import { virtualAccount } from "./virtual-account.ts";
import { route } from "../http/route.ts";
import { showResource } from "../http/show-resource.ts";

export const getVirtualAccount = route({
  method: "get",
  path: "/v1/virtual-accounts/:reference",
  summary: "Show a virtual account",
  scope: "virtual_accounts:read",
  request: { params: z.object({ reference: reference("va") }) },
  response: { 200: virtualAccount },
  errors: ["NOT_FOUND"],
  handler: ({ caller, params }, context) =>
    showResource(context, { resource: "virtual_accounts", caller, reference: params.reference }),
});
