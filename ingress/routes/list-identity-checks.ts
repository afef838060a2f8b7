import { z } from "zod";
import { identityTypes } from "../../sql/columns/identity.ts";
import { reference } from "../fields.ts";
import { listPage } from "../list-page.ts";
import { anyOf, listQuery } from "../list-query.ts";
import { identityCheck, identityCheckStatus } from "../resources/identity-check.ts";
import { route } from "../route.ts";

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
    listPage(context, { path, resource: "kyc_requests", caller, query }),
});
