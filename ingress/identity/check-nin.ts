import { z } from "zod";
import { identityCheckResultJson } from "../../sql/identity/identity-check-json.ts";
import { requestCheck, showCheck } from "./check-identity.ts";
import { nationalIdentifier, phone } from "./identity-fields.ts";
import { ownFields } from "../http/own-fields/own-fields.ts";
import { createRoute } from "../http/create-route.ts";

export const checkNin = createRoute({
  path: "/v1/kyc/nin",
  summary: "Check a phone number against a NIN",
  scope: "kyc:write",
  rateLimit: "identity-check",
  request: { body: z.object({ nin: nationalIdentifier, phone, ...ownFields }) },
  success: { status: 200, data: identityCheckResultJson },
  errors: ["INSUFFICIENT_BALANCE", "MERCHANT_REFERENCE_CONFLICT"],
  create: ({ caller, body: { nin: identifier, ...rest } }, context) =>
    requestCheck(context, caller, { type: "nin", identifier, ...rest }),
  show: showCheck,
});
