import { once } from "node:events";
import type { Fault } from "../run.ts";

const PATIENCE_MS = 5_000;

export const fault: Fault = {
  name: "restart PostgreSQL right after a client was told of a write",
  weight: 1,
  unavailable: ({ cluster }) => (cluster === undefined ? undefined : "it is a cluster"),
  async play({ postgres, clients }, random) {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const wasTold = await once(clients, "told", { signal: patience }).then(
      () => true,
      () => false,
    );
    await postgres.crash(random.between(200, 3_000));
    return wasTold ? "at once" : "nobody was told";
  },
};
