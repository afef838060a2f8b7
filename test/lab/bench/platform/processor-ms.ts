import { readdir, readFile } from "node:fs/promises";
import { z } from "zod";
import type { Connection } from "../../../../sql/process/database.ts";
import { sql } from "../../../../sql/process/sql-tag.ts";

/** As Linux counts: a hundredth of a second, on every architecture that it runs on today. */
const TICK_MS = 10;

type Times = { parent: number; own: number; ofEnded: number };

/** The processor time that processes, and PostgreSQL with all its backends, have used so far. */
export async function processorMs(
  database: Connection,
  pids: readonly (number | undefined)[],
): Promise<number> {
  const backend = await database.oneFirst(sql.type(z.object({ pid: z.number() }))`
    select pg_backend_pid() as pid`);
  const times = new Map<number, Times>();
  for (const name of await readdir("/proc"))
    if (/^\d+$/.test(name)) {
      const read = await timesOf(Number(name));
      if (read !== undefined) times.set(Number(name), read);
    }
  const server = times.get(backend)!.parent;
  let ticks = times.get(server)!.own + times.get(server)!.ofEnded;
  for (const [pid, { parent, own }] of times) if (parent === server || pids.includes(pid)) ticks += own;
  return ticks * TICK_MS;
}

/** Undefined for one that has ended meanwhile. */
async function timesOf(pid: number): Promise<Times | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return undefined;
  // After the name, which may hold spaces and parentheses: state, parent, and from the 12th on the times.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  return { parent: fields[1]!, own: fields[11]! + fields[12]!, ofEnded: fields[13]! + fields[14]! };
}
