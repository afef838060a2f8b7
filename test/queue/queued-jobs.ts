import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { queues } from "../../sql/queue/jobs.ts";
import { sql } from "../../sql/process/sql-tag.ts";

let counter = 0;

/** What is left in the queue, heartbeats aside. */
export function findJobs(database: Connection) {
  const row = z.object({
    task: z.string(),
    key: z.string().nullable(),
    locked: z.boolean(),
    attempts: z.number(),
    max_attempts: z.number(),
    last_error: z.string().nullable(),
    run_at: z.date(),
  });
  return database.any(sql.type(row)`
    select task, key, locked_at is not null as locked, attempts, max_attempts, last_error, run_at
    from queued_jobs where task not like 'heartbeat%' order by created_at, id`);
}

/** Adds a job that moves test money, by hand. Returns its id. */
export function addJob(
  database: Connection,
  task: string,
  payload: object,
  maxAttempts = 25,
): Promise<string> {
  return database.oneFirst(sql.type(z.object({ id: z.string() }))`
    select id::text from queue_test_money.add_job(
      ${task}, payload => ${sql.json(payload as never)}, max_attempts => ${maxAttempts},
      job_key => ${`by-hand-${(counter += 1)}`}
    )`);
}

/** Takes everything out of the queues, or everything but the jobs of one task. */
export async function emptyQueue(database: Connection, exceptTask = ""): Promise<void> {
  for (const { name } of queues) {
    const [jobs, tasks] = ["_private_jobs", "_private_tasks"].map((table) => sql.identifier([name, table]));
    await database.query(sql.type(z.object({}))`
      delete from ${jobs!} j using ${tasks!} t where t.id = j.task_id and t.identifier <> ${exceptTask}`);
  }
}
