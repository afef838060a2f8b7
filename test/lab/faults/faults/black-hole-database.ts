import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "lose everything between a process and the database",
  weight: 2,
  async play({ ingresses, workers }, random) {
    const member = random.pick([...ingresses, ...workers]);
    member.database.mode("swallow");
    await sleep(random.between(1_000, 8_000));
    // A stream with a gap would be corrupt: the network ends such connections.
    member.database.mode("refuse");
    member.database.mode("pass");
    return member.name;
  },
};
