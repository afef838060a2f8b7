import { z } from "zod";
import { reference } from "../http/fields.ts";
import { listPage } from "../http/list-page.ts";
import { anyOf, listQuery } from "../http/list-query.ts";
import { virtualAccount, virtualAccountStatus } from "./virtual-account.ts";
import { route } from "../http/route.ts";

const path = "/v1/virtual-accounts";

export const listVirtualAccounts = route({
  method: "get",
  path,
  summary: "List virtual accounts, newest first",
  scope: "virtual_accounts:read",
  paged: true,
  request: {
    query: listQuery({
      status: anyOf(virtualAccountStatus.options),
      reference: reference("va").optional(),
    }),
  },
  response: { 200: z.array(virtualAccount) },
  errors: [],
  handler: ({ caller, query }, context) =>
    listPage(context, { path, resource: "virtual_accounts", caller, query }),
});
