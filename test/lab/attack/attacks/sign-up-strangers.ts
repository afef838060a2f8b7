import type { Attack } from "../attack.ts";
import { fromDashboard } from "../create-people.ts";
import { addressOf, flood } from "../flood.ts";

export const attack: Attack = {
  title: "strangers at 2,000 addresses sign up, 32 at a time: each costs a password's hash, and most a mail",
  run: ({ url }, signal) =>
    flood({
      url,
      signal,
      clients: 32,
      make: (number) => ({
        path: "/dashboard/api/sign-up",
        address: addressOf(number % 2_000),
        headers: fromDashboard,
        body: {
          name: "Ada",
          businessName: "Shop",
          password: "a lagoon at dusk 7",
          email: `stranger${number}@example.com`,
        },
      }),
    }),
};
