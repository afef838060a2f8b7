import { readdir, readFile } from "node:fs/promises";
import type { Check } from "../run.ts";

/** Far above what a process needs, and far below what a leak reaches within an hour. */
const MOST_MEMORY_MB = 500;
const MOST_FILES = 400;

export const check: Check = {
  name: "no process grows without bound",
  find: async ({ platform: { ingresses, workers } }) => {
    const violations: string[] = [];
    for (const member of [...ingresses, ...workers]) {
      const pid = member.pid();
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => undefined);
      // Not Linux, or the process was just restarted.
      if (status === undefined) continue;
      const megabytes = Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
      const files = (await readdir(`/proc/${pid}/fd`)).length;
      if (megabytes > MOST_MEMORY_MB) violations.push(`${member.name} takes ${megabytes} MB`);
      if (files > MOST_FILES) violations.push(`${member.name} has ${files} files open`);
    }
    return violations;
  },
};
