import { Gauge } from "prom-client";
import { z } from "zod";
import { canWrite } from "../../sql/process/connections/can-write.ts";
import { registry } from "../../sql/process/metrics/registry.ts";
import { pendingMigrations } from "../../sql/install/pending-migrations.ts";
import type { Context, ProcessContext } from "../context.ts";
import { Problem } from "../http/problems.ts";
import { publicRoute } from "../http/route.ts";

/** The database's time limit, for connections and for its disk. Balancers usually wait longer. */
const WITHIN_MS = 2_000;
/** How long the last check counts. */
const COUNTS_MS = 1_000;

const ready = new Gauge({
  name: "payments_ingress_ready",
  help: "Whether /readyz last found that the database takes writes and is migrated. Absent before the first request.",
  registers: [registry],
});
ready.remove();

type Look = { until: number; problem: Promise<string | null> };

/**
 * The last check of the database: anyone may call this as often as they like, and must not keep the database or the
 * disk busy. Keyed by the process's drain: tests run several in one process.
 */
const looks = new WeakMap<ProcessContext["drain"], Look>();

export const getReadiness = publicRoute({
  method: "get",
  path: "/readyz",
  summary: "Check readiness: the database is writable, migrations are current, and no shutdown has begun",
  success: { status: 200, data: z.object({ status: z.literal("ready") }) },
  errors: ["SERVICE_UNAVAILABLE"],
  handler: async (_call, context) => {
    const why = context.drain.announced ? "This process is shutting down." : await lastLook(context);
    if (why !== null) throw new Problem("SERVICE_UNAVAILABLE", why, { retryAfterSeconds: 1 });
    return { data: { status: "ready" } };
  },
});

function lastLook(context: Context): Promise<string | null> {
  const last = looks.get(context.drain);
  if (last !== undefined && performance.now() < last.until) return last.problem;
  const look: Look = { until: Infinity, problem: findProblem(context) };
  looks.set(context.drain, look);
  void look.problem.then((why) => {
    ready.set(why === null ? 1 : 0);
    return (look.until = performance.now() + COUNTS_MS);
  });
  return look.problem;
}

/** Why the database cannot be used, or null. */
async function findProblem({ pools, log }: Context): Promise<string | null> {
  // For the process, not for a particular caller.
  const user = { owner: "process", group: "readiness", deadline: performance.now() + WITHIN_MS };
  try {
    const [pending, isWritable] = await Promise.all([
      pendingMigrations(pools.reads.for(user)),
      canWrite(pools.writes.for(user)),
    ]);
    if (pending.length > 0) return "The database waits for migrations: run npm run migrate.";
    return isWritable ? null : "The database is read-only.";
  } catch (error) {
    log.warn(
      { error: (error as Error).name },
      "not ready: the database did not answer, or accept a write, in time",
    );
    return "The database cannot be written.";
  }
}
