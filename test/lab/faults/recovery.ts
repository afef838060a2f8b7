import pg from "pg";
import { queueSchemas } from "./queue-schemas.ts";
import type { Platform } from "./platform/start-platform.ts";

export type Recovery = {
  /** From a dead worker's last heartbeat until no job was locked by it, in ms; one for each that held any. */
  afterWorkers: number[];
  /** From when PostgreSQL accepted connections again until the bank got a payout. */
  afterDatabase: number[];
  /** From the loss of a cluster's primary until a client was served again; and the same for switchovers. */
  afterLosses: number[];
  afterSwitchovers: number[];
};

/** The longest of these times, in ms; 0 of none. */
export function slowest(times: number[]): number {
  return Math.max(0, ...times);
}

export type Watching = { recovery: Recovery; stop(): Promise<void> };

const LOOK_MS = 250;
const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 };
/** A living worker sends a heartbeat every second. */
const SILENT_MS = 1_500;

/**
 * Measures how long work waits: past the proxies, four times a second. A worker is dead from its last heartbeat, up to
 * a second before its death. Workers that ended while PostgreSQL was down are left out: its restart counts.
 */
export async function watchRecovery(platform: Platform): Promise<Watching> {
  const { postgres, bank, ownerUrl } = platform;
  const recovery: Recovery = {
    afterWorkers: [],
    afterDatabase: [],
    afterLosses: [],
    afterSwitchovers: [],
    ...platform.cluster?.recovery,
  };
  const schemas = await queueSchemas(ownerUrl);
  const locks = schemas
    .map((schema) => `select locked_by from "${schema}"._private_jobs`)
    .join(" union all ");
  /** When workers were seen, by the names in which they lock jobs. */
  const workers = new Map<string, number>();
  /** Silent workers with jobs, and their last heartbeat in the database's time. */
  const holding = new Map<string, number>();
  const database = keepConnection(ownerUrl);
  let restartSeen = 0;
  let sentAtRestart: number | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    const backSince = postgres.backSince();
    if (postgres.isDown()) {
      workers.clear();
      holding.clear();
      return;
    }
    if (backSince > restartSeen) {
      restartSeen = backSince;
      sentAtRestart = bank.provider.calls.transfer;
    }
    if (sentAtRestart !== undefined && bank.provider.calls.transfer > sentAtRestart) {
      recovery.afterDatabase.push(performance.now() - restartSeen);
      sentAtRestart = undefined;
    }
    const row = await database.one<{
      now: string;
      workers: { name: string; seen: number }[] | null;
      locked: string[] | null;
    }>(
      `select extract(epoch from clock_timestamp()) * 1000 as now,
        (select json_agg(json_build_object(
          'name', id::text, 'seen', extract(epoch from heartbeat_at) * 1000
        )) from worker_processes) as workers,
        (select array_agg(distinct locked_by) from (${locks}) jobs where locked_by is not null) as locked`,
    );
    const now = Number(row.now);
    for (const { name, seen } of row.workers ?? []) workers.set(name, seen);
    // While PostgreSQL was down, nobody could send a heartbeat or take a dead worker's jobs.
    const backAt = now - (performance.now() - backSince);
    const silent = (row.locked ?? []).filter((name) => now - (workers.get(name) ?? now) > SILENT_MS);
    for (const name of silent) holding.set(name, Math.max(workers.get(name)!, backAt));
    for (const [name, seen] of holding) {
      if (silent.includes(name)) continue;
      recovery.afterWorkers.push(now - seen);
      holding.delete(name);
    }
  }

  const looking = (async () => {
    while (!isStopped) {
      await look().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  })();
  return {
    recovery,
    stop: async () => {
      isStopped = true;
      await looking;
      await database.end();
    },
  };
}

/** A separate connection, reopened if it breaks: one per look would take longer than the look. */
function keepConnection(url: string) {
  let open: pg.Client | undefined;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, ...timeouts });
    client.on("error", () => {});
    open = client;
    await client.connect();
    return client;
  }

  async function end(): Promise<void> {
    await open?.end().catch(() => {});
    open = undefined;
  }

  return {
    async one<Row extends pg.QueryResultRow>(text: string): Promise<Row> {
      try {
        const { rows } = await (open ?? (await connect())).query<Row>(text);
        return rows[0]!;
      } catch (error) {
        await end();
        throw error;
      }
    },
    end,
  };
}
