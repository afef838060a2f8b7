import type { TaskList } from "graphile-worker";
import { jobClasses, jobPayload, type JobClass, type JobName } from "../../sql/jobs.ts";
import type { TaskContext } from "../context.ts";
import { tasks } from "../task-list.ts";
import { runWithDeadline } from "./run-with-deadline.ts";

type OnStuck = (reason: string) => void;
type QueueTask = NonNullable<TaskList[string]>;

/**
 * Makes graphile-worker's task list for one class of work from the table in task-list.ts.
 *
 * Each task gets the row id from the parsed payload, and a signal with the task's deadline. A job whose payload does
 * not parse fails, and stays in the queue with the reason after its last attempt.
 *
 * @param onStuck called when a task ignores its deadline; the process has to end
 */
export function buildTaskList(jobClass: JobClass, context: TaskContext, onStuck: OnStuck): TaskList {
  return Object.fromEntries(jobClasses[jobClass].map((name) => [name, buildTask(name, context, onStuck)]));
}

function buildTask(name: JobName, context: TaskContext, onStuck: OnStuck): QueueTask {
  const { task, limitMs } = tasks[name];
  return async (payload, { abortSignal, job }) => {
    context.crashPoint("job.locked");
    const { id } = jobPayload.parse(payload);
    const limits = {
      limitMs,
      abortSignal,
      onStuck: () => onStuck(`job ${job.id} (${name}) ignores its deadline`),
    };
    await runWithDeadline(limits, (signal) => task(context, id, signal));
    context.crashPoint("job.done");
  };
}
