import { randomBytes } from "node:crypto";
import type { Attack } from "../attack.ts";
import { addressOf, flood } from "../flood.ts";

export const attack: Attack = {
  title: "strangers at 5 addresses open checkout sessions of a live link, whose provider is slow",
  run: ({ url, attacker }, signal) =>
    flood({
      url,
      signal,
      clients: 60,
      make: (number) => ({
        path: `/pay/${attacker.liveSlug}/session`,
        address: addressOf(number % 5),
        key: randomBytes(32).toString("base64url"),
        body: { email: `payer${number}@example.com`, amount: 100_000 },
      }),
    }),
};
