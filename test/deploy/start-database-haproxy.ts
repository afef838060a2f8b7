import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { startProgram } from "../../scripts/cluster/start-program.ts";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { eventually } from "../helpers/eventually.ts";
import { createCertificate } from "./create-certificate.ts";
import { deployPath } from "./deploy-files.ts";

export type DatabaseHaproxy = AsyncDisposable & {
  /** Host and port of `pooled`. */
  pooled: string;
  /** Resolves when it has last seen that this PgBouncer, the first or the second, is there or away. */
  sees(index: number, state: "UP" | "DOWN"): Promise<void>;
};

async function writeCertificate(folder: string): Promise<string> {
  await createCertificate(folder);
  return join(folder, "certificate.pem");
}

/** Starts HAProxy as scripts/deploy/database/haproxy.cfg says, before two PgBouncers; no other server is there. */
export async function startDatabaseHaproxy(pgbouncers: readonly [number, number]): Promise<DatabaseHaproxy> {
  const folder = await mkdtemp(join(tmpdir(), "payments-haproxy-"));
  const [pooled, nobody] = [`127.0.0.1:${await findFreePort()}`, `127.0.0.1:${await findFreePort()}`];
  const program = startProgram({
    name: "haproxy",
    folder,
    account: undefined,
    command: "haproxy",
    args: ["-db", "-f", deployPath("database/haproxy.cfg")],
    env: {
      // Any certificate: no other server is there.
      DATABASE_CA: await writeCertificate(folder),
      POOLED: pooled,
      PRIMARY: nobody,
      STANDBYS: `127.0.0.1:${await findFreePort()}`,
      ...Object.fromEntries([1, 2, 3].map((n) => [`POSTGRES_${n}`, "127.0.0.1:1"])),
      ...Object.fromEntries(pgbouncers.map((port, index) => [`PGBOUNCER_${index + 1}`, `127.0.0.1:${port}`])),
    },
  });
  return {
    pooled,
    sees: (index, state) =>
      eventually(() => {
        const log = readFileSync(join(folder, "haproxy.log"), "utf8");
        const states = [...log.matchAll(new RegExp(`pooled/pgbouncer-${index + 1} is (UP|DOWN)`, "g"))];
        expect(states.at(-1)?.[1]).toBe(state);
      }),
    [Symbol.asyncDispose]: async () => {
      await program.stop("SIGKILL");
      await rm(folder, { recursive: true });
    },
  };
}
