import { z } from "zod";
import { pageQuery } from "../fields.ts";
import { listPage } from "../list-page.ts";
import { virtualAccount } from "../resources/virtual-account.ts";
import { route } from "../route.ts";

const path = "/v1/virtual-accounts";

export const listVirtualAccounts = route({
  method: "get",
  path,
  summary: "List virtual accounts, newest first",
  scope: "virtual_accounts:read",
  paged: true,
  request: { query: pageQuery },
  response: { 200: z.array(virtualAccount) },
  errors: [],
  handler: ({ caller, query }, context) =>
    listPage(context, { path, resource: "virtual_accounts", caller, query }),
});
