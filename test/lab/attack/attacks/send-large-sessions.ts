import { randomBytes } from "node:crypto";
import type { Attack } from "../attack.ts";
import { addressOf, flood } from "../flood.ts";

/** 98 KB of small values: cheap to send, expensive to parse, check and hash. */
const body = { email: Array.from({ length: 16_000 }, (_, number) => number) };

export const attack: Attack = {
  title: "a stranger sends arrays of 98 KB to a checkout session, from 50 addresses",
  run: ({ url, attacker }, signal) =>
    flood({
      url,
      signal,
      clients: 16,
      make: (number) => ({
        path: `/pay/${attacker.liveSlug}/session`,
        address: addressOf(number % 50),
        key: randomBytes(32).toString("base64url"),
        body,
      }),
    }),
};
