import { Gauge } from "prom-client";
import { registry } from "../../../sql/process/metrics/registry.ts";
import type { Gateway, Operation } from "../gateway.ts";
import { RECORD_MS } from "../identity-errors.ts";
import { createGuard, type Guard } from "./create-guard.ts";

/** By gateway and operation, of the whole process. */
const measured = new Map<string, { gateway: Gateway["kind"]; operation: Operation; guard: Guard }>();

const breakers = new Gauge({
  name: "payments_provider_breaker_open",
  help: "1 while the circuit breaker of an operation of a live gateway refuses its calls in this process, else 0.",
  labelNames: ["gateway", "operation"],
  // Asked when it is scraped: where nobody calls an operation, no change of its breaker says that it would try again.
  collect() {
    for (const { gateway, operation, guard } of measured.values())
      this.set({ gateway, operation }, guard.isOpen() ? 1 : 0);
  },
  registers: [],
});
registry.registerMetric(breakers);

/** The guard of an operation of a live gateway, the same one each time. */
export type GatewayGuards = (gateway: Gateway["kind"], operation: Operation) => Guard;

type Options = {
  callsAtOnce: number;
  onChange?: (change: { gateway: Gateway["kind"]; operation: Operation; isOpen: boolean }) => void;
};

/** Creates the guards of a process: all of its queues have to share them. */
export function createGatewayGuards({ callsAtOnce, onChange = () => {} }: Options): GatewayGuards {
  const guards = new Map<string, Guard>();
  return (gateway, operation) => {
    const name = `${gateway} ${operation}`;
    const earlier = guards.get(name);
    if (earlier !== undefined) return earlier;
    const guard = createGuard({
      callsAtOnce,
      ...(operation === "lookUpIdentity" && { callMs: RECORD_MS }),
      onChange: (isOpen) => onChange({ gateway, operation, isOpen }),
    });
    guards.set(name, guard);
    measured.set(name, { gateway, operation, guard });
    return guard;
  };
}
