import { z } from "zod";
import { publicRoute } from "../http/route.ts";
import { finishWith } from "./finish-sign-in.ts";
import { proveRecoveryCode, recoveryCodeField } from "./prove-second-factor.ts";

export const signInWithRecoveryCode = publicRoute({
  method: "post",
  path: "/dashboard/api/sign-in/recovery-code",
  summary: "Finish signing in with a recovery code",
  addressLimit: "sign-in",
  request: { body: z.object({ code: recoveryCodeField }) },
  success: { status: 200, data: z.object({ next: z.literal("done") }) },
  errors: ["AUTH_REQUIRED"],
  handler: async ({ body: { code }, ...sender }, context) => {
    const cookies = await finishWith(context, sender, ({ personId, email: actor, known }) =>
      proveRecoveryCode(context, personId, code, known, { actor, personId, address: sender.ip }),
    );
    return { data: { next: "done" }, headers: { "set-cookie": cookies } };
  },
});
