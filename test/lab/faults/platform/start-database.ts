import { execFile, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startPostgres, type Postgres } from "../../../../scripts/postgres/start-postgres.ts";

const run = promisify(execFile);

/** Room for 100,000 payouts with everything that follows, and the write-ahead log. */
const DISK_BYTES = 3 * 2 ** 30;
/** Blocks that a full disk may have left. */
const MOST_LEFT = 500;

export type FaultedPostgres = AsyncDisposable & {
  url: string;
  /** Why the disk cannot be filled here; undefined if it can. */
  diskIsFixed: string | undefined;
  /** Crashes the server, restarts it after `forMs`, and resolves when it accepts connections. */
  crash(forMs: number): Promise<void>;
  /** Fills its disk for `forMs`. */
  fillDisk(forMs: number): Promise<void>;
  /** When it last accepted connections again, in milliseconds of this process; 0: it never went down. */
  backSince(): number;
  /** Whether it is down. */
  isDown(): boolean;
};

/**
 * Starts a PostgreSQL with durable commits, on its own disk (a tmpfs) if this process may mount one. It is restarted
 * whenever it ends, as a process manager would.
 */
export async function startDatabase(): Promise<FaultedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), "payments-platform-faults-"));
  const diskIsFixed = await mountDisk(dataDir);
  let postgres: Postgres = await startPostgres({ dataDir, durable: true });
  const { port } = postgres;
  let isStopping = false;
  let isDown = false;
  let backAt = 0;
  let holdUntil: Promise<unknown> = Promise.resolve();
  const endWithUs = () => {
    void postgres.stop("immediately");
    if (diskIsFixed === undefined) spawnSync("umount", ["--lazy", dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  };
  process.once("exit", endWithUs);

  /** It cannot recover without disk space: retries until there is some. */
  async function startAgain(): Promise<Postgres> {
    for (;;) {
      try {
        return await startPostgres({ dataDir, durable: true, port });
      } catch (error) {
        if (isStopping) throw error;
        await sleep(500);
      }
    }
  }

  async function keepRunning(): Promise<void> {
    while (!isStopping) {
      await postgres.exited;
      if (isStopping) return;
      isDown = true;
      await holdUntil;
      postgres = await startAgain();
      isDown = false;
      backAt = performance.now();
    }
  }
  const running = keepRunning();

  return {
    url: postgres.url,
    diskIsFixed,
    async crash(forMs) {
      const before = backAt;
      holdUntil = sleep(forMs);
      await postgres.stop("immediately");
      while (backAt === before && !isStopping) await sleep(50);
    },
    async fillDisk(forMs) {
      const filler = join(dataDir, "filler");
      const fill = async (butBlocks = 0): Promise<unknown> => {
        const { bavail, bsize } = await statfs(dataDir);
        const filling = run("fallocate", ["-l", `${(bavail - butBlocks) * bsize}`, filler]);
        return filling.catch((error: Error) => {
          // PostgreSQL took a part of it meanwhile.
          if (butBlocks > MOST_LEFT) throw error;
          return fill(2 * butBlocks + 1);
        });
      };
      try {
        await fill();
        holdUntil = sleep(forMs);
        await holdUntil;
      } finally {
        await rm(filler, { force: true });
      }
      while (isDown && !isStopping) await sleep(50);
    },
    backSince: () => backAt,
    isDown: () => isDown,
    [Symbol.asyncDispose]: async () => {
      isStopping = true;
      process.off("exit", endWithUs);
      await postgres.stop("immediately");
      await running.catch(() => {});
      // It may have been restarted meanwhile.
      await postgres.stop("immediately");
      if (diskIsFixed === undefined) await run("umount", ["--lazy", dataDir]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function mountDisk(folder: string): Promise<string | undefined> {
  try {
    await run("mount", [
      "-t",
      "tmpfs",
      "-o",
      `size=${DISK_BYTES},mode=0700`,
      "payments-platform-faults",
      folder,
    ]);
    return undefined;
  } catch {
    return "this user may not mount a tmpfs";
  }
}
