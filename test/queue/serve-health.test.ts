import { expect, test } from "vitest";
import { serveHealth } from "../../workers/queue/serve-health.ts";

test("fails once the last heartbeat job is more than ten seconds old", async () => {
  let lastHeartbeat = performance.now();
  const health = await serveHealth(0, () => lastHeartbeat);
  try {
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${health.port}${path}`)).status;
    expect(await status("/healthz")).toBe(200);
    lastHeartbeat = performance.now() - 10_500;
    expect(await status("/healthz")).toBe(503);
    lastHeartbeat = performance.now();
    expect(await status("/healthz")).toBe(200);
    expect(await status("/")).toBe(404);
  } finally {
    await health.close();
  }
});
