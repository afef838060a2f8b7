import { serve } from "../fork-program.ts";
import type { Attack, Target } from "./attack.ts";
import { attacks } from "./attacks.ts";

export type Attacker = typeof works;

/** An attacker in its own process: its work must not delay the one that measures. */
const stopping = new AbortController();
let attack: Attack;
let target: Target;

const works = serve({
  prepare: async (chosen: { name: string; target: Target }) => {
    attack = attacks.get(chosen.name)!;
    target = chosen.target;
    await attack.prepare?.(target);
  },
  run: () => attack.run(target, stopping.signal),
  stop: async () => stopping.abort(),
});
