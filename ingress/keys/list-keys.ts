import { z } from "zod";
import { apiKeyJson } from "../../sql/keys/api-key-json.ts";
import { showApiKeys } from "../../sql/keys/api-keys.ts";
import { tenantRoute } from "../http/session-route.ts";

export const listKeys = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/keys",
  summary: "List API keys, without their secrets",
  permission: "read",
  success: { status: 200, data: z.array(apiKeyJson) },
  handler: async ({ caller }, { database }) => ({ data: await showApiKeys(database, caller) }),
});
