import { z } from "zod";
import { publicRoute } from "../http/route.ts";

export const getHealth = publicRoute({
  method: "get",
  path: "/healthz",
  summary: "Whether the process is up; checks nothing else",
  request: {},
  success: { status: 200, data: z.object({ status: z.literal("up") }) },
  errors: [],
  handler: async () => ({ data: { status: "up" } }),
});
