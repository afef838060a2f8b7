import { chown, copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Account } from "../postgres/choose-account.ts";
import type { Place } from "./place-nodes.ts";
import { startProgram, type Program } from "./start-program.ts";

const example = (name: string) => fileURLToPath(new URL(`../deploy/database/${name}`, import.meta.url));

export type Passwords = { superuser: string; replication: string; rewind: string; api: string };

type Options = {
  place: Place;
  all: readonly Place[];
  /** Contains a folder for each node; the account may enter it. */
  dataDir: string;
  account: Account | undefined;
  /** The folder of PostgreSQL's programs. */
  binaries: string;
  /** Unique to this cluster. */
  scope: string;
  passwords: Passwords;
  /** The folder with make-certificates.sh's output. */
  certificates: string;
  /** pgBackRest's settings (PGBACKREST_...) for an archive; without them there is none. */
  archive?: Record<string, string> | undefined;
  /** Whether Patroni waits for startPatroni(). */
  isWaiting: boolean;
};

/** Where the example files expect their machine's certificates. */
const CERTIFICATES = "/etc/payments-database";

/** One machine of the database: a member of etcd, and Patroni, which starts PostgreSQL. */
export type Node = {
  place: Place;
  etcd: () => Program;
  patroni: () => Program;
  startEtcd(): void;
  startPatroni(): void;
  /** The folder of PostgreSQL's data. */
  data: string;
  /** pgBackRest's settings there; empty without an archive. */
  archive: Record<string, string>;
  /** The process id of PostgreSQL; undefined if it does not run. */
  postmaster(): Promise<number | undefined>;
};

/** Prepares a node's folders and starts its programs, with the settings of scripts/deploy/database. */
export async function startNode(options: Options): Promise<Node> {
  const { place, dataDir, account } = options;
  const folder = join(dataDir, place.name);
  const data = join(folder, "postgres");
  for (const made of [folder, join(folder, "etcd")]) {
    await mkdir(made, { recursive: true, mode: 0o700 });
    if (account !== undefined) await chown(made, account.uid, account.gid);
  }
  // Another account may be unable to read this repository.
  const settings = join(folder, "patroni.yml");
  const shared = await readFile(example("patroni.yml"), "utf8");
  const archive = archiveOf(options, folder, data);
  await writeFile(settings, placeSocket(shared.replaceAll(CERTIFICATES, folder), archive, folder));
  const own = await placeCertificates(options, folder);
  if (account !== undefined)
    for (const file of [settings, ...own]) await chown(file, account.uid, account.gid);
  const environments = {
    etcd: { ...(await readVariables("etcd.env", folder)), ...etcdOf(options, join(folder, "etcd")) },
    patroni: {
      ...(await readVariables("patroni.env", folder)),
      ...patroniOf(options, folder, data),
      ...archive,
    },
  };

  const start = (name: "etcd" | "patroni", args: string[]) => {
    const [command, ...rest] = [...place.enter, name, ...args];
    return startProgram({
      name,
      folder,
      command: command!,
      args: rest,
      env: environments[name],
      // Entering a namespace also switches to the account.
      account: place.enter.length > 0 ? undefined : account,
    });
  };
  const startEtcd = () => (etcd = start("etcd", []));
  const startPatroni = () => (patroni = start("patroni", [settings]));
  let etcd: Program;
  let patroni: Program;
  startEtcd();
  if (!options.isWaiting) startPatroni();
  return {
    place,
    data,
    archive,
    etcd: () => etcd,
    patroni: () => patroni,
    startEtcd,
    startPatroni,
    postmaster: async () => {
      const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "");
      return Number.parseInt(text, 10) || undefined;
    },
  };
}

function archiveOf({ archive, place }: Options, folder: string, data: string): Record<string, string> {
  if (archive === undefined) return {};
  return {
    ...archive,
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: `${place.ports.postgres}`,
    PGBACKREST_PG1_SOCKET_PATH: folder,
    PGBACKREST_PG1_USER: "postgres",
  };
}

/** With an archive, puts the socket into the node's own folder, for any account; without, there is neither. */
function placeSocket(settings: string, archive: Record<string, string>, folder: string): string {
  if (Object.keys(archive).length > 0)
    return settings
      .replace("unix_socket_directories: /var/run/postgresql", `unix_socket_directories: ${folder}`)
      .replace("local all postgres peer", "local all postgres trust");
  // A path may be too long for a socket.
  return settings
    .replace("unix_socket_directories: /var/run/postgresql", 'unix_socket_directories: ""')
    .replace('archive_mode: "on"', 'archive_mode: "off"');
}

/** Gives a node its certificate, under the example's names. Returns the files. */
async function placeCertificates({ place, certificates }: Options, folder: string): Promise<string[]> {
  const files = {
    "ca.pem": "ca.pem",
    "node.pem": `${place.name}.pem`,
    "node-key.pem": `${place.name}-key.pem`,
    "postgres.pem": `${place.name}-postgres.pem`,
    "postgres-key.pem": `${place.name}-postgres-key.pem`,
  };
  for (const [name, made] of Object.entries(files))
    await copyFile(join(certificates, made), join(folder, name));
  return Object.keys(files).map((name) => join(folder, name));
}

/** An example file's variables. The cluster sets those for places and passwords itself. */
async function readVariables(name: string, folder: string): Promise<Record<string, string>> {
  const text = (await readFile(example(name), "utf8")).replaceAll(CERTIFICATES, folder);
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key!, value!]));
}

function etcdOf({ place: { name, address, ports }, all, scope }: Options, folder: string) {
  const client = `https://${address}:${ports.etcd}`;
  const peer = `https://${address}:${ports.etcdPeer}`;
  return {
    ETCD_NAME: name,
    ETCD_DATA_DIR: folder,
    ETCD_INITIAL_CLUSTER_TOKEN: scope,
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: all
      .map((other) => `${other.name}=https://${other.address}:${other.ports.etcdPeer}`)
      .join(","),
    ETCD_LOG_LEVEL: "warn",
  };
}

function patroniOf({ place, all, scope, binaries, passwords }: Options, folder: string, data: string) {
  const { name, address, ports } = place;
  const [postgres, api] = [`${address}:${ports.postgres}`, `${address}:${ports.patroni}`];
  return {
    PATRONI_NAME: name,
    PATRONI_SCOPE: scope,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: binaries,
    PATRONI_POSTGRESQL_PGPASS: join(folder, "pgpass"),
    PATRONI_POSTGRESQL_LISTEN: postgres,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
    PATRONI_RESTAPI_LISTEN: api,
    PATRONI_RESTAPI_CONNECT_ADDRESS: api,
    PATRONI_RESTAPI_PASSWORD: passwords.api,
    PATRONI_ETCD_HOSTS: all.map((other) => `'${other.address}:${other.ports.etcd}'`).join(","),
    PATRONI_SUPERUSER_USERNAME: "postgres",
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_REPLICATION_USERNAME: "replicator",
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
    PATRONI_REWIND_USERNAME: "rewinder",
    PATRONI_REWIND_PASSWORD: passwords.rewind,
  };
}
