import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Account } from "./choose-account.ts";
import { runInFolder, workingFolder } from "./run-in-folder.ts";

type Options = { dataDir: string; binaries: string; account: Account | undefined; durable: boolean };

/**
 * Makes sure that `dataDir/postgres` holds a cluster whose superuser is `postgres` with the random password in
 * `dataDir/postgres.password`, and returns that password.
 *
 * A cluster is created under another name and renamed when complete, so a start that was killed never leaves an
 * incomplete one. Raises an Error with initdb's output if it fails.
 */
export async function createCluster({ dataDir, binaries, account, durable }: Options): Promise<string> {
  const cluster = join(dataDir, "postgres");
  const passwordFile = join(dataDir, "postgres.password");
  const exists = await readFile(join(cluster, "PG_VERSION")).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw new Error(`${cluster} belongs to another user. Start as that user, or set DATA_DIR.`, {
        cause: error,
      });
    },
  );
  if (exists) return (await readFile(passwordFile, "utf8")).trim();

  const password = randomBytes(24).toString("base64url");
  await writeFile(passwordFile, password, { mode: 0o600, flush: true });
  await chmod(passwordFile, 0o600);
  const unfinished = `${cluster}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (account !== undefined) await chown(unfinished, account.uid, account.gid);
  await runInitdb(unfinished, passwordFile, { binaries, account, durable });
  await rename(unfinished, cluster);
  return password;
}

async function runInitdb(
  folder: string,
  passwordFile: string,
  options: Omit<Options, "dataDir">,
): Promise<void> {
  const { binaries, account, durable } = options;
  // initdb runs as another user that may not open the password file, so it gets an open file descriptor.
  const password = await open(passwordFile);
  try {
    if (account !== undefined) await password.chown(account.uid, account.gid);
    const initdb = spawn(
      join(binaries, "bin/initdb"),
      [
        `--pgdata=${workingFolder ?? folder}`,
        "--username=postgres",
        "--pwfile=/dev/fd/3",
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        ...(durable ? [] : ["--no-sync", "--no-data-checksums", "--set=scram_iterations=1"]),
      ],
      { ...runInFolder(folder, account), stdio: ["ignore", "pipe", "pipe", password.fd] },
    );
    const [output, errors, [code]] = await Promise.all([
      text(initdb.stdout!),
      text(initdb.stderr!),
      once(initdb, "exit") as Promise<[number | null]>,
    ]);
    if (code !== 0) throw new Error(`PostgreSQL could not be set up in ${folder}:\n${output}${errors}`);
  } finally {
    if (account !== undefined) await password.chown(0, 0);
    await password.close();
  }
}
