import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Attack } from "../attack.ts";
import { fromDashboard } from "../create-people.ts";
import { addressOf, flood } from "../flood.ts";

export const attack: Attack = {
  title: "strangers at 2,000 addresses ask for password mails of 10,000 others, 32 at a time",
  prepare: async ({ databaseUrl }) => {
    await runSql(
      databaseUrl,
      `insert into people (reference, email, name, email_verified_at)
      select new_reference('per'), 'other' || n || '@example.com', 'Ada', now() from generate_series(0, 9999) n
      on conflict do nothing`,
      [],
    );
  },
  run: ({ url }, signal) =>
    flood({
      url,
      signal,
      clients: 32,
      make: (number) => ({
        path: "/dashboard/api/request-password-reset",
        address: addressOf(number % 2_000),
        headers: fromDashboard,
        body: { email: `other${number % 10_000}@example.com` },
      }),
    }),
};
