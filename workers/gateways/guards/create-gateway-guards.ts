import { Gauge } from "prom-client";
import { registry } from "../../../sql/process/metrics/registry.ts";
import { countFailuresOf } from "./call-metrics.ts";
import type { Gateway, Operation } from "../gateway.ts";
import { RECORD_MS } from "../identity-errors.ts";
import { createGuard, type Guard } from "./create-guard.ts";

/** By gateway and operation, of the whole process. */
const measured = new Map<string, { gateway: Gateway["kind"]; operation: Operation; guard: Guard }>();

const breakers = new Gauge({
  name: "payments_provider_breaker_open",
  help: "1 while the circuit breaker of an operation of a live gateway refuses its calls in this process, else 0.",
  labelNames: ["gateway", "operation"],
  // Read when it is scraped: if nobody calls an operation, no event tells that its breaker would try again.
  collect() {
    for (const { gateway, operation, guard } of measured.values())
      this.set({ gateway, operation }, guard.isOpen() ? 1 : 0);
  },
  registers: [],
});
registry.registerMetric(breakers);

/** The guard of an operation of a live gateway, always the same one. */
export type GatewayGuards = (gateway: Gateway["kind"], operation: Operation) => Guard;

type Options = {
  callsAtOnce: number;
  onChange?: (change: { gateway: Gateway["kind"]; operation: Operation; isOpen: boolean }) => void;
};

/** Creates the guards of a process, which all of its queues share. */
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
    countFailuresOf(gateway, operation);
    measured.set(name, { gateway, operation, guard });
    return guard;
  };
}
