import { z } from "zod";
import { enquireName } from "./enquire-name.ts";
import { accountNumber, bankCode, sessionEnvironment } from "./account-fields.ts";
import { route } from "../http/route.ts";

const verifiedAccount = z
  .object({
    bankCode: z.string(),
    accountNumber: z.string(),
    accountName: z.string().describe("The account holder's name at the bank. Pass it unchanged in a payout."),
  })
  .meta({ id: "VerifiedAccount", description: "A bank account and who holds it." });

export const verifyAccount = route({
  method: "post",
  path: "/v1/banks/verify-account",
  summary: "Look up who holds a bank account",
  scope: null,
  repeatable: true,
  rateLimit: "verify-account",
  revokedKey: "AUTH_REQUIRED",
  orSession: "pay",
  request: {
    query: z.object({ environment: sessionEnvironment }),
    body: z.object({ bankCode, accountNumber }),
  },
  success: { status: 200, data: verifiedAccount },
  handler: async ({ caller, body }, context) => ({
    data: { ...body, accountName: await enquireName(context, caller, body, "bankCode") },
  }),
});
