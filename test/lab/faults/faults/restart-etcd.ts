import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "kill a member of etcd",
  weight: 1,
  unavailable: ({ cluster }) => (cluster === undefined ? "it needs --cluster" : undefined),
  play: ({ cluster }, random) =>
    // While a node is down, the two others are needed.
    cluster!.whileWhole(async () => {
      const node = random.pick([...cluster!.nodes]);
      node.etcd().signal("SIGKILL");
      await node.etcd().ended;
      await sleep(random.between(500, 4_000));
      node.startEtcd();
      return node.place.name;
    }),
};
