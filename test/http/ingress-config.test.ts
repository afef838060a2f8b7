import { describe, expect, test } from "vitest";
import { readConfig } from "../../ingress/config.ts";

const key = Buffer.alloc(32, 7).toString("base64");
const good = { DATABASE_URL: "postgres://localhost/x", SERVICE_ENCRYPTION_KEY: key };
const production = { ...good, NODE_ENV: "production", PUBLIC_URL: "https://pay.example.com" };

describe("the settings of the ingress", () => {
  test("have defaults but for the database and the key", () => {
    expect(readConfig(good)).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: "http://localhost:3000",
      redisUrl: undefined,
      trustedProxyHops: 0,
      limitsPerMinute: {
        all: 6000,
        verifyAccount: 600,
        kyc: 600,
        failedAuthentication: 300,
        checkout: 3000,
        checkoutSession: 300,
      },
      liveGateway: undefined,
      webhookAllowCidrs: [],
      answerTimeoutMs: 10_000,
    });
    expect(readConfig({ ...good, WEBHOOK_ALLOW_CIDRS: "10.1.0.0/16, ::1/128," }).webhookAllowCidrs).toEqual([
      "10.1.0.0/16",
      "::1/128",
    ]);
    expect(readConfig({ ...good, PORT: "", REDIS_URL: "" })).toEqual(readConfig(good));
  });

  test("name everything that is wrong, and print no value", () => {
    const read = () =>
      readConfig({
        SERVICE_ENCRYPTION_KEY: "c2VjcmV0",
        PORT: "70000",
        TRUSTED_PROXY_HOPS: "true",
        REDIS_URL: "http://secret",
        WEBHOOK_ALLOW_CIDRS: "10.1.2.3, secret/8",
      });
    expect(read).toThrow(/DATABASE_URL/);
    for (const name of [
      "SERVICE_ENCRYPTION_KEY",
      "PORT",
      "TRUSTED_PROXY_HOPS",
      "REDIS_URL",
      "WEBHOOK_ALLOW_CIDRS",
    ]) {
      expect(read).toThrow(new RegExp(name));
    }
    expect(read).not.toThrow(/c2VjcmV0|70000|secret/);
  });

  test("of a live gateway are set together or not at all", () => {
    const liveGateway = {
      LIVE_GATEWAY: "http",
      LIVE_GATEWAY_URL: "https://provider.example.com",
      LIVE_GATEWAY_SECRET: "s".repeat(32),
    };
    expect(readConfig({ ...good, ...liveGateway }).liveGateway).toEqual({
      url: "https://provider.example.com",
      secret: "s".repeat(32),
    });
    expect(readConfig({ ...good, ...liveGateway, LIVE_GATEWAY: "" }).liveGateway).toBeUndefined();
    for (const name of ["LIVE_GATEWAY_URL", "LIVE_GATEWAY_SECRET"] as const) {
      expect(() => readConfig({ ...good, ...liveGateway, [name]: "" })).toThrow(new RegExp(name));
      expect(() => readConfig({ ...good, ...liveGateway, [name]: "x" })).toThrow(new RegExp(name));
    }
    const inClear = { ...liveGateway, LIVE_GATEWAY_URL: "http://provider.example.com" };
    expect(() => readConfig({ ...production, ...inClear })).toThrow(/LIVE_GATEWAY_URL/);
  });

  test("production refuses an http base URL, the example's key, and a missing one", () => {
    expect(readConfig(production)).toMatchObject({ host: "0.0.0.0", production: true });
    const { PUBLIC_URL: _url, ...withoutUrl } = production;
    expect(() => readConfig(withoutUrl)).toThrow(/PUBLIC_URL/);
    expect(() => readConfig({ ...production, PUBLIC_URL: "http://pay.example.com" })).toThrow(/PUBLIC_URL/);
    expect(() => readConfig({ ...production, SERVICE_ENCRYPTION_KEY: "" })).toThrow(/SERVICE_ENCRYPTION_KEY/);
    expect(() =>
      readConfig({ ...production, SERVICE_ENCRYPTION_KEY: Buffer.alloc(32).toString("base64") }),
    ).toThrow(/SERVICE_ENCRYPTION_KEY/);
  });
});
