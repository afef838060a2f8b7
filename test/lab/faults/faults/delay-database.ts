import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "slow the network to the database",
  weight: 2,
  async play({ ingresses, workers }, random) {
    const member = random.pick([...ingresses, ...workers]);
    const delay = Math.round(random.between(20, 300));
    member.database.delay(delay);
    await sleep(random.between(2_000, 6_000));
    member.database.delay(0);
    return `${member.name}, ${delay} ms each way`;
  },
};
