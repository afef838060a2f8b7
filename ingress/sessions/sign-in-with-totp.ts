import { z } from "zod";
import { publicRoute } from "../http/route.ts";
import { finishWith } from "./finish-sign-in.ts";
import { proveTotp, totpCodeField } from "./prove-second-factor.ts";

export const signInWithTotp = publicRoute({
  method: "post",
  path: "/dashboard/api/sign-in/totp",
  summary: "Finish signing in with an authenticator code",
  addressLimit: "sign-in",
  request: { body: z.object({ code: totpCodeField }) },
  success: { status: 200, data: z.object({ next: z.literal("done") }) },
  errors: ["AUTH_REQUIRED"],
  handler: async ({ body: { code }, ...sender }, context) => {
    const cookies = await finishWith(context, sender, ({ personId, known }) =>
      proveTotp(context, personId, code, known),
    );
    return { data: { next: "done" }, headers: { "set-cookie": cookies } };
  },
});
