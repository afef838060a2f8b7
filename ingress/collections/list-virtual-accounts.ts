import {
  virtualAccountJson,
  virtualAccountStatuses,
} from "../../sql/collections/virtual-accounts/virtual-account-json.ts";
import { findPage } from "../../sql/process/pages.ts";
import { reference } from "../http/fields.ts";
import { anyOf } from "../http/list-query.ts";
import { byMerchantReference } from "../http/own-fields/own-fields.ts";
import { listRoute } from "../http/list-route.ts";

export const listVirtualAccounts = listRoute({
  path: "/v1/virtual-accounts",
  summary: "List virtual accounts, newest first",
  scope: "virtual_accounts:read",
  item: virtualAccountJson,
  filters: {
    status: anyOf(virtualAccountStatuses),
    reference: reference("va").optional(),
    ...byMerchantReference,
  },
  find: ({ database }, caller, page) => findPage(database, "virtual_accounts", caller, page),
});
