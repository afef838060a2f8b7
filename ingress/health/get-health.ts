import { z } from "zod";
import { publicRoute } from "../http/route.ts";

export const getHealth = publicRoute({
  method: "get",
  path: "/healthz",
  summary: "Check that the process is up",
  success: { status: 200, data: z.object({ status: z.literal("up") }) },
  handler: async () => ({ data: { status: "up" } }),
});
