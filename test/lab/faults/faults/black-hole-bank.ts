import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "lose everything between the workers and the bank",
  weight: 1,
  async play({ bankProxy }, random) {
    bankProxy.mode("swallow");
    await sleep(random.between(1_000, 8_000));
    bankProxy.mode("refuse");
    bankProxy.mode("pass");
    return "the bank";
  },
};
