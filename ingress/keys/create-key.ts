import { z } from "zod";
import { createApiKey } from "../../sql/keys/api-keys.ts";
import { areCompatible, incompatibleScopes, scopes } from "../../sql/keys/scopes.ts";
import { oneOf } from "../http/fields.ts";
import { conflict } from "../http/problems.ts";
import { tenantRoute } from "../http/session-route.ts";
import { allowedNetworks } from "./allowed-networks.ts";
import { keyWithSecret, readKey } from "./key-response.ts";

export const createKey = tenantRoute({
  method: "post",
  path: "/dashboard/api/:environment/keys",
  summary: "Create an API key; only this response shows its secret",
  permission: "develop",
  stepUp: true,
  request: {
    body: z.object({
      scopes: z
        .array(oneOf(scopes), { error: "must be a list of scopes" })
        .min(1, { error: "must have at least one scope" })
        .max(scopes.length, { error: "must name each scope once" })
        .refine((list) => new Set(list).size === list.length, { error: "must name each scope once" })
        .refine(areCompatible, { error: incompatibleScopes })
        .describe("The key's permissions."),
      allowedCidrs: allowedNetworks.default([]),
    }),
  },
  success: { status: 201, data: keyWithSecret },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session, caller, body }, { database, config }) => {
    // Without a live gateway, payouts by a live key would be accepted and never sent.
    if (caller.environment === "live" && !config.hasLiveGateway) {
      throw conflict("Live mode isn't set up on this platform yet. You can only create test keys.");
    }
    const { merchantId, environment } = caller;
    const key = { merchantId, environment, ...body, acting: session.acting, caller: caller.by };
    // Raises ROLE_INSUFFICIENT if the key would move live money, and the person may not.
    const created = await createApiKey(database, key);
    return { data: { ...(await readKey(database, caller, created.key)), secretKey: created.secretKey } };
  },
});
