import { randomUUID } from "node:crypto";
import type { Attack } from "../attack.ts";
import { flood } from "../flood.ts";
import { sandboxDestination } from "../sandbox-destination.ts";

const PAYOUTS = 400;

export const attack: Attack = {
  title: `a test key makes ${PAYOUTS} payouts due again and again by moving its clock`,
  prepare: async ({ url, attacker }) => {
    const destination = await sandboxDestination(url, attacker.testKey, "0000000002");
    const make = () => ({
      path: "/v1/payouts",
      key: attacker.testKey,
      headers: { "idempotency-key": randomUUID() },
      body: { amount: { value: 100, currency: "NGN" }, destination },
    });
    await flood({ url, signal: AbortSignal.timeout(60_000), clients: 8, count: PAYOUTS, make });
  },
  run: ({ url, attacker }, signal) =>
    flood({
      url,
      signal,
      clients: 4,
      make: () => ({
        path: "/v1/sandbox/clock/advance",
        key: attacker.testKey,
        body: { minutes: 1 },
      }),
    }),
};
