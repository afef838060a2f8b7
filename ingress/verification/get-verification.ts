import { memberRoute } from "../http/session-route.ts";
import { readVerification, verificationJson } from "./verification-json.ts";

export const getVerification = memberRoute({
  method: "get",
  path: "/dashboard/api/verification",
  summary: "Get the business's verification",
  permission: "read",
  success: { status: 200, data: verificationJson },
  handler: async ({ session }, context) => ({ data: await readVerification(context, session.merchantId) }),
});
