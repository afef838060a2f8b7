import { Logger, run } from "graphile-worker";
import { serve } from "../../fork-program.ts";

/** Runs `jobs` jobs that do nothing; returns how many a second, without the first tenth. */
async function workOff({ databaseUrl, jobs }: { databaseUrl: string; jobs: number }): Promise<number> {
  let done = 0;
  let warm = 0;
  const ended = Promise.withResolvers<number>();
  const noOp = async () => {
    done += 1;
    if (done === Math.ceil(jobs / 10)) warm = performance.now();
    if (done === jobs) ended.resolve(performance.now());
  };
  // A line for each job would cost more than the job.
  const logger = new Logger(() => () => {});
  await run({ connectionString: databaseUrl, taskList: { noOp }, logger });
  const end = await ended.promise;
  return (jobs - Math.ceil(jobs / 10)) / ((end - warm) / 1_000);
}

serve({ run: workOff });
