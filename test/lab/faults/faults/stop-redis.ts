import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "stop Redis",
  weight: 1,
  unavailable: ({ redis }) => (redis.proxy === undefined ? "redis-server is not installed" : undefined),
  async play({ redis }, random) {
    const how = random.pick(["swallow", "refuse"] as const);
    redis.proxy!.mode(how);
    await sleep(random.between(1_000, 5_000));
    redis.proxy!.mode("refuse");
    redis.proxy!.mode("pass");
    return how === "swallow" ? "no response" : "connections refused";
  },
};
