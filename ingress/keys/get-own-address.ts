import { z } from "zod";
import { personRoute } from "../http/session-route.ts";

export const getOwnAddress = personRoute({
  method: "get",
  path: "/dashboard/api/own-address",
  summary: "Get the IP address of this request",
  permission: "person",
  success: { status: 200, data: z.object({ address: z.string() }) },
  handler: async ({ session }) => ({ data: { address: session.ip } }),
});
