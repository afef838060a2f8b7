import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPgbouncer as start } from "../../scripts/cluster/start-pgbouncer.ts";
import type { Program } from "../../scripts/cluster/start-program.ts";
import { chooseAccount } from "../../scripts/postgres/choose-account.ts";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import type { Role } from "../../sql/install/rights.ts";
import { eventually } from "../helpers/eventually.ts";
import { roleUrl } from "../helpers/database/role-url.ts";

export type Pgbouncer = AsyncDisposable & {
  /** Lets it finish its transactions and end: SIGINT, its safe shutdown. */
  stop(): Promise<void>;
  /** Starts the next one on the same port. */
  startAgain(): Promise<void>;
  /** The URL of a test's database for a role, through this PgBouncer. */
  url(role: Role): string;
};

/**
 * Starts a PgBouncer as scripts/deploy/database/pgbouncer.ini says, in front of the PostgreSQL of the tests; `extra`
 * are settings of a test's own.
 */
export async function startPgbouncer(
  databaseUrl: string,
  { port: wanted, extra = "" }: { port?: number; extra?: string } = {},
): Promise<Pgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), "payments-pgbouncer-"));
  const account = await chooseAccount("/");
  await chmod(folder, 0o711);
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  const port = wanted ?? (await findFreePort());
  const { hostname, port: serverPort } = new URL(databaseUrl);
  const logins = (["ingress", "workers"] as const).map((role) => {
    const { username, password } = new URL(roleUrl(databaseUrl, role));
    return { user: username, password };
  });
  const server = { host: hostname, port: Number(serverPort) };
  const next = () => start({ folder, name: "pgbouncer", port, server, logins, account, extra });
  let program: Program = await next();
  const through = (role: Role) => {
    const url = new URL(roleUrl(databaseUrl, role));
    url.host = `127.0.0.1:${port}`;
    return url.href;
  };
  await eventually(async () => {
    if (program.hasEnded()) throw new Error(program.lastWords());
    const client = new pg.Client(through("ingress"));
    client.on("error", () => {});
    await client.connect();
    await client.end();
  });
  return {
    url: through,
    stop: () => program.stop("SIGINT"),
    startAgain: async () => {
      program = await next();
    },
    [Symbol.asyncDispose]: async () => {
      await program.stop("SIGKILL");
      await rm(folder, { recursive: true });
    },
  };
}
