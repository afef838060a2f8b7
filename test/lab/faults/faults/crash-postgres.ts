import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "restart PostgreSQL without a checkpoint",
  weight: 1,
  unavailable: ({ cluster }) => (cluster === undefined ? undefined : "it is a cluster"),
  async play({ postgres }, random) {
    const forMs = random.between(200, 3_000);
    await postgres.crash(forMs);
    return `for ${Math.round(forMs)} ms`;
  },
};
