import { z } from "zod";
import { pendingMigrations } from "../../sql/migrate/pending-migrations.ts";
import type { Drain } from "../http/drain.ts";
import { Problem } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";

const notReady = (why: string) => new Problem("SERVICE_UNAVAILABLE", why, { retryAfterSeconds: 1 });

/**
 * The look at the database that a process has under way, for all who ask meanwhile: anybody may ask as often as they
 * like, and must not keep the database or the disk busy with it. By the process's drain: tests run several in one.
 */
const underWay = new WeakMap<Drain, Promise<string[]>>();

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
    let looking = underWay.get(drain);
    if (looking === undefined) {
      looking = pendingMigrations(database).finally(() => underWay.delete(drain));
      underWay.set(drain, looking);
    }
    const pending = await looking;
    if (pending.length > 0) throw notReady("The database waits for migrations: run npm run migrate.");
    return { data: { status: "ready" } };
  },
});
