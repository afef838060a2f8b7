import { fileURLToPath } from "node:url";

/**
 * The environment of every process of ours that a test starts. Node keeps what it compiled in the cache, which halves
 * the time that each of them needs to start. Its memory is bounded as in scripts/deploy/env/shared.env.example.
 */
export const nodeEnvironment = {
  PATH: process.env.PATH,
  NODE_OPTIONS: "--max-semi-space-size=6 --max-old-space-size=512",
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../../node_modules/.cache/node-compile", import.meta.url)),
};
