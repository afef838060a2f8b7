import { z } from "zod";
import { requestPasswordReset as request } from "../../sql/people/people.ts";
import { publicRoute } from "../http/route.ts";
import { personEmail } from "./person-fields.ts";

/** The response is the same whether or not somebody has the address. */
export const requestPasswordReset = publicRoute({
  method: "post",
  path: "/dashboard/api/request-password-reset",
  summary: "Email a password reset link",
  addressLimit: "sign-up",
  request: { body: z.object({ email: personEmail }) },
  success: { status: 200, data: z.object({ sent: z.literal(true) }) },
  handler: async ({ body: { email } }, { database, config }) => {
    await request(database, config.encryptionKeys, email);
    return { data: { sent: true } };
  },
});
