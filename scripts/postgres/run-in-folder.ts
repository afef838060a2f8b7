import type { SpawnOptions } from "node:child_process";
import type { Account } from "./choose-account.ts";

/**
 * Where a program started with `runInFolder` finds its working folder. PostgreSQL turns a relative path into
 * an absolute one and would then need every folder above it; this link leads there without passing them.
 */
export const workingFolder = process.platform === "linux" ? "/proc/self/cwd" : undefined;

/**
 * Spawn options that run a PostgreSQL program with `folder` as working folder, as `account` if given.
 * The working folder is entered before the account changes, so it may lie below folders only root may enter.
 */
export function runInFolder(folder: string, account: Account | undefined): SpawnOptions {
  return { cwd: folder, env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }, ...account };
}
