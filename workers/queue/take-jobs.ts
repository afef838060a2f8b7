import type { Job, WorkerEvents } from "graphile-worker";
import type { Pool, PoolClient, QueryConfig } from "pg";
import type { Lease } from "./keep-lease.ts";

type Options = {
  /** The queue's name, which is that of its schema. */
  queue: string;
  pool: Pool;
  /** Without a valid one no job is fetched, and the worker tries again later. */
  lease: Pick<Lease, "require">;
  events: WorkerEvents;
  /** The most concurrent jobs of one merchant; null: no limit. */
  share: number | null;
};

/** A row of the queue's table, as graphile-worker reads it. */
type JobRow = Job;
type Fetch = { resolve: (rows: { rows: JobRow[] }) => void; reject: (error: unknown) => void };

/** Without a wake-up, an empty queue is not fetched from for this long. */
const EMPTY_MS = 1_000;

/**
 * The pool of connections as graphile-worker gets it.
 *
 * Each idle worker of a runner fetches one job in a transaction of its own. Here concurrent fetches wait for the one in
 * progress, and then take their jobs in one statement. Every job that is taken goes to a worker at once, so a process
 * that dies or is paused holds no more than with single fetches.
 *
 * It also shares the slots of a queue between merchants: the jobs of one merchant hold at most `share` of them, however
 * many are pending, so that another merchant's job starts at once. A fetch skips the jobs of merchants that hold their
 * share. It takes no more jobs than the merchant with the most below its share may still start, as all of them could be
 * that merchant's. Skipped jobs are still read each time, so for kinds with many pending, SQL adds only a few of a
 * merchant's jobs at a time (queue_next_jobs).
 *
 * Only the statement below takes jobs, and only while the lease is valid. Until graphile-worker has fetched a job with
 * the statement name that we know, its other statements about jobs are refused: under another name it would bypass both
 * rules, and nobody would notice.
 *
 * Call `wake` when there are new jobs.
 */
export function takeJobsTogether({ queue, pool, lease, events, share }: Options): {
  pool: Pool;
  wake: () => void;
} {
  const running = new Map<string, number>();
  const count = (job: Pick<Job, "flags">, change: number) => {
    for (const flag of Object.keys(job.flags ?? {})) {
      const now = (running.get(flag) ?? 0) + change;
      if (now > 0) running.set(flag, now);
      else running.delete(flag);
    }
  };
  events.on("job:complete", ({ job }) => count(job, -1));

  let fetches: Fetch[] = [];
  let isFetching = false;
  let hasFetched = false;
  let wakes = 0;
  let emptyUntil = 0;

  function fetchJob(poolId: string, taskIds: number[]): Promise<{ rows: JobRow[] }> {
    hasFetched = true;
    return new Promise((resolve, reject) => {
      fetches.push({ resolve, reject });
      if (!isFetching) void serve(poolId, taskIds);
    });
  }

  async function serve(poolId: string, taskIds: number[]): Promise<void> {
    isFetching = true;
    while (fetches.length > 0) {
      const round = fetches;
      fetches = [];
      await serveRound(round, poolId, taskIds).catch((error: unknown) => {
        for (const { reject } of round) reject(error);
      });
    }
    isFetching = false;
  }

  /** Gives every fetch of a round its job, or none. Fetches that have their job before an error occurs keep it. */
  async function serveRound(round: Fetch[], poolId: string, taskIds: number[]): Promise<void> {
    const wakesBefore = wakes;
    let isEmpty = performance.now() < emptyUntil;
    while (round.length > 0 && !isEmpty) {
      const others = [...running.values()].filter((jobs) => share !== null && jobs < share);
      const most = share === null ? Infinity : share - Math.max(0, ...others);
      const wanted = Math.min(round.length, most);
      const full = [...running].filter(([, jobs]) => share !== null && jobs >= share).map(([flag]) => flag);
      const rows = await take(pool, lease, queue, [poolId, taskIds, full, wanted]);
      for (const job of rows) {
        count(job, 1);
        round.shift()!.resolve({ rows: [job] });
      }
      isEmpty = rows.length < wanted;
      // Skipped jobs are still there.
      if (isEmpty && full.length === 0 && wakes === wakesBefore) emptyUntil = performance.now() + EMPTY_MS;
    }
    for (const { resolve } of round.splice(0)) resolve({ rows: [] });
  }

  return {
    pool: Object.create(pool, {
      // With a callback it requests a connection to LISTEN on, and gets none. It would keep one for each queue, and its
      // notifications do not name their queue (see listen-for-jobs.ts).
      connect: {
        value: async (listen?: unknown) =>
          listen === undefined ? connect(pool, fetchJob, () => hasFetched) : undefined,
      },
      // It connects with a callback too.
      query: { value: pool.query.bind(pool) },
    }) as Pool,
    wake: () => {
      wakes += 1;
      emptyUntil = 0;
    },
  };
}

/** A client that takes jobs together with others. For everything else it has a connection, from then on. */
function connect(
  pool: Pool,
  fetchJob: (poolId: string, taskIds: number[]) => Promise<unknown>,
  hasFetched: () => boolean,
) {
  let connected: Promise<PoolClient> | undefined;
  return {
    query: async (query: QueryConfig | string, ...values: never[]) => {
      // The name that graphile-worker gives to the statement that takes a job.
      if (typeof query === "object" && query.name?.startsWith("get_job") === true) {
        const [poolId, taskIds] = query.values as [string, number[]];
        return fetchJob(poolId, taskIds);
      }
      const text = typeof query === "object" ? query.text : query;
      if (!hasFetched() && /job/i.test(text)) throw new UnknownStatement(text);
      connected ??= pool.connect();
      return (await connected).query(query as string, ...values);
    },
    release: async () => {
      const client = await connected?.catch(() => undefined);
      client?.release();
    },
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

/**
 * Like graphile-worker's own statement, for several jobs. None of ours is in a named queue.
 *
 * The commit does not wait for the disk. After a crash of the database such a job is free again, while its worker may
 * live on and still wait for a provider: then it runs twice at the same time. A claim does wait for the disk, so a
 * payout is still sent once. Tasks without a claim (provision_virtual_account, check_identity, enquire_name) then call
 * the provider twice at the same time, with the same reference if the call has one, and SQL keeps one result. The
 * removal of a done job waits too: one that came back would stay locked by a living process, and block its row.
 */
async function take(
  pool: Pool,
  lease: Pick<Lease, "require">,
  queue: string,
  values: unknown[],
): Promise<JobRow[]> {
  const client = await pool.connect();
  try {
    // Not earlier: the process may have been paused while it waited for the connection.
    lease.require();
    const { rows } = await client.query<JobRow>({
      name: `get_jobs/${queue}`,
      text: `
        with unwaited as (select set_config('synchronous_commit', 'off', true)),
        next as (
          select id from ${queue}._private_jobs
          where is_available and run_at <= now() and task_id = any ($2::int[])
            and (flags ?| $3::text[]) is not true
          order by priority, run_at
          limit $4
          for update skip locked
        )
        update ${queue}._private_jobs jobs
        set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
        from next, unwaited where jobs.id = next.id
        returning jobs.*`,
      values,
    });
    return rows;
  } finally {
    client.release();
  }
}
