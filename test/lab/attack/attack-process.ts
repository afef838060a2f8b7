import { attacks, type AttackName } from "./attacks.ts";
import type { Statuses, Target } from "./attack.ts";

/**
 * An attacker, in a process of its own: its work must not delay the one that measures. The parent sends the attack's
 * name and its target, then `run`, then `stop`.
 */
export type ToAttacker = { prepare: { name: AttackName; target: Target } } | "run" | "stop";
export type FromAttacker = "prepared" | { statuses: Statuses };

const stop = new AbortController();
let attack: { name: AttackName; target: Target };

process.on("message", (message: ToAttacker) => void act(message));
process.on("disconnect", () => process.exit(1));

async function act(message: ToAttacker): Promise<void> {
  if (message === "stop") stop.abort();
  else if (message === "run") {
    const statuses = await attacks[attack.name].run(attack.target, stop.signal);
    process.send!({ statuses } satisfies FromAttacker, () => process.exit(0));
  } else {
    attack = message.prepare;
    const chosen: { prepare?: (target: Target) => Promise<void> } = attacks[attack.name];
    await chosen.prepare?.(attack.target);
    process.send!("prepared" satisfies FromAttacker);
  }
}
