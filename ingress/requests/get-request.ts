import { z } from "zod";
import { findRequest } from "../../sql/requests/request-log.ts";
import { loggedRequestJson } from "../../sql/requests/logged-request-json.ts";
import { orNotFound } from "../http/problems.ts";
import { tenantRoute } from "../http/session-route.ts";
import { requestId } from "./request-id-field.ts";

export const getRequest = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/requests/:requestId",
  summary: "Get a logged request by its x-request-id",
  permission: "read",
  request: { params: z.object({ requestId }) },
  success: { status: 200, data: loggedRequestJson },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params }, { database }) => {
    return { data: orNotFound(await findRequest(database, caller, params.requestId)) };
  },
});
