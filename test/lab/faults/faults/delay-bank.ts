import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "slow the network to the bank",
  weight: 1,
  async play({ bankProxy }, random) {
    const delay = Math.round(random.between(100, 2_000));
    bankProxy.delay(delay);
    await sleep(random.between(2_000, 6_000));
    bankProxy.delay(0);
    return `${delay} ms each way`;
  },
};
