import { identityCheckJson, identityCheckStatuses } from "../../sql/identity/identity-check-json.ts";
import { identityTypes } from "../../sql/identity/identity-record.ts";
import { findPage } from "../../sql/process/pages.ts";
import { oneOf, reference } from "../http/fields.ts";
import { anyOf } from "../http/list-query.ts";
import { byMerchantReference } from "../http/own-fields/own-fields.ts";
import { listRoute } from "../http/list-route.ts";

export const listIdentityChecks = listRoute({
  path: "/v1/kyc/requests",
  summary: "List identity checks, newest first",
  scope: "kyc:read",
  item: identityCheckJson,
  filters: {
    status: anyOf(identityCheckStatuses),
    type: oneOf(identityTypes).optional(),
    reference: reference("kyc").optional(),
    ...byMerchantReference,
  },
  find: ({ database }, caller, page) => findPage(database, "shown_identity_checks", caller, page),
});
