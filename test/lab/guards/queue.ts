import { edit, type Guard } from "./guard.ts";

/** Accepted work gets done, by living workers, whatever dies. */
export const queueGuards: readonly Guard[] = [
  {
    name: "a worker without a lease takes no job",
    breaks: [edit("take-jobs.ts", "    lease.require();\n", "")],
    red: ["queue/take-jobs", "once the lease has lapsed"],
  },
  {
    name: "the lease of a worker lapses",
    breaks: [
      edit(
        "record_heartbeat.sql",
        "lease constant interval := '3 seconds';",
        "lease constant interval := '1 hour';",
      ),
    ],
    red: ["queue/worker-processes", "without heartbeats loses its jobs within seconds, and ends"],
  },
  {
    name: "a worker that was late removes no other",
    breaks: [edit("record_heartbeat.sql", "if own.heartbeat_at >= clock_timestamp() - lease and", "if")],
    red: ["queue/worker-processes", "that was late itself removes no other: after an outage all are late"],
  },
  {
    name: "due jobs are found without a notification",
    breaks: [
      edit(
        "record_heartbeat.sql",
        "(select from due_jobs d where d.queue = q limit 1)",
        "(select where false)",
      ),
    ],
    red: ["queue/worker-processes", "leaves no heartbeat behind, whether it stops or dies"],
  },
  {
    name: "a graphile-worker with other tables is refused",
    breaks: [edit("graphile_worker.sql", "if lacking is not null then", "if false then")],
    red: ["queue/graphile-worker", "$does is refused when the database is migrated, and when workers start"],
  },
  {
    name: "a row without a job gets one",
    breaks: [
      edit(
        "waiting_rows.sql",
        "'status = ''pending'' and held_since is null') r)",
        "'status = ''pending'' and held_since is null') r where false)",
      ),
    ],
    red: [
      "payouts/payout-lifecycle",
      "adds a job for every row that waits for a worker and has no runnable one",
    ],
  },
  {
    name: "jobs that no living worker runs are unlocked",
    breaks: [edit("sweep_queues.sql", "force_unlock_workers($1)'", "force_unlock_workers($1) where false'")],
    red: ["queue/lost-jobs", "is unlocked, however that came to be, and goes if it was replaced"],
  },
];
