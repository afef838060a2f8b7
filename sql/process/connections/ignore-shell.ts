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
 * Takes out of the environment what a shell says for psql, such as another database's PGOPTIONS: our connections are
 * what their URLs say. The database of npm start, which no URL names, gets no PGSSLMODE, PGUSER or PGPASSWORD either;
 * elsewhere they fill what a URL leaves out. Called by all that reads the URL of a database from the environment.
 */
export function ignoreShell(environment: NodeJS.ProcessEnv): void {
  const isOurs = !environment.DATABASE_URL && !environment.DATABASE_DIRECT_URL;
  for (const name of isOurs ? [...names, "PGSSLMODE", "PGUSER", "PGPASSWORD"] : names)
    delete environment[name];
}
