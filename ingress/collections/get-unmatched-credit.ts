import { unmatchedCreditJson } from "../../sql/collections/credits/credit-json.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { showRoute } from "../http/show-route.ts";

export const getUnmatchedCredit = showRoute({
  path: "/v1/unmatched-credits/:reference",
  summary: "Get an unmatched credit",
  scope: "credits:read",
  prefix: "crd",
  data: unmatchedCreditJson,
  find: (database, caller, reference) => findByReference(database, "credits", caller, reference),
});
