import type { Connection } from "../../sql/process/database.ts";
import { reconcile as sweep, sweepError } from "../../sql/queue/workers/workers.ts";

/** Sweeps an environment once; returns how many jobs that added. Throws what failed. */
export async function reconcile(
  connection: Connection,
  sweeping: Parameters<typeof sweep>[1],
): Promise<number> {
  const { added, failures } = await sweep(connection, sweeping);
  const error = sweepError(sweeping.environment, failures);
  if (error !== undefined) throw error;
  return added;
}
