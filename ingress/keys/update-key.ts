import { z } from "zod";
import { apiKeyJson } from "../../sql/keys/api-key-json.ts";
import { setApiKeyNetworks } from "../../sql/keys/api-keys.ts";
import { notFound } from "../http/problems.ts";
import { tenantRoute } from "../http/session-route.ts";
import { allowedNetworks } from "./allowed-networks.ts";
import { keyParams, readKey } from "./key-response.ts";

export const updateKey = tenantRoute({
  method: "patch",
  path: "/dashboard/api/:environment/keys/:reference",
  summary: "Set an API key's allowed IP addresses",
  permission: "develop",
  stepUp: true,
  withoutApproval: true,
  request: { params: keyParams, body: z.object({ allowedCidrs: allowedNetworks }) },
  success: { status: 200, data: apiKeyJson },
  errors: ["NOT_FOUND"],
  handler: async ({ session, caller, params: { reference }, body }, { database }) => {
    const acting = session.acting;
    const { allowedCidrs } = body;
    const isSet = await setApiKeyNetworks(database, {
      tenant: caller,
      reference,
      allowedCidrs,
      acting,
      caller: caller.by,
    });
    if (!isSet) throw notFound();
    return { data: await readKey(database, caller, reference) };
  },
});
