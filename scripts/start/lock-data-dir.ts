import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeDataDir } from "./make-data-dir.ts";

/** Kept so that it is not garbage-collected: closing the file releases the lock. */
let held: DatabaseSync | undefined;

/**
 * Makes this process the only `npm start` on `dataDir`, which it creates if need be, until it ends.
 *
 * The lock is SQLite's lock on an empty file. The kernel releases it however this process ends, so a lock is never
 * stale. Raises an Error if another process holds it, or if the folder cannot be created.
 */
export async function lockDataDir(dataDir: string): Promise<void> {
  await makeDataDir(dataDir);
  const lock = new DatabaseSync(join(dataDir, "start.lock"));
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode !== 5 /* SQLITE_BUSY */) throw cause;
    throw new Error(
      `Another npm start is running on ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
      {
        cause,
      },
    );
  }
  held = lock;
  void held;
}
