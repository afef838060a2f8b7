import { randomUUID } from "node:crypto";
import { openRoles } from "../../../scripts/postgres/open-roles.ts";
import { startThrowawayPostgres } from "../../../scripts/postgres/start-throwaway-postgres.ts";
import { migrate } from "../../../sql/install/migrate.ts";
import { runAdminQuery } from "../../helpers/database/run-admin-query.ts";

/** A migrated database, with the logins of the roles. */
export type LaneDatabase = { ownerUrl: string; ingressUrl: string; workersUrl: string };

export type Databases = AsyncDisposable & {
  /** Makes an empty one. */
  create(): Promise<LaneDatabase>;
};

const TEMPLATE = "misbehaviours";

/** Starts a PostgreSQL of its own, which is gone with the returned value. */
export async function openDatabases(): Promise<Databases> {
  const server = await startThrowawayPostgres({ durable: false });
  const of = (url: string, name: string) => Object.assign(new URL(url), { pathname: name }).href;
  await runAdminQuery(server.url, `create database ${TEMPLATE}`);
  await migrate(of(server.url, TEMPLATE));
  const { urls } = await openRoles({ url: of(server.url, TEMPLATE), secret: randomUUID(), isOurs: true });
  let made = 0;
  return {
    async create() {
      const name = `${TEMPLATE}_${(made += 1)}`;
      await runAdminQuery(server.url, `create database ${name} template ${TEMPLATE}`);
      const [ownerUrl, ingressUrl, workersUrl] = [server.url, urls.ingress, urls.workers];
      return {
        ...{ ownerUrl: of(ownerUrl, name), ingressUrl: of(ingressUrl, name) },
        workersUrl: of(workersUrl, name),
      };
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
