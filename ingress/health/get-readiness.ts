import { z } from "zod";
import { pendingMigrations } from "../../sql/pending-migrations.ts";
import { Problem } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";

const notReady = (why: string) => new Problem("SERVICE_UNAVAILABLE", why, { retryAfterSeconds: 1 });

export const getReadiness = publicRoute({
  method: "get",
  path: "/readyz",
  summary:
    "Whether the process can take requests: the database responds, migrations are current, no shutdown has begun",
  request: {},
  success: { status: 200, data: z.object({ status: z.literal("ready") }) },
  errors: ["SERVICE_UNAVAILABLE"],
  handler: async (_call, { database, drain }) => {
    if (drain.started) throw notReady("This process is shutting down.");
    const pending = await pendingMigrations(database);
    if (pending.length > 0) throw notReady("The database waits for migrations: run npm run migrate.");
    return { data: { status: "ready" } };
  },
});
