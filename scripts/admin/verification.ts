import { z } from "zod";
import { listVerificationSteps } from "../../sql/verification/verification-reviews.ts";
import { findVerification } from "../../sql/verification/verifications.ts";
import { missingFrom } from "../../ingress/verification/missing-from.ts";
import { command, merchantFlag, requireMerchant } from "./command.ts";

export const verificationCommands = {
  show: command({
    summary: "Show a merchant's verification form, documents and decisions",
    writes: false,
    flags: z.object({ merchant: merchantFlag }),
    run: async (context, { merchant }) => {
      const { id } = await requireMerchant(context, merchant);
      const found = await findVerification(context.database, await context.encryptionKeys(), id);
      const missing = missingFrom(
        found.form,
        found.documents.map(({ kind }) => kind),
      );
      return { merchant, ...found, missing, history: await listVerificationSteps(context.database, id) };
    },
  }),
};
