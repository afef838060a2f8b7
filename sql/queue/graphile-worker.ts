import type { Job } from "graphile-worker";
import type { ClientBase, QueryConfig } from "pg";

/**
 * What we use of graphile-worker that it does not document, with graphile_worker.sql. A release of it may rename
 * something: then no process takes a job (takeJobsTogether), or starts (require_known_queues).
 */

/** The rights on the tables of a queue that a worker process needs for graphile-worker's own SQL. */
export const queueRights = {
  _private_job_queues: ["select", "update"],
  _private_jobs: ["select", "update", "delete"],
  _private_known_crontabs: ["select"],
  _private_tasks: ["select", "insert"],
  migrations: ["select"],
} as const;

type Taking = { queue: string; locker: string; taskIds: number[]; flagsToSkip: string[]; most: number };

/** Reads the tasks of a statement that takes a job of one of them for this locker; undefined if it is another one. */
export function readFetch(queue: string, locker: string, query: QueryConfig | string): number[] | undefined {
  if (typeof query === "string" || query.name !== `get_job/${queue}`) return undefined;
  const [name, taskIds] = query.values as [string, number[]];
  return name === locker ? taskIds : undefined;
}

/**
 * Takes up to `most` due jobs of a queue without any of these flags. `isEmpty`: there are no others, so that nobody has
 * to fetch again to know it. Like graphile-worker's own statement, for several jobs. None of ours is in a named queue.
 *
 * The commit does not wait for the disk. After a crash of the database such a job is free again, while its worker may
 * live on and still wait for a provider: then it runs twice at the same time. A claim does wait for the disk, so a
 * payout is still sent once. Tasks without a claim (provision_virtual_account, check_identity, enquire_name) then call
 * the provider twice at the same time, with the same reference if the call has one, and SQL keeps one result. The
 * removal of a done job waits too: one that came back would stay locked by a living process, and block its row.
 */
export async function takeJobs(
  client: ClientBase,
  { queue, locker, taskIds, flagsToSkip, most }: Taking,
): Promise<{ jobs: Job[]; isEmpty: boolean }> {
  const due = `
    from ${queue}._private_jobs
    where is_available and run_at <= now() and task_id = any ($2::int[]) and (flags ?| $3::text[]) is not true
    order by priority, run_at`;
  const { rows } = await client.query<Job & { is_empty: boolean }>({
    name: `get_jobs/${queue}`,
    text: `
      with unwaited as (select set_config('synchronous_commit', 'off', true)),
      next as (
        select id ${due}
        limit $4::int
        for update skip locked
      ),
      -- Jobs that another process is taking count as there.
      rest as (select count(*) <= $4::int as is_empty from (select ${due} limit $4::int + 1) due)
      update ${queue}._private_jobs jobs
      set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
      from next, rest, unwaited where jobs.id = next.id
      returning jobs.*, rest.is_empty`,
    values: [locker, taskIds, flagsToSkip, most],
  });
  return { jobs: rows, isEmpty: rows.length < most || rows.every((row) => row.is_empty) };
}
