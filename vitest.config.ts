import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { nodeEnvironment } from "./test/helpers/platform/node-environment.ts";
import { quick } from "./test/helpers/quick.ts";

// Test files wait for PostgreSQL, browsers and processes that they start. So three run at once on every core.
// A server that DATABASE_URL names often has a hundred connections, which two files that start processes use up.
const workers = process.env.DATABASE_URL ? 1 : Math.max(2, Math.min(6, 3 * availableParallelism()));

// The processes that run tests keep what Node compiled too.
process.env.NODE_COMPILE_CACHE = nodeEnvironment.NODE_COMPILE_CACHE;

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === "quick" ? quick : ["test/**/*.test.ts"],
    globalSetup: ["test/helpers/global-setup.ts"],
    pool: "forks",
    // A worker process loads the service once for all of its files, which saves a second of CPU time for each.
    isolate: false,
    // Short-lived objects die in a larger nursery: less time goes into moving them. The old ones are collected when there
    // are 256 MB of them, and not whenever a process waits. Helper threads of the collector would only take turns with
    // the other test processes.
    execArgv: [
      "--max-semi-space-size=64",
      "--min-semi-space-size=32",
      "--initial-old-space-size=256",
      "--no-memory-reducer",
      "--single-threaded-gc",
    ],
    maxWorkers: workers,
    // Limits for what hangs, not for what is slow: tests have to pass on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
}));
