import { runMigrations } from "graphile-worker";
import pg from "pg";
import { runLoad } from "../load/run-load.ts";
import type { Measurement } from "../row.ts";

/** The queue library's best: jobs that do nothing, with its default settings, in one process. */
export const noOpJobs: Measurement<"per second"> = {
  title: "graphile-worker's no-op jobs",
  measure: async (bench) => {
    const databaseUrl = await bench.platforms.controlDatabase("jobs", (connectionString) =>
      runMigrations({ connectionString }),
    );
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query("select graphile_worker.add_job('noOp') from generate_series(1, $1)", [bench.amount]);
    await client.end();
    return { "per second": await runLoad<number>("no-op-jobs.ts", { databaseUrl, jobs: bench.amount }) };
  },
};
