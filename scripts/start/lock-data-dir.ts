import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Kept so that it is not collected: closing the file gives up the lock. */
let held: DatabaseSync | undefined;

/**
 * Makes this process the only `npm start` on `dataDir`, which it creates if need be, until the process ends.
 *
 * The lock is SQLite's on an empty file: the kernel takes it back when we die, however we die, so there is no
 * stale lock to tell from a live one. Raises an Error when another process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
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
