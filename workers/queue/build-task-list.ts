import type { TaskList } from "graphile-worker";
import { jobPayloads, type JobName, type JobPayload } from "../../sql/jobs.ts";
import type { Run, TaskContext } from "../context.ts";
import { runWithDeadline } from "./run-with-deadline.ts";
import { tasks, type TaskEntry } from "../task-list.ts";

type OnStuck = (reason: string) => void;

/**
 * Makes the task list of one graphile-worker runner from the named entries of task-list.ts.
 *
 * Each task gets a payload that has been parsed (one that does not parse fails the job, which is parked with
 * the reason when its attempts are used up) and a signal with the task's deadline.
 *
 * @param onStuck called when a task ignores its deadline; the process has to end
 */
export function buildTaskList(names: JobName[], context: TaskContext, onStuck: OnStuck): TaskList {
  return Object.fromEntries(names.map((name) => [name, buildTask(name, context, onStuck)]));
}

function buildTask<Name extends JobName>(name: Name, context: TaskContext, onStuck: OnStuck) {
  const { limitMs, task } = tasks[name] as TaskEntry<Name>;
  const perform: (payload: JobPayload<Name>, run: Run) => Promise<void> = task(context);
  return async (
    rawPayload: unknown,
    { abortSignal, job }: { abortSignal: AbortSignal; job: { id: string } },
  ) => {
    context.crashPoint("job.locked");
    const payload = jobPayloads[name].parse(rawPayload) as JobPayload<Name>;
    const limits = {
      limitMs,
      abortSignal,
      onStuck: () => onStuck(`job ${job.id} (${name}) ignores its deadline`),
    };
    await runWithDeadline(limits, (signal) => perform(payload, { signal }));
    context.crashPoint("job.done");
  };
}
