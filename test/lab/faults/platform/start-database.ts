import { execFile, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startPostgres, type Postgres } from "../../../../scripts/postgres/start-postgres.ts";

const run = promisify(execFile);

/** Room for 100,000 payouts with all that follows them, and for the write-ahead log. */
const DISK_BYTES = 3 * 2 ** 30;

export type FaultedPostgres = AsyncDisposable & {
  url: string;
  /** Why the disk cannot be filled here; undefined where it can. */
  diskIsFixed: string | undefined;
  /** Crashes the server, starts it again after `forMs`, and resolves when it takes connections. */
  crash(forMs: number): Promise<void>;
  /** Leaves no room on its disk for `forMs`. */
  fillDisk(forMs: number): Promise<void>;
  /** When it last took connections again after it was gone, in milliseconds of this process; 0: it never was. */
  backSince(): number;
  /** Whether it is gone. */
  isDown(): boolean;
};

/**
 * Starts a PostgreSQL whose commits are durable, on a disk of its own (a tmpfs) where this process may mount one. It is
 * started again whenever it ends, as an operator's process manager does.
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

  /** It cannot recover while there is no room: it is tried again until there is. */
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
      const { bavail, bsize } = await statfs(dataDir);
      try {
        await run("fallocate", ["-l", `${bavail * bsize}`, filler]);
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
      // It may have been started again meanwhile.
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
