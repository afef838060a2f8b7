import { z } from "zod";
import type { Connection } from "../../../../sql/process/database.ts";
import { sql } from "../../../../sql/process/sql-tag.ts";
import { noOpJobs } from "../controls/no-op-jobs.ts";
import { sendPayouts } from "../load/send-payouts.ts";
import type { Platform } from "../platform/start-platform.ts";
import { processorMs } from "../platform/processor-ms.ts";
import { residentMb } from "../platform/resident-mb.ts";
import { vacuum } from "../platform/vacuum.ts";
import { lastOfWork, waitForWork } from "../platform/work-done.ts";
import type { Bench, Measurement, Row } from "../row.ts";

type Figures =
  | "per second"
  | "processor ms a payout"
  | "ingress MB"
  | "worker MB"
  | "bytes kept a payout"
  | "WAL bytes a payout";

const endToEnd: Measurement<Figures> = {
  title: "end to end with webhooks, 200 merchants",
  measure: (bench) => measure(bench, 1),
};

const twoOfEach: Measurement<Figures> = {
  title: "end to end with webhooks, two ingress and two worker processes",
  measure: (bench) => measure(bench, 2),
};

/** The number of errors in the books: see the view ledger_discrepancies. */
const discrepancies: Measurement<"in all"> = {
  title: "ledger discrepancies after that",
  measure: async ({ platforms }) => {
    const { database } = await platforms.get("with webhooks");
    const count = await database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*)::integer as count from ledger_discrepancies`);
    return { "in all": count };
  },
};

/** The stored bytes are measured after all work is done, by idle processes or none. */
async function measure(bench: Bench, processes: number): Promise<Record<Figures, number>> {
  const platform = await bench.platforms.get("with webhooks");
  const before = await keptBytes(platform);
  const { payouts, ...figures } = await load(platform, bench.seconds, processes);
  const kept = (await keptBytes(platform)) - before;
  return { ...figures, "bytes kept a payout": kept / payouts };
}

/**
 * Payouts are sent at full speed; then the rest is processed. The rate covers all of it, from the first request to the
 * record of the last webhook.
 */
async function load(platform: Platform, seconds: number, processes: number) {
  const { database } = platform;
  const ingresses = await platform.ingresses(processes);
  await using workers = await platform.startWorkers(processes);
  const send = async (forSeconds: number) => {
    const sent = await sendPayouts(platform, { seconds: forSeconds, ingresses: processes });
    await waitForWork(database, "webhooks", sent.start, sent.count);
    return sent;
  };
  const warmedUp = await send(seconds / 4);
  const pids = [...ingresses, ...workers.processes].map(({ pid }) => pid);
  const walBefore = await walPosition(database);
  const processorBefore = await processorMs(database, pids);
  const { start, count } = await send(seconds);
  const wal = Number((await walPosition(database)) - walBefore);
  const processor = (await processorMs(database, pids)) - processorBefore;
  const end = await lastOfWork(database, "webhooks");
  const most = async (of: (number | undefined)[]) =>
    Math.max(...(await Promise.all(of.map((pid) => residentMb(pid!)))));
  return {
    payouts: warmedUp.count + count,
    "per second": count / ((end.getTime() - start.getTime()) / 1_000),
    "processor ms a payout": processor / count,
    "ingress MB": await most(ingresses.map(({ pid }) => pid)),
    "worker MB": await most(workers.processes.map(({ pid }) => pid)),
    "WAL bytes a payout": wal / count,
  };
}

/** The size of all tables and indexes, without the space that updates and deletes left. */
async function keptBytes({ databaseUrl, database }: Platform): Promise<number> {
  await vacuum(databaseUrl, "full");
  return database.oneFirst(sql.type(z.object({ size: z.number() }))`
    select sum(pg_total_relation_size(oid))::float8 as size
    from pg_class where relkind in ('r', 'm') and relnamespace <> 'pg_catalog'::regnamespace`);
}

async function walPosition(database: Connection): Promise<bigint> {
  return database.oneFirst(sql.type(z.object({ position: z.bigint() }))`
    select (pg_current_wal_insert_lsn() - '0/0')::bigint as position`);
}

export const endToEndRows: Row[] = [
  {
    title: "End to end with webhooks, one ingress and one worker process, 200 merchants",
    unit: "× no-op jobs",
    target: { atLeast: 0.3 },
    value: async (round) => (await round(endToEnd))["per second"] / (await round(noOpJobs))["per second"],
  },
  {
    title: "The same",
    unit: "per second",
    target: { atLeast: 762 },
    value: async (round) => (await round(endToEnd))["per second"],
  },
  {
    title: "Two ingress and two worker processes on the same cores",
    unit: "× one of each",
    target: { atLeast: 0.9 },
    value: async (round) => (await round(twoOfEach))["per second"] / (await round(endToEnd))["per second"],
  },
  {
    title: "Ledger discrepancies after that",
    unit: "in all",
    target: { atMost: 0 },
    value: async (round) => {
      await round(twoOfEach);
      return (await round(discrepancies))["in all"];
    },
  },
  {
    title: "Resident memory of the ingress under load",
    unit: "MB",
    target: { atMost: 220 },
    value: async (round) => (await round(endToEnd))["ingress MB"],
  },
  {
    title: "Resident memory of the worker process under load",
    unit: "MB",
    target: { atMost: 220 },
    value: async (round) => (await round(endToEnd))["worker MB"],
  },
  {
    title: "Kept of a payout with its webhook",
    unit: "bytes",
    target: { atMost: 2_400 },
    value: async (round) => (await round(endToEnd))["bytes kept a payout"],
  },
  {
    title: "Write-ahead log of a payout with its webhook",
    unit: "bytes",
    target: { atMost: 5_000 },
    value: async (round) => (await round(endToEnd))["WAL bytes a payout"],
  },
];
