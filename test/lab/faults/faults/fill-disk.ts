import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "fill PostgreSQL's disk",
  weight: 0.5,
  unavailable: ({ postgres }) => postgres.diskIsFixed,
  async play({ postgres }, random) {
    const forMs = random.between(1_000, 4_000);
    await postgres.fillDisk(forMs);
    return `for ${Math.round(forMs)} ms`;
  },
};
