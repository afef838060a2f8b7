import { setTimeout as sleep } from "node:timers/promises";
import { pausePostgres } from "../platform/start-cluster.ts";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "let both standbys' PostgreSQL stand still",
  weight: 1,
  unavailable: ({ cluster }) => (cluster === undefined ? "it needs --cluster" : undefined),
  play: ({ cluster }, random) =>
    cluster!.whileWhole(async (primary) => {
      const forMs = random.between(1_000, 6_000);
      const standbys = cluster!.nodes.filter((node) => node !== primary);
      const still = await Promise.all(standbys.map((node) => pausePostgres(node)));
      await sleep(forMs);
      await Promise.all(still.map(({ restore }) => restore()));
      return `for ${Math.round(forMs)} ms`;
    }),
};
