import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "lose everything that PostgreSQL notifies of",
  weight: 2,
  async play({ ingresses, workers }, random) {
    const members = [...ingresses, ...workers];
    for (const { database } of members) database.loseNotifications(true);
    // Long enough that the lost connection is noticed and its successors get no notifications either.
    await sleep(random.between(5_000, 15_000));
    for (const { database } of members) database.loseNotifications(false);
    return "all processes";
  },
};
