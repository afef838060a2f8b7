import { z } from "zod";
import { version } from "../../sql/process/version.ts";
import { publicRoute } from "../http/route.ts";

export const getHealth = publicRoute({
  method: "get",
  path: "/healthz",
  summary: "Check that the process is up",
  success: {
    status: 200,
    data: z.object({ status: z.literal("up"), version: z.string().describe("The release that it runs.") }),
  },
  handler: async () => ({ data: { status: "up", version } }),
});
