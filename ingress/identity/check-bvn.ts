import { z } from "zod";
import { identityCheckResultJson } from "../../sql/identity/identity-check-json.ts";
import { requestCheck, showCheck } from "./check-identity.ts";
import { nationalIdentifier, phone } from "./identity-fields.ts";
import { ownFields } from "../http/own-fields/own-fields.ts";
import { createRoute } from "../http/create-route.ts";

export const checkBvn = createRoute({
  path: "/v1/kyc/bvn",
  summary: "Check a phone number against a BVN",
  scope: "kyc:write",
  rateLimit: "identity-check",
  request: { body: z.object({ bvn: nationalIdentifier, phone, ...ownFields }) },
  success: { status: 200, data: identityCheckResultJson },
  errors: ["INSUFFICIENT_BALANCE", "MERCHANT_REFERENCE_CONFLICT"],
  create: ({ caller, body: { bvn: identifier, ...rest } }, context) =>
    requestCheck(context, caller, { type: "bvn", identifier, ...rest }),
  show: showCheck,
});
