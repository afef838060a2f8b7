import { z } from "zod";
import { rotateApiKey } from "../../sql/keys/api-keys.ts";
import { conflict, orNotFound } from "../http/problems.ts";
import { tenantRoute } from "../http/session-route.ts";
import { keyParams, keyWithSecret, readKey } from "./key-response.ts";

export const rotateKey = tenantRoute({
  method: "post",
  path: "/dashboard/api/:environment/keys/:reference/rotate",
  summary: "Rotate an API key; both keys work for a while",
  permission: "develop",
  stepUp: true,
  request: {
    params: keyParams,
    body: z.object({
      overlapHours: z
        .literal([0, 1, 24, 72], { error: "must be 0, 1, 24 or 72" })
        .describe("How long the old key keeps working. With 0 it stops immediately.")
        .default(24),
    }),
  },
  success: { status: 201, data: keyWithSecret },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ session, caller, params, body }, { database }) => {
    const rotation = { tenant: caller, ...params, ...body, acting: session.acting, caller: caller.by };
    const rotated = orNotFound(await rotateApiKey(database, rotation));
    if (rotated === "expired") throw conflict("This key has expired and can't be rotated. Create a new key.");
    return { data: { ...(await readKey(database, caller, rotated.key)), secretKey: rotated.secretKey } };
  },
});
