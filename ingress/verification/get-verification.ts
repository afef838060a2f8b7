import { findVerification } from "../../sql/verification/verifications.ts";
import { memberRoute } from "../http/session-route.ts";
import { describeVerification, verificationJson } from "./verification-json.ts";

export const getVerification = memberRoute({
  method: "get",
  path: "/dashboard/api/verification",
  summary: "Get the business's verification",
  permission: "read",
  success: { status: 200, data: verificationJson },
  handler: async ({ session }, { database, config }) => ({
    data: describeVerification(await findVerification(database, config.encryptionKeys, session.merchantId)),
  }),
});
