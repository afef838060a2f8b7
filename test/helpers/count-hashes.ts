import { createHook } from "node:async_hooks";

/** Counts the Argon2 computations of this process, whoever asks for them, until it is disposed of. */
export function countHashes(): Disposable & { hashes: () => number } {
  let hashes = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === "ARGON2REQUEST") hashes += 1;
    },
  }).enable();
  return { hashes: () => hashes, [Symbol.dispose]: () => void hook.disable() };
}
