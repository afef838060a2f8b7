import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "./start-postgres.ts";

/**
 * Starts a PostgreSQL in a folder of its own, which is removed when it is stopped. It has a session of its own and would
 * outlive this process, so it ends with it at the latest. `durable`: it waits for the disk, as a real one does.
 */
export async function startThrowawayPostgres({ durable }: { durable: boolean }): Promise<{
  url: string;
  stop: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), "payments-platform-"));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const postgres = await startPostgres({ dataDir, durable }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const endWithUs = () => void postgres.stop("immediately");
  process.once("exit", endWithUs);
  return {
    url: postgres.url,
    stop: async () => {
      process.off("exit", endWithUs);
      await postgres.stop("immediately");
      await remove();
    },
  };
}
