import { mkdtemp, rm, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "./start-postgres.ts";

const TMPFS = 0x01021994;
/** Much more than tests need: their databases have 10 MB, and the write-ahead log stays below 256 MB. */
const ROOM = 2 * 2 ** 30;

/**
 * Starts a PostgreSQL in a new folder, which is removed when it stops. It has its own process session and would outlive
 * this process, so it is stopped at exit at the latest. `durable`: commits wait for the disk, as in production;
 * otherwise the data is in memory if there is room.
 */
export async function startThrowawayPostgres({ durable }: { durable: boolean }): Promise<{
  url: string;
  stop: () => Promise<void>;
}> {
  const folder = !durable && (await hasRoom("/dev/shm")) ? "/dev/shm" : tmpdir();
  const dataDir = await mkdtemp(join(folder, "payments-platform-"));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const postgres = await startPostgres({ dataDir, durable }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const endWithUs = () => void postgres.stop("immediately");
  process.once("exit", endWithUs);
  return {
    url: postgres.url,
    stop: async () => {
      process.off("exit", endWithUs);
      await postgres.stop("immediately");
      await remove();
    },
  };
}

/**
 * Whether a folder is in memory, with room for tests. Creating a database copies hundreds of files, which takes ten
 * times as long on a disk.
 */
export async function hasRoom(folder: string): Promise<boolean> {
  const system = await statfs(folder).catch(() => undefined);
  return system?.type === TMPFS && system.bavail * system.bsize > ROOM && freemem() > 2 * ROOM;
}
