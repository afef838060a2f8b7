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
      .describe(
        "The bankCode of the other endpoints: text, not a number. Codes are stable; names may change.",
      ),
    name: z.string(),
    type: z.enum(bankTypes).describe("What kind of institution it is. More may come."),
    nipCode: z
      .string()
      .regex(/^\d{6}$/)
      .nullable()
      .describe("Its code at the interbank switch (NIP); null if not known. As a bankCode send `code`."),
  })
  .meta({ id: "Bank", description: "A bank, or another institution that holds accounts." });

export const listBanks = route({
  method: "get",
  path: "/v1/banks",
  summary: "List the banks that accounts can be verified at and payouts sent to",
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
  errors: [],
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
