import { z } from "zod";
import { enquireName } from "../enquire-name.ts";
import { accountNumber, bankCode } from "../fields.ts";
import { route } from "../route.ts";

export const verifyAccount = route({
  method: "post",
  path: "/v1/banks/verify-account",
  summary: "Ask a bank who holds an account, before money is sent to it",
  scope: null,
  rateLimit: "verify-account",
  revokedKey: "AUTH_REQUIRED",
  request: { body: z.object({ bankCode, accountNumber }) },
  response: { 200: z.object({ bankCode: z.string(), accountNumber: z.string(), accountName: z.string() }) },
  errors: [],
  handler: async ({ caller, body }, context) => ({
    data: { ...body, accountName: await enquireName(context, caller, body, "bankCode") },
  }),
});
