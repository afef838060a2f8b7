import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "refuse connections to the bank",
  weight: 1,
  async play({ bankProxy }, random) {
    bankProxy.mode("refuse");
    await sleep(random.between(500, 4_000));
    bankProxy.mode("pass");
    return "the bank";
  },
};
