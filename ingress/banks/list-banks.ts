import { createHash } from "node:crypto";
import { z } from "zod";
import { bankCodePattern, bankTypes } from "../../sql/banks/bank.ts";
import { listBanks as findBanks } from "../../sql/banks/banks.ts";
import { sessionEnvironment } from "./account-fields.ts";
import { route } from "../http/route.ts";

const bank = z
  .object({
    code: z
      .string()
      .regex(bankCodePattern)
      .describe("Use it as bankCode elsewhere: text, not a number. Codes are stable; names may change."),
    name: z.string(),
    type: z.enum(bankTypes).describe("The kind of institution. We may add more kinds."),
    nipCode: z
      .string()
      .regex(/^\d{6}$/)
      .nullable()
      .describe("The bank's NIP code, or null if unknown. As bankCode, send `code`."),
  })
  .meta({ id: "Bank", description: "A bank or another institution that holds accounts." });

export const listBanks = route({
  method: "get",
  path: "/v1/banks",
  summary: "List banks",
  scope: null,
  revokedKey: "AUTH_REQUIRED",
  orSession: "read",
  paged: "whole",
  request: {
    query: z.object({
      country: z.literal("NG", { error: "must be NG" }).default("NG"),
      environment: sessionEnvironment,
    }),
  },
  success: { status: 200, data: z.array(bank) },
  responseHeaders: ["ETag"],
  handler: async (_call, { database }) => {
    const banks = [...(await findBanks(database))];
    const digest = createHash("sha256").update(JSON.stringify(banks)).digest("base64url").slice(0, 22);
    // The list changes a few times a year. It is one page.
    return {
      data: banks,
      meta: { hasMore: false },
      headers: { etag: `"${digest}"`, "cache-control": "private, max-age=3600" },
    };
  },
});
