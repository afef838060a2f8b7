import { identityCheckJson } from "../../sql/identity/identity-check-json.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { showRoute } from "../http/show-route.ts";

export const getIdentityCheck = showRoute({
  path: "/v1/kyc/requests/:reference",
  summary: "Get an identity check",
  scope: "kyc:read",
  prefix: "kyc",
  data: identityCheckJson,
  find: (database, caller, reference) =>
    findByReference(database, "shown_identity_checks", caller, reference),
});
