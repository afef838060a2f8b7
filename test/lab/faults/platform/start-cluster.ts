import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { startCluster as start, type Cluster } from "../../../../scripts/cluster/start-cluster.ts";
import type { Node } from "../../../../scripts/cluster/start-node.ts";
import { hasRoom } from "../../../../scripts/postgres/start-throwaway-postgres.ts";
import { askPatroni } from "./ask-patroni.ts";
import type { FaultedPostgres } from "./start-database.ts";

/** A way to lose a primary, until `restore` is called. */
type Loss = (primary: Node) => Promise<{ restore: () => Promise<void> }>;

export type FaultedCluster = {
  nodes: readonly Node[];
  /** Whether a node can be cut off from all others. */
  isIsolated: boolean;
  /**
   * Loses the primary, waits until another takes writes, and restores the former one `forMs` later. Returns the former
   * one's name. `served` is awaited with the new one: recovery ends when clients are served again.
   */
  losePrimary(loss: Loss, forMs: number, served: () => Promise<unknown>): Promise<string>;
  /** Switches over to a standby. Returns the former primary's name. */
  switchOver(served: () => Promise<unknown>): Promise<string>;
  /** Waits until all three nodes are up, and keeps other faults from losing the primary meanwhile. */
  whileWhole<Result>(act: (primary: Node) => Promise<Result>): Promise<Result>;
  restartPooler(index: number): Promise<void>;
  /** From each loss until clients were served again, in ms; and the same for each switchover. */
  recovery: { afterLosses: number[]; afterSwitchovers: number[] };
};

const LOOK_MS = 100;
const WRITE_MS = 2_000;
const WHOLE_WITHIN_MS = 120_000;
/** Far more than the promise: anything longer hangs. */
const SERVED_WITHIN_MS = 120_000;

const members = z.object({ members: z.array(z.object({ role: z.string(), state: z.string() })) });

/**
 * Starts a throwaway cluster, in memory if there is room, with the interface that other faults expect of a database.
 */
export async function startCluster(): Promise<
  FaultedPostgres & { cluster: FaultedCluster; started: Cluster }
> {
  const folder = (await hasRoom("/dev/shm")) ? "/dev/shm" : tmpdir();
  const dataDir = await mkdtemp(join(folder, "payments-platform-cluster-"));
  const started = await start({ dataDir, isolated: true, isThrownAway: true });
  const { nodes, url } = started;
  const recovery: FaultedCluster["recovery"] = { afterLosses: [], afterSwitchovers: [] };
  let turn: Promise<unknown> = Promise.resolve();
  let isDown = false;
  let backAt = 0;

  async function findPrimary(): Promise<Node | undefined> {
    const found = await Promise.all(
      nodes.map((node) => askPatroni(started, node.place, "primary").then((reply) => reply?.status === 200)),
    );
    return nodes[found.indexOf(true)];
  }

  async function findWhole(): Promise<Node | undefined> {
    const primary = await findPrimary();
    const reply = primary && (await askPatroni(started, primary.place, "cluster"));
    const all = members.safeParse(JSON.parse(reply?.body ?? "{}")).data?.members ?? [];
    const isWhole =
      all.length === nodes.length && all.every(({ state }) => state === "running" || state === "streaming");
    if (!isWhole || !all.some(({ role }) => role === "sync_standby")) return undefined;
    return (await countFollowers(url)) === nodes.length - 1 ? primary : undefined;
  }

  async function whileWhole<Result>(act: (primary: Node) => Promise<Result>): Promise<Result> {
    const before = turn;
    const mine = (async () => {
      await before.catch(() => {});
      return act(await until(findWhole, WHOLE_WITHIN_MS, "the cluster was not whole"));
    })();
    turn = mine.catch(() => {});
    return mine;
  }

  /** Waits until another node than `former` takes writes and clients are served. */
  async function untilServed(former: Node, served: () => Promise<unknown>): Promise<void> {
    await until(
      async () => {
        const primary = await findPrimary();
        return primary !== undefined && primary !== former && (await takesWrites(url)) ? true : undefined;
      },
      SERVED_WITHIN_MS,
      "no standby took over",
    );
    await served();
    backAt = performance.now();
    isDown = false;
  }

  const cluster: FaultedCluster = {
    nodes,
    isIsolated: started.isIsolated,
    recovery,
    whileWhole,
    losePrimary: (loss, forMs, served) =>
      whileWhole(async (primary) => {
        const since = performance.now();
        isDown = true;
        const { restore } = await loss(primary);
        try {
          await untilServed(primary, served);
          recovery.afterLosses.push(performance.now() - since);
          await sleep(forMs);
        } finally {
          isDown = false;
          await restore();
        }
        return primary.place.name;
      }),
    switchOver: (served) =>
      whileWhole(async (primary) => {
        const since = performance.now();
        isDown = true;
        try {
          const body = JSON.stringify({ leader: primary.place.name });
          const { auth } = started.patroni;
          await askPatroni(started, primary.place, "switchover", {
            method: "POST",
            body,
            auth,
            withinMs: 60_000,
          });
          await untilServed(primary, served);
          recovery.afterSwitchovers.push(performance.now() - since);
        } finally {
          isDown = false;
        }
        return primary.place.name;
      }),
    restartPooler: async (index) => {
      await started.poolers()[index]!.stop("SIGKILL");
      await sleep(1_000);
      await started.startPooler(index);
    },
  };
  return {
    url,
    cluster,
    started,
    diskIsFixed: "it is a cluster",
    crash: () => Promise.reject(new Error("it is a cluster")),
    fillDisk: () => Promise.reject(new Error("it is a cluster")),
    backSince: () => backAt,
    isDown: () => isDown,
    [Symbol.asyncDispose]: async () => started.end(),
  };
}

