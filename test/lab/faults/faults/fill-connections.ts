import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "take all of PostgreSQL's connections",
  weight: 1,
  async play({ ingressRoleUrl }, random) {
    const clients: pg.Client[] = [];
    for (let isFull = false; !isFull;) {
      const client = new pg.Client({ connectionString: ingressRoleUrl, connectionTimeoutMillis: 2_000 });
      client.on("error", () => {});
      isFull = await client.connect().then(
        () => false,
        () => true,
      );
      if (!isFull) clients.push(client);
    }
    await sleep(random.between(1_000, 4_000));
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
    return `${clients.length} connections`;
  },
};
