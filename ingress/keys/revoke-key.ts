import { apiKeyJson } from "../../sql/keys/api-key-json.ts";
import { revokeApiKey } from "../../sql/keys/api-keys.ts";
import { notFound } from "../http/problems.ts";
import { tenantRoute } from "../http/session-route.ts";
import { keyParams, readKey } from "./key-response.ts";

/** Needs no proof of identity: a leaked key has to be stopped quickly. */
export const revokeKey = tenantRoute({
  method: "post",
  path: "/dashboard/api/:environment/keys/:reference/revoke",
  summary: "Revoke an API key immediately",
  permission: "develop",
  withoutApproval: true,
  request: { params: keyParams },
  success: { status: 200, data: apiKeyJson },
  errors: ["NOT_FOUND"],
  handler: async ({ session, caller, params: { reference } }, { database }) => {
    if (!(await revokeApiKey(database, { tenant: caller, reference, acting: session.acting })))
      throw notFound();
    return { data: await readKey(database, caller, reference) };
  },
});