/** Power off: all the node's processes end at once, and are restarted later. */
export const powerOff: Loss = async (node) => {
  const ended = [node.patroni().ended, node.etcd().ended];
  const postgres = await postgresOf(node);
  node.patroni().signal("SIGKILL");
  node.etcd().signal("SIGKILL");
  for (const pid of postgres) sendSignal(pid, "SIGKILL");
  await Promise.all(ended);
  return {
    restore: async () => {
      node.startEtcd();
      node.startPatroni();
    },
  };
};

/** A machine that freezes for a while, and then goes on as if nothing had happened. */
export const standStill: Loss = async (node) =>
  pause([node.patroni().pid, node.etcd().pid, ...(await postgresOf(node))]);

/** Only PostgreSQL freezes. */
export const pausePostgres: Loss = async (node) => pause(await postgresOf(node));

function pause(all: (number | undefined)[]) {
  for (const pid of all) sendSignal(pid, "SIGSTOP");
  return {
    restore: async () => {
      for (const pid of all) sendSignal(pid, "SIGCONT");
    },
  };
}

async function postgresOf(node: Node): Promise<(number | undefined)[]> {
  const postmaster = await node.postmaster();
  return [postmaster, ...(await childrenOf(postmaster))];
}

/** A node without network, whose processes go on. */
export const cutOff: Loss = async ({ place }) => {
  place.setNetwork!(false);
  return { restore: async () => place.setNetwork!(true) };
};

async function childrenOf(pid: number | undefined): Promise<number[]> {
  if (pid === undefined) return [];
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid) found.push(Number(name));
  }
  return found;
}

function sendSignal(pid: number | undefined, signal: NodeJS.Signals): void {
  if (!pid) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

async function takesWrites(url: string): Promise<boolean> {
  const text = "select pg_logical_emit_message(true, 'payments', 'is it there')";
  return (await queryPrimary(url, text)) !== undefined;
}

/**
 * How many standbys have everything that the primary writes. Patroni's view of a standby is up to ttl old: one that
 * still rewinds its data is "running" there, and if the primary were lost as well, no node could take writes.
 */
async function countFollowers(url: string): Promise<number> {
  const text = "select from pg_stat_replication where state = 'streaming'";
  return (await queryPrimary(url, text))?.length ?? 0;
}

/** A statement's rows, over a new connection. Undefined if they don't arrive in time. */
async function queryPrimary(url: string, text: string): Promise<unknown[] | undefined> {
  const limits = { connectionTimeoutMillis: WRITE_MS, query_timeout: WRITE_MS };
  const client = new pg.Client({ connectionString: url, ...limits });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<object>(text)).rows;
  } catch {
    return undefined;
  } finally {
    void client.end().catch(() => {});
  }
}

async function until<Result>(
  look: () => Promise<Result | undefined>,
  withinMs: number,
  otherwise: string,
): Promise<Result> {
  for (const since = performance.now(); ; await sleep(LOOK_MS)) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() - since > withinMs) throw new Error(otherwise);
  }
}
