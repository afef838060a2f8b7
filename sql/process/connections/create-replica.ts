import { setTimeout as sleep } from "node:timers/promises";
import { Counter, Gauge } from "prom-client";
import { z } from "zod";
import { createDatabase, type Connection, type Database, type PoolUse } from "../database.ts";
import type { DatabaseUser } from "./connect-fairly.ts";
import { registry } from "../metrics/registry.ts";
import { roleNames } from "../../install/role-names.ts";
import { findPower } from "../../install/refuse-powerful-role.ts";
import { sql } from "../sql-tag.ts";

/** Runs reads that may be some seconds old. What they must not do: write, or decide about money. */
export type ReadStale = <Result>(run: (connection: Connection) => Promise<Result>) => Promise<Result>;

export type Replica = {
  /** Runs reads on the replica; `otherwise` instead if it is down, behind or too slow. */
  read<Result>(
    user: DatabaseUser,
    run: (connection: Connection) => Promise<Result>,
    otherwise: () => Promise<Result>,
  ): Promise<Result>;
  use(): PoolUse;
  end(): Promise<void>;
};

type Options = {
  url: string;
  /** How much older than what the primary says a read may be, in milliseconds. */
  staleMs: number;
  primary: Database;
  /** Called with why the replica is not read from, and with null when it is again. */
  onChange: (problem: string | null) => void;
};

const CONNECTIONS = 4;
/** How often the positions of primary and replica are read; at least four times in the allowed time. */
const LOOK_MS = 1_000;
/** The time limit for that, and for a whole read: then the primary responds instead. */
const WITHIN_MS = 1_500;
/** For a connection, and for a statement. */
const WAIT_MS = 500;
const STATEMENT_MS = 1_000;

const reads = new Counter({
  name: "payments_replica_reads_total",
  help: "Reads that may be some seconds old, by who responded. None where there is no replica.",
  labelNames: ["from"],
  registers: [registry],
});
const behind = new Gauge({
  name: "payments_replica_behind_seconds",
  help: "How long ago the primary had what the replica has, of at most the allowed time. Absent while it is away.",
  registers: [registry],
});
behind.remove();

/** The primary's log position at a moment on the clock of performance.now(). */
type Mark = { at: number; position: string; system: string };

const markRow = z.object({ position: z.string(), system: z.string() });
const lookRow = z.object({ problem: z.string().nullable(), reached: z.number() });

/** Why the replica was not used, in our own words. */
class Unfit extends Error {
  override name = "Unfit";
}

/**
 * Opens a small pool of read-only connections to a streaming standby of the primary's server.
 *
 * Every second the primary is asked for its position in the write-ahead log. A read runs in a transaction that first
 * compares, on its own connection: the standby must have replayed what the primary had at most `staleMs` ago, be one of
 * the same server, and log in the database's reader, who has no power. Clocks do not count, nor does how much is
 * written. A read that fails there in any way runs on the primary, and until the next look that finds the standby fit
 * all others do too.
 */
export async function createReplica({ url, staleMs, primary, onChange }: Options): Promise<Replica> {
  const database = await createDatabase({
    url,
    maxPoolSize: CONNECTIONS,
    applicationName: "ingress",
    isReadOnly: true,
    waitMs: WAIT_MS,
    statementMs: STATEMENT_MS,
  });
  /** Of the last `staleMs`, the oldest first. */
  let marks: Mark[] = [];
  let problem: string | null = "nobody has looked yet";
  /** The replica's user: known once it was found to have no power. */
  let reader: string | undefined;

  function note(found: string | null): void {
    const isNew = found !== problem;
    problem = found;
    if (isNew) onChange(found);
  }

  const oldestMark = () => marks.find(({ at }) => at >= performance.now() - staleMs);

  async function look(): Promise<void> {
    const user = { owner: "process", group: "replica" };
    const at = performance.now();
    const within = () => performance.now() + WITHIN_MS;
    const row = await primary
      .for({ ...user, deadline: within() })
      .one(
        sql.type(markRow)`
          select pg_current_wal_lsn()::text as position, system_identifier::text as system from pg_control_system()`,
      )
      .catch(() => {
        throw new Unfit("the primary does not say how far it is");
      });
    marks = [...marks, { at, ...row }].filter((mark) => mark.at >= at - staleMs);
    const replica = database.for({ ...user, deadline: within() });
    if (reader === undefined) {
      const { database: name, user: login, power } = await findPower(replica);
      if (power !== null) throw new Unfit(`the user ${login} ${power}`);
      reader = roleNames(name).reader;
    }
    const { problem: found, reached } = await compare(replica, marks, reader);
    const seconds = (performance.now() - (marks[reached - 1]?.at ?? at - staleMs)) / 1_000;
    behind.set(Math.min(staleMs / 1_000, seconds));
    note(found);
  }

  const ending = new AbortController();
  const looking = (async () => {
    while (!ending.signal.aborted) {
      await look().catch((error: unknown) => {
        behind.remove();
        note(reasonOf(error));
      });
      await sleep(Math.min(LOOK_MS, staleMs / 4), undefined, { signal: ending.signal }).catch(() => {});
    }
  })();

  return {
    async read(user, run, otherwise) {
      const mark = oldestMark();
      const as = reader;
      if (mark !== undefined && as !== undefined && problem === null) {
        const deadline = Math.min(user.deadline, performance.now() + WITHIN_MS);
        try {
          const result = await database.for({ ...user, deadline }).transaction(async (transaction) => {
            const { problem: found } = await compare(transaction, [mark], as);
            if (found !== null) throw new Unfit(found);
            return run(transaction);
          }, 0);
          reads.inc({ from: "replica" });
          return result;
        } catch (error) {
          note(reasonOf(error));
        }
      }
      reads.inc({ from: "primary" });
      return otherwise();
    },
    use: database.use,
    end: async () => {
      ending.abort();
      await looking;
      behind.remove();
      await database.end();
    },
  };
}

/** Why a connection must not be read from, and how many of the positions its server has reached: it needs one. */
function compare(connection: Connection, marks: Mark[], reader: string): Promise<z.output<typeof lookRow>> {
  const positions = sql.array(
    marks.map(({ position }) => position),
    "pg_lsn",
  );
  return connection.one(sql.type(lookRow)`
    select reached::float8, case
      -- The other roles may do more than read there.
      when current_user <> ${reader} then 'the user ' || current_user || ' is not ' || ${reader}
      when not pg_is_in_recovery() then 'it is no standby'
      when (select system_identifier::text from pg_control_system()) <> ${marks[0]!.system}
        then 'it is of another server'
      when reached = 0 then 'it is behind'
    end as problem
    from (
      select count(*) as reached from unnest(${positions}) mark where mark <= pg_last_wal_replay_lsn()
    ) counted`);
}

/** The code of the network or of PostgreSQL where there is one: messages may quote what was asked. */
function reasonOf(error: unknown): string {
  if (error instanceof Unfit) return error.message;
  for (let one = error; one instanceof Error; one = one.cause)
    if ("code" in one && typeof one.code === "string") return `it does not respond (${one.code})`;
  return `it does not respond (${(error as Error).name})`;
}
