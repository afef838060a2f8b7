import { z } from "zod";
import { resendVerification as resend } from "../../sql/people/people.ts";
import { publicRoute } from "../http/route.ts";
import { signUpCookie } from "../sessions/browser-cookies.ts";
import { personEmail } from "./person-fields.ts";

export const resendVerification = publicRoute({
  method: "post",
  path: "/dashboard/api/resend-verification",
  summary: "Resend the verification email",
  addressLimit: "sign-up",
  request: { body: z.object({ email: personEmail }) },
  success: { status: 200, data: z.object({ sent: z.literal(true) }) },
  handler: async ({ body: { email }, cookies }, { database, config }) => {
    await resend(database, config.encryptionKeys, email, signUpCookie.read(cookies));
    return { data: { sent: true } };
  },
});
