import type { Attack } from "../attack.ts";
import { fromDashboard } from "../create-people.ts";
import { addressOf, flood } from "../flood.ts";

export const attack: Attack = {
  title: "strangers at 2,000 addresses guess the passwords of as many people, 32 at a time",
  run: ({ url }, signal) =>
    flood({
      url,
      signal,
      clients: 32,
      make: (number) => ({
        path: "/dashboard/api/sign-in",
        address: addressOf(number % 2_000),
        headers: fromDashboard,
        body: { email: `person${number % 2_000}@example.com`, password: `guess number ${number}` },
      }),
    }),
};
