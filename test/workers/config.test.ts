import { describe, expect, test } from "vitest";
import { readConfig } from "../../workers/config.ts";

const enough = {
  DATABASE_URL: "postgres://localhost/payments",
  SERVICE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
};

describe("the workers' settings", () => {
  test("have the documented defaults", () => {
    expect(readConfig(enough)).toEqual({
      databaseUrl: enough.DATABASE_URL,
      encryptionKey: Buffer.alloc(32, 7),
      moneyConcurrency: 10,
      webhookConcurrency: 20,
      healthPort: undefined,
      webhookAllowCidrs: [],
      shutdownGraceMs: 10_000,
      logLevel: "info",
      production: false,
      crashAt: undefined,
    });
  });

  test("treat an empty value as unset and split the allowed networks", () => {
    const config = readConfig({
      ...enough,
      WORKER_HEALTH_PORT: "",
      WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8, ::1/128",
    });
    expect(config.healthPort).toBeUndefined();
    expect(config.webhookAllowCidrs).toEqual(["127.0.0.0/8", "::1/128"]);
  });

  test.each([
    ["DATABASE_URL", { DATABASE_URL: undefined }],
    ["SERVICE_ENCRYPTION_KEY", { SERVICE_ENCRYPTION_KEY: undefined }],
    ["SERVICE_ENCRYPTION_KEY", { SERVICE_ENCRYPTION_KEY: Buffer.alloc(31, 7).toString("base64") }],
    ["WORKER_CONCURRENCY", { WORKER_CONCURRENCY: "0" }],
    ["WORKER_HEALTH_PORT", { WORKER_HEALTH_PORT: "70000" }],
    ["CRASH_AT", { CRASH_AT: "somewhere" }],
  ])("name %s when it is missing or wrong, and never repeat a value", (name, change) => {
    const read = () => readConfig({ ...enough, ...change });
    expect(read).toThrow(name);
    expect(read).not.toThrow(enough.SERVICE_ENCRYPTION_KEY);
  });

  test("O05 refuse the example's key and crash points in production", () => {
    const production = { ...enough, NODE_ENV: "production" };
    expect(readConfig(production).production).toBe(true);
    const exampleKey = Buffer.alloc(32).toString("base64");
    expect(() => readConfig({ ...production, SERVICE_ENCRYPTION_KEY: exampleKey })).toThrow("example's key");
    expect(() => readConfig({ ...production, CRASH_AT: "payout.sent" })).toThrow("CRASH_AT");
  });
});
