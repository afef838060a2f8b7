import { expect, test } from "vitest";
import { ignoreShell } from "../../sql/process/connections/ignore-shell.ts";

test("what a shell says for psql is nothing to our connections, and what a URL leaves out is kept for other databases", () => {
  const shell = {
    PGHOST: "192.0.2.1",
    PGOPTIONS: "-c search_path=nowhere",
    PGSSLMODE: "require",
    PGUSER: "ada",
  };
  const here: NodeJS.ProcessEnv = { ...shell };
  ignoreShell(here);
  expect(here).toEqual({});
  const elsewhere: NodeJS.ProcessEnv = { ...shell, DATABASE_URL: "postgres://db/payments" };
  ignoreShell(elsewhere);
  expect(elsewhere).toEqual({
    DATABASE_URL: "postgres://db/payments",
    PGSSLMODE: "require",
    PGUSER: "ada",
  });
});
