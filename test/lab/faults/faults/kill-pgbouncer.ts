import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "kill a PgBouncer",
  weight: 2,
  unavailable: ({ cluster }) => (cluster === undefined ? "it needs --cluster" : undefined),
  async play({ cluster }, random) {
    const index = Math.floor(random.between(0, 2));
    await cluster!.restartPooler(index);
    return `the ${index === 0 ? "first" : "second"}`;
  },
};
