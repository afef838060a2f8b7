import { chown, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "../postgres/choose-account.ts";
import { startProgram, type Program } from "./start-program.ts";

const example = new URL("../deploy/database/pgbouncer.ini", import.meta.url);

type Options = {
  /** Where its files are written; `account` may enter it. */
  folder: string;
  name: string;
  port: number;
  /** Where it connects to. */
  server: { host: string; port: number; /** The file of its authority, where it has TLS. */ ca?: string };
  /** Who may log in, here and there. */
  logins: { user: string; password: string }[];
  account: Account | undefined;
  /** Settings that override those of the file. */
  extra?: string;
};

/** Starts a PgBouncer with scripts/deploy/database/pgbouncer.ini, on a port of 127.0.0.1. */
export async function startPgbouncer(options: Options): Promise<Program> {
  const { folder, name, port, server, logins, account, extra = "" } = options;
  const users = join(folder, `${name}-users.txt`);
  const settings = join(folder, `${name}.ini`);
  const text = (await readFile(example, "utf8"))
    .replace(/^\* = .*$/m, `* = host=${server.host} port=${server.port}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^server_tls_sslmode = .*$/m, server.ca === undefined ? "server_tls_sslmode = disable" : "$&")
    .replace(/^server_tls_ca_file = .*$/m, server.ca === undefined ? "" : `server_tls_ca_file = ${server.ca}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`);
  await writeFile(settings, `${text}${extra}\n`, { mode: 0o600 });
  const lines = logins.map(({ user, password }) => `${quote(user)} ${quote(password)}\n`);
  await writeFile(users, lines.join(""), { mode: 0o600 });
  if (account !== undefined)
    for (const file of [users, settings]) await chown(file, account.uid, account.gid);
  return startProgram({ name, folder, account, command: "pgbouncer", args: [settings] });
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
