import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import type { Attack } from "../attack.ts";
import { addressOf, flood } from "../flood.ts";

const STREAMS = 300;

export const streamSessions: Attack = {
  title: `a stranger listens to one checkout session ${STREAMS} times`,
  run: async ({ url, attacker }, signal) => {
    const token = randomBytes(32).toString("base64url");
    const path = `/pay/${attacker.liveSlug}/session`;
    const body = { email: "payer@example.com", amount: 100_000 };
    const make = () => ({ path, method: "POST" as const, address: addressOf(0), key: token, body });
    await flood({ url, signal: AbortSignal.timeout(10_000), clients: 1, count: 1, make });
    const dispatcher = new Agent({ connections: STREAMS });
    const statuses: Record<number, number> = {};
    const listen = async (number: number) => {
      while (!signal.aborted) {
        const response = await request(`${url}${path}/events`, {
          ...{ dispatcher, signal, bodyTimeout: 0 },
          headers: { authorization: `Bearer ${token}`, "x-forwarded-for": addressOf(number % 5) },
        }).catch(() => undefined);
        if (response !== undefined) {
          statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
          await response.body.dump({ limit: Infinity }).catch(() => {});
        }
        await sleep(1_000);
      }
    };
    await Promise.all(Array.from({ length: STREAMS }, (_, number) => listen(number)));
    await dispatcher.destroy();
    return statuses;
  },
};
