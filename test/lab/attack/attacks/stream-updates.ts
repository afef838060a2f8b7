import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import type { Attack } from "../attack.ts";
import { createPeople } from "../create-people.ts";

const STREAMS = 300;
let person: Record<string, string> = {};

export const streamUpdates: Attack = {
  title: `a signed-in person opens ${STREAMS} streams of changes, and leaves and opens them again`,
  prepare: async (target) => {
    [person] = (await createPeople(target, 1, "viewer")) as [Record<string, string>];
  },
  run: async ({ url }, signal) => {
    const dispatcher = new Agent({ connections: STREAMS });
    const statuses: Record<number, number> = {};
    const listen = async () => {
      while (!signal.aborted) {
        const leave = AbortSignal.any([signal, AbortSignal.timeout(2_000)]);
        const response = await request(`${url}/dashboard/api/test/updates`, {
          ...{ dispatcher, signal: leave, bodyTimeout: 0, headers: person },
        }).catch(() => undefined);
        if (response !== undefined) {
          statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
          await response.body.dump({ limit: Infinity }).catch(() => {});
        }
        await sleep(100);
      }
    };
    await Promise.all(Array.from({ length: STREAMS }, listen));
    await dispatcher.destroy();
    return statuses;
  },
};
