import { z } from "zod";
import { personRoute } from "../http/session-route.ts";

export const getOwnAddress = personRoute({
  method: "get",
  path: "/dashboard/api/own-address",
  summary: "Show the IP address that this request came from",
  permission: "person",
  request: {},
  success: { status: 200, data: z.object({ address: z.string() }) },
  errors: [],
  handler: async ({ session }) => ({ data: { address: session.ip } }),
});
