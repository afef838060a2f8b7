import { z } from "zod";
import { identityTypes } from "../../sql/identity/identity-record.ts";
import { reference } from "../http/fields.ts";
import { listPage } from "../http/list-page.ts";
import { anyOf, listQuery } from "../http/list-query.ts";
import { identityCheck, identityCheckStatus } from "./identity-check.ts";
import { route } from "../http/route.ts";

const path = "/v1/kyc/requests";

export const listIdentityChecks = route({
  method: "get",
  path,
  summary: "List identity checks, newest first",
  scope: "kyc:read",
  paged: true,
  request: {
    query: listQuery({
      status: anyOf(identityCheckStatus.options),
      type: anyOf(identityTypes),
      reference: reference("kyc").optional(),
    }),
  },
  response: { 200: z.array(identityCheck) },
  errors: [],
  handler: ({ caller, query }, context) =>
    listPage(context, { path, resource: "identity_checks", caller, query }),
});
