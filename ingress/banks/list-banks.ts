import { createHash } from "node:crypto";
import { z } from "zod";
import { bankJson } from "../../sql/banks/bank.ts";
import { listBanks as findBanks } from "../../sql/banks/banks.ts";
import { sessionEnvironment } from "./account-fields.ts";
import { route } from "../http/route.ts";

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
  success: { status: 200, data: z.array(bankJson) },
  responseHeaders: ["ETag"],
  handler: async (_call, { database }) => {
    const banks = await findBanks(database);
    const digest = createHash("sha256").update(JSON.stringify(banks)).digest("base64url").slice(0, 22);
    // The list changes a few times a year. It is one page.
    return {
      data: banks,
      meta: { hasMore: false },
      headers: { etag: `"${digest}"`, "cache-control": "private, max-age=3600" },
    };
  },
});
