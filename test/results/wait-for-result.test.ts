import { describe, expect, vi } from "vitest";
import { z } from "zod";
import { createLog } from "../../sql/process/logging.ts";
import { listenForResults } from "../../ingress/results/listen-for-results.ts";
import { waitForResult, type WaitingRequest } from "../../ingress/results/wait-for-result.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { resultKey } from "../../sql/results/results.ts";
import { test as base } from "../helpers/test.ts";

const notify = (database: Database, id: bigint) =>
  database.query(sql.type(z.object({}))`select from notify_results('name_enquiry', array[${id}]::int8[])`);

/** A request that may wait for eight seconds, in a process that listens. */
const test = base.extend<{ request: WaitingRequest }>({
  request: async ({ fileDatabase: database, fileDatabaseUrl: databaseUrl }, use) => {
    const log = createLog("ingress", "silent");
    const results = listenForResults({ databaseUrl, processConnections: 1, log });
    await expect
      .poll(async () => {
        await notify(database, 1n);
        return results.wasNotified(resultKey("name_enquiry", 1n));
      })
      .toBe(true);
    const config = { responseTimeoutMs: 8_000 } as WaitingRequest["config"];
    const deadline = performance.now() + 8_000;
    await use({ database, results, config, deadline, requireRights: async () => {} });
    await results.close();
  },
});

describe("a row that was pending when it was requested", () => {
  test("is not read before its notification", async ({ fileDatabase: database, request }) => {
    const read = vi.fn(async () => "found");
    const result = waitForResult(request, "name_enquiry", 2n, read, { wasPending: true });
    await notify(database, 3n);
    await expect.poll(() => request.results.wasNotified(resultKey("name_enquiry", 3n))).toBe(true);
    expect(read).not.toHaveBeenCalled();
    await notify(database, 2n);
    expect(await result).toBe("found");
    expect(read).toHaveBeenCalledOnce();
  });

  test("is read at once if the notification came before the response to the request", async ({
    fileDatabase: database,
    request,
  }) => {
    await notify(database, 4n);
    await expect.poll(() => request.results.wasNotified(resultKey("name_enquiry", 4n))).toBe(true);
    // No poll comes to its help.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const read = async () => "found";
      expect(await waitForResult(request, "name_enquiry", 4n, read, { wasPending: true })).toBe("found");
    } finally {
      vi.useRealTimers();
    }
  });
});
