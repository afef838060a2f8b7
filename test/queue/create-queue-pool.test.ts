import { expect } from "vitest";
import { createQueuePool } from "../../workers/queue/create-queue-pool.ts";
import { test } from "../helpers/test.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";

test("a connection whose query got no response is not reused, even when released without an error", async ({
  databaseUrl,
}) => {
  await using proxy = await startProxy(databaseUrl);
  const pool = createQueuePool(proxy.url, 1, () => {});
  try {
    const client = await pool.connect();
    proxy.mode("swallow");
    await expect(client.query("select 1")).rejects.toThrow("Query read timeout");
    client.release();
    proxy.mode("pass");
    expect((await pool.query("select 2 as two")).rows).toEqual([{ two: 2 }]);
    expect(pool.totalCount).toBe(1);
  } finally {
    await pool.end();
  }
});
