import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Causes that a person can fix, by the system's code. */
const reasons: Record<string, string> = {
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "it is on a read-only file system",
  ENOTDIR: "a part of its path is a file, not a folder",
  ENOENT: "folders cannot be made there",
  ENOSPC: "the disk is full",
};

/**
 * Creates the folder for `npm start`'s data, and those above it, readable only by us. Raises an Error that names
 * DATA_DIR if that fails, or if the folder cannot be written to.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    if (!(await stat(dataDir)).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code = "", message } = cause as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR cannot be ${dataDir}: ${reasons[code] ?? message}. Choose another folder.`, {
      cause,
    });
  }
}

/** Not mkdir's `recursive`, which tries forever if the kernel allows no folders, such as in /proc. */
async function makeFolder(path: string): Promise<void> {
  const code = await tryToMake(path);
  if (code === undefined || code === "EEXIST") return;
  if (code === "ENOENT" && dirname(path) !== path && !(await exists(dirname(path)))) {
    await makeFolder(dirname(path));
    return makeFolder(path);
  }
  throw Object.assign(new Error(), { code });
}

async function tryToMake(path: string): Promise<string | undefined> {
  return mkdir(path, { mode: 0o700 }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
