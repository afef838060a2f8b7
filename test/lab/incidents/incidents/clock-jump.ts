import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "a worker's clock is ten minutes ahead",
  told: { page: "docs/operating/database.md#the-clock" },
  async play({ platform, payOut }) {
    const worker = platform.workers[1]!;
    worker.nextWith({ CLOCK_SHIFT_MS: "600000" });
    worker.signal("SIGKILL");
    await payOut();
    return () => worker.signal("SIGKILL");
  },
};
