import { randomBytes, randomUUID } from "node:crypto";
import { openRoles } from "../../../scripts/postgres/open-roles.ts";
import { startThrowawayPostgres } from "../../../scripts/postgres/start-throwaway-postgres.ts";
import { migrate } from "../../../sql/install/migrate.ts";
import { dropRoles } from "../../helpers/database/drop-roles.ts";
import { runAdminQuery } from "../../helpers/database/run-admin-query.ts";

/** A migrated database, with the logins of its owner and of the roles. */
export type LabDatabase = { ownerUrl: string; ingressUrl: string; workersUrl: string };

export type Databases = AsyncDisposable & {
  serverUrl: string;
  /** Creates a migrated one. */
  create(): Promise<LabDatabase>;
  /** Creates an empty one; returns its owner's URL. */
  createEmpty(): Promise<string>;
};

type Options = {
  /** Whether commits wait for the disk, as in production. */
  durable: boolean;
  /** An existing server, on which nothing is left; by default a new one, which is thrown away. */
  serverUrl?: string | undefined;
};

/** Opens a PostgreSQL for databases that are dropped with the returned value. */
export async function openDatabases({ durable, serverUrl: given }: Options): Promise<Databases> {
  const ours = given === undefined ? await startThrowawayPostgres({ durable }) : undefined;
  const serverUrl = given ?? ours!.url;
  const prefix = `lab_${randomBytes(5).toString("hex")}`;
  const made: string[] = [];
  const at = (url: string, name: string) => Object.assign(new URL(url), { pathname: name }).href;
  const make = async (template?: string) => {
    const name = `${prefix}_${made.length}`;
    made.push(name);
    const copied = template === undefined ? "" : ` template ${template}`;
    await runAdminQuery(serverUrl, `create database ${name}${copied}`);
    return name;
  };
  const migrateFirst = async () => {
    const name = await make();
    return { name, ...(await migrateDatabase(at(serverUrl, name))) };
  };
  let first: ReturnType<typeof migrateFirst> | undefined;
  return {
    serverUrl,
    async create() {
      const { name: template, ...urls } = await (first ??= migrateFirst());
      const name = await make(template);
      return {
        ownerUrl: at(urls.ownerUrl, name),
        ingressUrl: at(urls.ingressUrl, name),
        workersUrl: at(urls.workersUrl, name),
      };
    },
    createEmpty: async () => at(serverUrl, await make()),
    [Symbol.asyncDispose]: async () => {
      if (ours !== undefined) return ours.stop();
      for (const name of made) await runAdminQuery(serverUrl, `drop database if exists ${name} with (force)`);
      await dropRoles(serverUrl, prefix);
    },
  };
}

/** Migrates a database of our own server, and lets its roles log in. */
export async function migrateDatabase(ownerUrl: string): Promise<LabDatabase> {
  await migrate(ownerUrl);
  const { urls } = await openRoles({ url: ownerUrl, secret: randomUUID(), isOurs: true });
  return { ownerUrl, ingressUrl: urls.ingress, workersUrl: urls.workers };
}
