import { randomUUID } from "node:crypto";
import type { Attack } from "../attack.ts";
import { flood } from "../flood.ts";
import { sandboxDestination } from "../sandbox-destination.ts";

export const attack: Attack = {
  title: "a test key sends payouts to the account that times out, 8 at a time",
  run: async ({ url, attacker }, signal) => {
    const destination = await sandboxDestination(url, attacker.testKey, "0000000004");
    return flood({
      url,
      signal,
      clients: 8,
      make: () => ({
        path: "/v1/payouts",
        key: attacker.testKey,
        headers: { "idempotency-key": randomUUID() },
        body: { amount: { value: 100, currency: "NGN" }, destination },
      }),
    });
  },
};
