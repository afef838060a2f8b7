import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "lose everything that PostgreSQL notifies of",
  weight: 2,
  async play({ ingresses, workers }, random) {
    const members = [...ingresses, ...workers];
    for (const { database } of members) database.loseNotifications(true);
    // Long enough for the end of the connection to be noticed, and for the next ones to be as deaf.
    await sleep(random.between(5_000, 15_000));
    for (const { database } of members) database.loseNotifications(false);
    return "all processes";
  },
};
