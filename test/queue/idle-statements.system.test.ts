import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, vi } from "vitest";
import { eventually } from "../helpers/eventually.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";

/** Two heartbeat jobs, and the whole of everything more frequent. */
const SECONDS = 8;

test("a worker process that has nothing to do sends at most three statements a second", async ({
  databaseUrl,
}) => {
  await using _workers = await startTestWorkers(databaseUrl);
  const query = vi.spyOn(pg.Client.prototype, "query");
  // The seconds after the start, and those of the purge, have more.
  await eventually(async () => {
    query.mockClear();
    await sleep(SECONDS * 1_000);
    const sent = query.mock.calls.length;
    // The lease alone is renewed every second, if the machine is not too busy.
    expect(sent).toBeGreaterThan(SECONDS / 2);
    expect(sent).toBeLessThanOrEqual(3 * SECONDS);
  }, 60_000);
  query.mockRestore();
});
