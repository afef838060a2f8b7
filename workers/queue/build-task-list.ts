import type { Task, TaskList } from "graphile-worker";
import { Counter, Histogram } from "prom-client";
import { jobClasses, jobPayload, type JobName, type Queue } from "../../sql/queue/jobs.ts";
import { durationBuckets, registry } from "../../sql/process/metrics/registry.ts";
import { inTrace, subjectAttributes } from "../../sql/process/tracing/spans.ts";
import type { QueueContext } from "../context.ts";
import { tasks } from "../task-list.ts";
import { runWithDeadline } from "./run-with-deadline.ts";

const jobs = new Counter({
  name: "payments_jobs_total",
  help: "Jobs that were run. A failed one is run again.",
  labelNames: ["task", "environment", "outcome"],
  registers: [registry],
});
const duration = new Histogram({
  name: "payments_job_duration_seconds",
  help: "How long a job ran, whatever its outcome.",
  labelNames: ["task", "environment"],
  buckets: durationBuckets,
  registers: [registry],
});

/**
 * Makes graphile-worker's task list for one queue from the table in task-list.ts.
 *
 * Each task gets the row id from the parsed payload, and a signal with the task's deadline. A job whose payload does
 * not parse fails, and stays in the queue with the reason after its last attempt.
 *
 * @param onStuck called when a task ignores its deadline; the process has to end
 */
export function buildTaskList(
  { jobClass, environment }: Queue,
  context: QueueContext,
  onStuck: (reason: string) => void,
): TaskList {
  const buildTask =
    (name: JobName): Task =>
    async (payload, { abortSignal, job }) => {
      const { task, limitMs } = tasks[name];
      const startedAt = performance.now();
      let outcome = "failed";
      try {
        context.crashPoint("job.locked");
        const { id, trace } = jobPayload.parse(payload);
        const ignoresDeadline = () => onStuck(`job ${job.id} (${name}) ignores its deadline`);
        const limits = { limitMs, abortSignal, onStuck: ignoresDeadline };
        const facts = { task: name, job: job.id };
        const attributes = {
          "payments.task": name,
          "payments.environment": environment,
          "payments.attempt": job.attempts,
          "payments.queue_wait_ms": Math.max(0, Date.now() - job.run_at.getTime()),
        };
        await inTrace(trace, facts, { name: `job ${name}`, kind: "consumer", attributes }, async (span) => {
          try {
            await runWithDeadline(limits, (signal) => task({ ...context, signal }, id));
            outcome = "succeeded";
          } finally {
            span?.note({ "payments.outcome": outcome, ...subjectAttributes() });
            const level = outcome === "failed" ? "warn" : "debug";
            const ms = Math.round(performance.now() - startedAt);
            context.logger[level]({ outcome, attempt: job.attempts, ms }, "job");
          }
        });
        context.crashPoint("job.done");
      } finally {
        jobs.inc({ task: name, environment, outcome });
        duration.observe({ task: name, environment }, (performance.now() - startedAt) / 1000);
      }
    };
  return Object.fromEntries(jobClasses[jobClass].map((name) => [name, buildTask(name)]));
}
