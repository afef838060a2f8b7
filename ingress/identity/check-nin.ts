import { z } from "zod";
import { identityCheckResultJson } from "../../sql/identity/identity-check-json.ts";
import { requestCheck, showCheck } from "./check-identity.ts";
import { nationalIdentifier, phone } from "./identity-fields.ts";
import { createRoute } from "../http/create-route.ts";

export const checkNin = createRoute({
  path: "/v1/kyc/nin",
  summary: "Check a phone number against a NIN",
  scope: "kyc:write",
  rateLimit: "identity-check",
  request: { body: z.object({ nin: nationalIdentifier, phone }) },
  success: { status: 200, data: identityCheckResultJson },
  errors: ["INSUFFICIENT_BALANCE"],
  create: ({ caller, body }, context) =>
    requestCheck(context, caller, { type: "nin", identifier: body.nin, phone: body.phone }),
  show: showCheck,
});
