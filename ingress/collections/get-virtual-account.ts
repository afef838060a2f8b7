import { virtualAccountJson } from "../../sql/collections/virtual-accounts/virtual-account-json.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { showRoute } from "../http/show-route.ts";

export const getVirtualAccount = showRoute({
  path: "/v1/virtual-accounts/:reference",
  summary: "Get a virtual account",
  scope: "virtual_accounts:read",
  prefix: "va",
  data: virtualAccountJson,
  find: (database, caller, reference) => findByReference(database, "virtual_accounts", caller, reference),
});
