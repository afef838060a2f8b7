import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ShowDetail } from "../cli/show-progress.ts";
import { startPostgres } from "../postgres/start-postgres.ts";

type SupervisedPostgres = {
  url: string;
  stop: () => Promise<void>;
  /** Ends it without a checkpoint; its next start recovers. */
  kill: () => void;
  /** Rejects when it ended by itself and could not be started again. */
  failed: Promise<never>;
};

/**
 * Starts PostgreSQL in `dataDir`, and restarts it at the same address if it ends by itself. `showDetail` announces the
 * first start, which takes longer.
 */
export async function supervisePostgres(
  dataDir: string,
  report: (line: string) => void,
  showDetail: ShowDetail,
): Promise<SupervisedPostgres> {
  if (!existsSync(join(dataDir, "postgres"))) showDetail("first start, with a new cluster");
  let server = await startPostgres({ dataDir, durable: true });
  const { url, port } = server;
  let stopping = false;
  let starting = Promise.resolve();

  async function keepAlive(): Promise<never> {
    for (;;) {
      await server.exited;
      if (stopping) return new Promise<never>(() => {});
      report("PostgreSQL ended by itself; starting it again.");
      starting = startPostgres({ dataDir, durable: true, port }).then((started) => void (server = started));
      await starting;
    }
  }
  const failed = keepAlive();
  failed.catch(() => {});

  return {
    url,
    failed,
    stop: async () => {
      stopping = true;
      // A server that is just starting must not outlive us.
      await starting.catch(() => {});
      await server.stop();
    },
    kill: () => {
      stopping = true;
      void starting.catch(() => {}).then(() => server.stop("immediately"));
    },
  };
}
