import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "one of two worker processes is killed",
  told: { page: "docs/operating/deploy.md#with-systemd" },
  async play({ platform, payOut }) {
    platform.workers[0]!.signal("SIGKILL");
    await payOut();
    return () => {};
  },
};
