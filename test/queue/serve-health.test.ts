import { expect, test } from "vitest";
import { readConfig } from "../../workers/config.ts";
import { serveHealth } from "../../workers/queue/serve-health.ts";

test("is not ready once the last heartbeat job is more than ten seconds old, or it stops; alive all the time", async () => {
  let lastHeartbeat = performance.now();
  let isStopping = false;
  const health = await serveHealth(
    { port: 0, host: "127.0.0.1" },
    { lastHeartbeat: () => lastHeartbeat, isStopping: () => isStopping },
  );
  try {
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${health.port}${path}`)).status;
    expect(await status("/readyz")).toBe(200);
    lastHeartbeat = performance.now() - 10_500;
    expect(await status("/readyz")).toBe(503);
    expect(await status("/healthz")).toBe(200);
    lastHeartbeat = performance.now();
    expect(await status("/readyz")).toBe(200);
    isStopping = true;
    expect(await status("/readyz")).toBe(503);
    expect(await status("/healthz")).toBe(200);
    for (const other of ["/", "/constructor", "/healthz/"]) expect(await status(other)).toBe(404);
  } finally {
    await health.close();
  }
});

test("listens on HOST alone, which is loopback outside production", async () => {
  const enough = {
    DATABASE_URL: "postgres://localhost/payments",
    SERVICE_ENCRYPTION_KEY: "B".repeat(43) + "=",
  };
  expect(readConfig(enough).host).toBe("127.0.0.1");
  expect(readConfig({ ...enough, HOST: "127.0.0.2" }).host).toBe("127.0.0.2");
  const production = { ...enough, NODE_ENV: "production" };
  expect(readConfig(production).host).toBe("0.0.0.0");

  const health = await serveHealth(
    { port: 0, host: "127.0.0.2" },
    { lastHeartbeat: () => performance.now(), isStopping: () => false },
  );
  try {
    expect((await fetch(`http://127.0.0.2:${health.port}/healthz`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${health.port}/healthz`)).rejects.toThrow("fetch failed");
  } finally {
    await health.close();
  }
});
