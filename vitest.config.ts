import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Test files mostly wait for PostgreSQL, so two run at once even on one core; more than four make the
// servers that some of them start compete with each other.
// A server that DATABASE_URL names often has a hundred connections, which two files that start processes use up.
const workers = process.env.DATABASE_URL ? 1 : Math.max(2, Math.min(4, availableParallelism()));

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/helpers/global-setup.ts"],
    pool: "forks",
    maxWorkers: workers,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
