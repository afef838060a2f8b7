/** What pg takes from the environment where a URL leaves it open, as ours do. */
const names = [
  "PGHOST",
  "PGPORT",
  "PGDATABASE",
  "PGOPTIONS",
  "PGREPLICATION",
  "PGSSLNEGOTIATION",
  "PGCLIENT_ENCODING",
];

/**
 * Removes a shell's settings for psql, such as another database's PGOPTIONS, from the environment: our connections
 * follow only their URLs. The database of npm start, which has no URL, gets no PGSSLMODE, PGUSER or PGPASSWORD either;
 * elsewhere they complete a URL. Called by everything that reads a database URL from the environment.
 */
export function ignoreShell(environment: NodeJS.ProcessEnv): void {
  const isOurs = !environment.DATABASE_URL && !environment.DATABASE_DIRECT_URL;
  for (const name of isOurs ? [...names, "PGSSLMODE", "PGUSER", "PGPASSWORD"] : names)
    delete environment[name];
}
