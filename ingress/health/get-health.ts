import { z } from "zod";
import { route } from "../http/route.ts";

export const getHealth = route({
  method: "get",
  path: "/healthz",
  summary: "Whether the process is up; it asks nothing else",
  public: true,
  request: {},
  response: { 200: z.object({ status: z.literal("up") }) },
  errors: [],
  handler: async () => ({ data: { status: "up" } }),
});
