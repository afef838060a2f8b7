import type { Job, WorkerEvents } from "graphile-worker";
import type { Pool, PoolClient, QueryConfig } from "pg";
import { readFetch, takeJobs } from "../../sql/queue/graphile-worker.ts";
import type { Lease } from "./keep-lease.ts";

export type TakingOptions = {
  /** The queue's name, which is that of its schema. */
  queue: string;
  pool: Pool;
  /** Without a valid one no job is fetched, and the worker tries again later. Jobs are locked in its name. */
  lease: Pick<Lease, "name" | "require">;
  events: WorkerEvents;
  /** The most concurrent jobs of one merchant, and of all identity checks together: jobs carry both as flags. */
  shares: { merchant: number; identity: number };
};

type Fetching = PromiseWithResolvers<{ rows: Job[] }>;

/**
 * The pool of connections as graphile-worker gets it.
 *
 * Each idle worker of a runner fetches one job in a transaction of its own. Here concurrent fetches wait for the one in
 * progress, and then take their jobs in one statement. Every job that is taken goes to a worker at once, so a process
 * that dies or is paused holds no more than with single fetches.
 *
 * It also shares the slots of a queue: the jobs of one merchant, and the identity checks of all merchants, each hold at
 * most their share of them, however many are pending, so that another's job starts at once. A fetch skips the jobs with
 * a flag that holds its share. It takes no more jobs than may still start with the flag that has the least left, as all
 * of them could have that flag. Skipped jobs are still read each time, so for kinds with many pending, SQL adds only a
 * few of a merchant's jobs at a time (queue_next_jobs).
 *
 * Only takeJobs() takes jobs, and only while the lease is valid. Until graphile-worker has fetched a job with the
 * statement that we know, its other statements about jobs are refused: another one that fetches would bypass both
 * rules, and nobody would notice.
 *
 * An empty queue is not fetched from again before `wake` is called: call it whenever jobs are due.
 */
export function takeJobsTogether({ queue, pool, lease, events, shares }: TakingOptions): {
  pool: Pool;
  hasFetched: () => boolean;
  wake: () => void;
} {
  const running = new Map<string, number>();
  const left = ([flag, jobs]: readonly [string, number]) =>
    (flag === "identity" ? shares.identity : shares.merchant) - jobs;
  const count = (job: Pick<Job, "flags">, change: number) => {
    for (const flag of Object.keys(job.flags ?? {})) {
      const now = (running.get(flag) ?? 0) + change;
      if (now > 0) running.set(flag, now);
      else running.delete(flag);
    }
  };
  events.once("pool:create", ({ workerPool }) => (workerPool.id = lease.name));
  events.on("job:complete", ({ job }) => count(job, -1));

  let fetches: Fetching[] = [];
  let isFetching = false;
  let hasFetched = false;
  let isEmpty = false;

  function fetchJob(taskIds: number[]): Promise<{ rows: Job[] }> {
    hasFetched = true;
    const fetching: Fetching = Promise.withResolvers();
    fetches.push(fetching);
    // Not at once: workers that were woken together fetch one after the other, and share the first statement too.
    if (!isFetching) queueMicrotask(() => void serve(taskIds));
    isFetching = true;
    return fetching.promise;
  }

  async function serve(taskIds: number[]): Promise<void> {
    while (fetches.length > 0) {
      const round = fetches;
      fetches = [];
      await serveRound(round, taskIds).catch((error: unknown) => {
        isEmpty = false;
        for (const { reject } of round) reject(error);
      });
    }
    isFetching = false;
  }

  /** Gives every fetch of a round its job, or none. Fetches that have their job before an error occurs keep it. */
  async function serveRound(round: Fetching[], taskIds: number[]): Promise<void> {
    let hasMore = !isEmpty;
    while (round.length > 0 && hasMore) {
      const flagsToSkip = [...running].filter((flag) => left(flag) <= 0).map(([flag]) => flag);
      const others = [...running].map(left).filter((jobs) => jobs > 0);
      const most = Math.min(shares.merchant, shares.identity, ...others);
      // Unless it is woken meanwhile, or skipped jobs are still there.
      isEmpty = flagsToSkip.length === 0;
      const client = await pool.connect();
      try {
        // Not earlier: the process may have been paused while it waited for the connection.
        lease.require();
        const wanted = { taskIds, flagsToSkip, most: Math.min(round.length, most) };
        const taken = await takeJobs(client, { queue, locker: lease.name, ...wanted });
        for (const job of taken.jobs) {
          count(job, 1);
          round.shift()!.resolve({ rows: [job] });
        }
        hasMore = !taken.isEmpty;
      } finally {
        client.release();
      }
      if (hasMore) isEmpty = false;
    }
    for (const { resolve } of round.splice(0)) resolve({ rows: [] });
  }

  /** A client that takes jobs together with others. For everything else it has a connection, from then on. */
  function connect() {
    let connected: Promise<PoolClient> | undefined;
    return {
      query: async (query: QueryConfig | string, ...values: never[]) => {
        const taskIds = readFetch(queue, lease.name, query);
        if (taskIds !== undefined) return fetchJob(taskIds);
        const text = typeof query === "object" ? query.text : query;
        if (!hasFetched && /job/i.test(text)) throw new UnknownStatement(text);
        connected ??= pool.connect();
        return (await connected).query(query as string, ...values);
      },
      release: async () => {
        const client = await connected?.catch(() => undefined);
        client?.release();
      },
    };
  }

  return {
    pool: Object.create(pool, {
      // With a callback it requests a connection to LISTEN on, and gets none. It would keep one for each queue, and its
      // notifications do not name their queue (wake_workers.sql).
      connect: { value: async (listen?: unknown) => (listen === undefined ? connect() : undefined) },
      // It connects with a callback too.
      query: { value: pool.query.bind(pool) },
    }) as Pool,
    hasFetched: () => hasFetched,
    wake: () => (isEmpty = false),
  };
}

/** This graphile-worker is not the one whose statements we know: the process must not take jobs. */
class UnknownStatement extends Error {
  override name = "UnknownStatement";

  constructor(text: string) {
    const start = text.trim().replaceAll(/\s+/g, " ").slice(0, 60);
    super(`graphile-worker fetches jobs in a way that bypasses the lease, with "${start}...": not started`);
  }
}
