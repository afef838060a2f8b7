import { z } from "zod";
import { identityCheckResultJson } from "../../sql/identity/identity-check-json.ts";
import { checkIdentity } from "./check-identity.ts";
import { nationalIdentifier, phone } from "./identity-fields.ts";
import { route } from "../http/route.ts";

export const checkBvn = route({
  method: "post",
  path: "/v1/kyc/bvn",
  summary: "Check that the record of a BVN has a phone number",
  scope: "kyc:write",
  rateLimit: "kyc",
  request: { body: z.object({ bvn: nationalIdentifier, phone }) },
  success: { status: 200, data: identityCheckResultJson },
  errors: ["INSUFFICIENT_BALANCE"],
  handler: async ({ caller, body }, context) => ({
    data: await checkIdentity(context, caller, { type: "bvn", identifier: body.bvn, phone: body.phone }),
  }),
});
