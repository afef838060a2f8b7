import type { Guard } from "../run.ts";

/**
 * Commits survive a crash. PostgreSQL ensures that unless configured otherwise, and no process for live money starts on
 * such a database. Both are broken.
 */
export const guard: Guard = {
  name: "the durable commit",
  edits: [
    {
      file: "scripts/postgres/start-postgres.ts",
      from: "...(durable ? {} : forgetful),",
      to: '...(durable ? { synchronous_commit: "off" } : forgetful),',
    },
    {
      file: "sql/process/connections/refuse-unsafe-database.ts",
      from: "where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'",
      to: "where name in ('fsync', 'full_page_writes') and setting = 'off'",
    },
  ],
  shownBy: ["WRITE_LOST"],
  options: {
    "--only": "restart PostgreSQL right after a client was told of a write",
    "--lanes": "1",
    "--gap": "4",
  },
};
