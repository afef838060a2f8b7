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
      encryptionKeys: { current: Buffer.alloc(32, 7) },
      liveGateways: [],
      liveGatewayCosts: {},
      workerConcurrency: 64,
      webhookConcurrency: 40,
      batchEnquiriesPerSecond: 10,
      responseTimeoutMs: 10_000,
      healthPort: undefined,
      host: "127.0.0.1",
      webhookGuard: { allowCidrs: [], testAllowCidrs: [], publicUrl: undefined, dnsServers: [] },
      shutdownGraceMs: 10_000,
      logLevel: "info",
      movesLiveMoney: false,
      mailServer: "keep",
      publicUrl: "http://localhost:3000",
      crashAt: undefined,
    });
  });

  test("treat an empty value as unset and split lists", () => {
    const config = readConfig({
      ...enough,
      WORKER_HEALTH_PORT: "",
      WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8, ::1/128",
      WEBHOOK_TEST_ALLOW_CIDRS: "10.0.0.0/8",
      WEBHOOK_DNS_SERVERS: "10.0.0.53, [::1]:5353",
      PUBLIC_URL: "https://pay.example.com",
    });
    expect(config.healthPort).toBeUndefined();
    expect(config.webhookGuard).toEqual({
      allowCidrs: ["127.0.0.0/8", "::1/128"],
      testAllowCidrs: ["10.0.0.0/8"],
      publicUrl: "https://pay.example.com",
      dnsServers: ["10.0.0.53", "[::1]:5353"],
    });
  });

  const gateway = {
    LIVE_GATEWAYS: "http",
    LIVE_GATEWAY_URL: "https://bank.example/v2",
    LIVE_GATEWAY_SECRET: "a-secret-of-at-least-32-characters",
  };

  test("include the live gateway and a second key for decrypting", () => {
    const other = Buffer.alloc(32, 8);
    const config = readConfig({
      ...enough,
      ...gateway,
      NODE_ENV: "production",
      SERVICE_ENCRYPTION_KEY_OTHER: other.toString("base64"),
    });
    expect(config.liveGateways).toEqual([
      { kind: "http", url: gateway.LIVE_GATEWAY_URL, secret: gateway.LIVE_GATEWAY_SECRET },
    ]);
    expect(config.encryptionKeys).toEqual({ current: Buffer.alloc(32, 7), other });
    expect(readConfig({ ...enough, ...gateway, LIVE_GATEWAYS: "" }).liveGateways).toEqual([]);
  });

  const paystack = { LIVE_GATEWAYS: "paystack", PAYSTACK_SECRET_KEY: "sk_live_of_the_tests" };

  test("include several live gateways, in their order, each with its own", () => {
    const both = { ...enough, ...gateway, ...paystack };
    const kindsOf = (LIVE_GATEWAYS: string) =>
      readConfig({ ...both, LIVE_GATEWAYS }).liveGateways.map(({ kind }) => kind);
    expect(kindsOf("paystack,http")).toEqual(["paystack", "http"]);
    expect(kindsOf("http, paystack")).toEqual(["http", "paystack"]);
    expect(() => kindsOf("http,http")).toThrow("must name each gateway once");
  });

  test("include Paystack as the live gateway", () => {
    expect(readConfig({ ...enough, ...paystack, NODE_ENV: "production" })).toMatchObject({
      liveGateways: [
        { kind: "paystack", url: "https://api.paystack.co", secret: paystack.PAYSTACK_SECRET_KEY },
      ],
      movesLiveMoney: true,
    });
  });

  const monnify = {
    LIVE_GATEWAYS: "monnify",
    MONNIFY_API_KEY: "MK_PROD_OFTHETESTS",
    MONNIFY_SECRET_KEY: "SECRET0OF0THE0TESTS",
    MONNIFY_WALLET_NUMBER: "8016472829",
  };

  test("include Monnify as the live gateway", () => {
    expect(readConfig({ ...enough, ...monnify, NODE_ENV: "production" })).toMatchObject({
      liveGateways: [
        {
          kind: "monnify",
          url: "https://api.monnify.com",
          apiKey: "MK_PROD_OFTHETESTS",
          secret: "SECRET0OF0THE0TESTS",
          walletNumber: "8016472829",
        },
      ],
      movesLiveMoney: true,
    });
  });

  test("include Flutterwave as the live gateway, with a live key alone", () => {
    const flutterwave = { LIVE_GATEWAYS: "flutterwave", FLUTTERWAVE_SECRET_KEY: "FLWSECK-of-the-tests-X" };
    const read = (more = {}) => readConfig({ ...enough, ...flutterwave, NODE_ENV: "production", ...more });
    expect(read()).toMatchObject({
      liveGateways: [
        {
          kind: "flutterwave",
          url: "https://api.flutterwave.com/v3",
          secret: flutterwave.FLUTTERWAVE_SECRET_KEY,
        },
      ],
      movesLiveMoney: true,
    });
    for (const FLUTTERWAVE_SECRET_KEY of [
      "",
      "FLWSECK_TEST-of-the-tests-X",
      "FLWPUBK-of-the-tests-X",
      "FLWSECK-",
    ])
      expect(() => read({ FLUTTERWAVE_SECRET_KEY })).toThrow("FLUTTERWAVE_SECRET_KEY");
    expect(() => read({ FLUTTERWAVE_URL: "http://flutterwave.example.com" })).toThrow("FLUTTERWAVE_URL");
    expect(() => read({ ...paystack })).toThrow("FLUTTERWAVE_SECRET_KEY");
  });

  const here = { PUBLIC_URL: "https://pay.example.com" };
  const oneTime = { ...here, MONNIFY_ACCOUNTS: "one-time", MONNIFY_CONTRACT_CODE: "4934121686" };
  const permanent = {
    ...here,
    PAYSTACK_ACCOUNTS: "permanent",
    PAYSTACK_ACCOUNTS_BANK: "wema-bank",
    PAYSTACK_ACCOUNTS_PHONE: "+2348000000000",
  };

  test("say which accounts payers get, and none where they do not say so", () => {
    expect(readConfig({ ...enough, ...monnify }).liveGateways).toMatchObject([{ accounts: undefined }]);
    expect(readConfig({ ...enough, ...monnify, ...oneTime }).liveGateways).toMatchObject([
      { accounts: { kind: "one-time", contractCode: "4934121686" } },
    ]);
    expect(readConfig({ ...enough, ...paystack, ...permanent }).liveGateways).toMatchObject([
      { accounts: { kind: "permanent", bank: "wema-bank", phone: "+2348000000000" } },
    ]);
  });

  const dojah = {
    ...paystack,
    LIVE_IDENTITY_GATEWAY: "dojah",
    DOJAH_APP_ID: "app",
    DOJAH_SECRET_KEY: "prod_sk_of_the_tests",
  };
  const prembly = {
    ...gateway,
    LIVE_IDENTITY_GATEWAY: "prembly",
    PREMBLY_APP_ID: "app",
    PREMBLY_API_KEY: "live_sk_of_the_tests",
  };

  test("name who answers live identity checks, or leave it to the live gateway", () => {
    expect(readConfig({ ...enough, ...gateway }).liveIdentityGateway).toBeUndefined();
    expect(readConfig({ ...enough, ...dojah, NODE_ENV: "production" }).liveIdentityGateway).toEqual({
      kind: "dojah",
      url: "https://api.dojah.io",
      appId: "app",
      secret: "prod_sk_of_the_tests",
    });
    expect(readConfig({ ...enough, ...prembly }).liveIdentityGateway).toEqual({
      kind: "prembly",
      url: "https://api.prembly.com",
      appId: "app",
      secret: "live_sk_of_the_tests",
    });
  });

  test.each([
    ["MONNIFY_API_KEY", { ...monnify, MONNIFY_API_KEY: "" }],
    ["MONNIFY_API_KEY", { ...monnify, MONNIFY_API_KEY: "MK_TEST_OFTHETESTS" }],
    ["MONNIFY_SECRET_KEY", { ...monnify, MONNIFY_SECRET_KEY: "" }],
    ["MONNIFY_SECRET_KEY", { ...monnify, MONNIFY_SECRET_KEY: "short" }],
    ["MONNIFY_SECRET_KEY", { ...paystack, MONNIFY_SECRET_KEY: monnify.MONNIFY_SECRET_KEY }],
    ["MONNIFY_WALLET_NUMBER", { ...monnify, MONNIFY_WALLET_NUMBER: "" }],
    ["MONNIFY_WALLET_NUMBER", { ...monnify, MONNIFY_WALLET_NUMBER: "801647282" }],
    ["MONNIFY_ACCOUNTS", { ...monnify, ...oneTime, MONNIFY_ACCOUNTS: "any" }],
    ["MONNIFY_ACCOUNTS", { ...monnify, ...oneTime, PUBLIC_URL: "" }],
    ["MONNIFY_CONTRACT_CODE", { ...monnify, ...oneTime, MONNIFY_CONTRACT_CODE: "" }],
    ["MONNIFY_CONTRACT_CODE", { ...paystack, MONNIFY_CONTRACT_CODE: "4934121686" }],
    ["MONNIFY_ACCOUNTS_BVN", { ...monnify, ...oneTime, MONNIFY_ACCOUNTS: "permanent" }],
    ["MONNIFY_ACCOUNTS_BVN", { ...monnify, ...oneTime, MONNIFY_ACCOUNTS_BVN: "2222222222" }],
    ["PAYSTACK_ACCOUNTS_BANK", { ...paystack, ...permanent, PAYSTACK_ACCOUNTS_BANK: "" }],
    ["PAYSTACK_ACCOUNTS_PHONE", { ...paystack, ...permanent, PAYSTACK_ACCOUNTS_PHONE: "" }],
    ["MONNIFY_URL", { ...monnify, MONNIFY_URL: "http://api.monnify.com" }],
    ["MONNIFY_URL", { ...monnify, MONNIFY_URL: "http://127.0.0.1:9", NODE_ENV: "production" }],
    ["PAYSTACK_SECRET_KEY", { ...monnify, ...paystack, LIVE_GATEWAYS: "monnify" }],
    ["LIVE_IDENTITY_GATEWAY", { ...dojah, LIVE_IDENTITY_GATEWAY: "smileid" }],
    ["LIVE_IDENTITY_GATEWAY", { ...dojah, LIVE_GATEWAYS: "", PAYSTACK_SECRET_KEY: "" }],
    ["DOJAH_SECRET_KEY", { ...dojah, DOJAH_SECRET_KEY: "" }],
    ["DOJAH_SECRET_KEY", { ...dojah, DOJAH_SECRET_KEY: "test_sk_of_the_tests" }],
    ["DOJAH_SECRET_KEY", { ...dojah, DOJAH_SECRET_KEY: "prod_sk_with\nline" }],
    ["DOJAH_APP_ID", { ...dojah, DOJAH_APP_ID: "" }],
    ["DOJAH_URL", { ...dojah, DOJAH_URL: "http://api.dojah.io" }],
    ["DOJAH_URL", { ...dojah, DOJAH_URL: "http://127.0.0.1:9", NODE_ENV: "production" }],
    ["DOJAH_SECRET_KEY", { ...prembly, DOJAH_SECRET_KEY: "prod_sk_of_the_tests" }],
    ["DOJAH_URL", { ...gateway, DOJAH_URL: "https://api.dojah.io" }],
    ["PREMBLY_API_KEY", { ...prembly, PREMBLY_API_KEY: "" }],
    ["PREMBLY_API_KEY", { ...prembly, PREMBLY_API_KEY: "sandbox_sk_of_the_tests" }],
    ["PREMBLY_APP_ID", { ...prembly, PREMBLY_APP_ID: "" }],
    ["PREMBLY_APP_ID", { ...gateway, PREMBLY_APP_ID: "app" }],
    ["PREMBLY_URL", { ...prembly, PREMBLY_URL: "http://api.prembly.com" }],
    ["PAYSTACK_SECRET_KEY", { ...paystack, PAYSTACK_SECRET_KEY: "" }],
    ["PAYSTACK_SECRET_KEY", { ...paystack, PAYSTACK_SECRET_KEY: "sk_test_of_the_tests" }],
    ["PAYSTACK_SECRET_KEY", { ...gateway, PAYSTACK_SECRET_KEY: "sk_live_of_the_tests" }],
    ["PAYSTACK_URL", { ...paystack, PAYSTACK_URL: "http://api.paystack.co" }],
    ["PAYSTACK_URL", { ...paystack, PAYSTACK_URL: "http://127.0.0.1:9", NODE_ENV: "production" }],
    ["LIVE_GATEWAY_SECRET", { ...gateway, ...paystack }],
    ["PAYSTACK_SECRET_KEY", { ...gateway, LIVE_GATEWAYS: "http,paystack" }],
    [
      "LIVE_GATEWAY_SECRET",
      { ...paystack, LIVE_GATEWAYS: "paystack,http", LIVE_GATEWAY_URL: gateway.LIVE_GATEWAY_URL },
    ],
    ["LIVE_GATEWAY_URL", { ...paystack, LIVE_GATEWAY_URL: "https://bank.example" }],
    ["LIVE_GATEWAYS", { ...gateway, LIVE_GATEWAYS: "https" }],
    ["LIVE_GATEWAY_URL", { ...gateway, LIVE_GATEWAY_URL: "" }],
    ["LIVE_GATEWAY_URL", { ...gateway, LIVE_GATEWAY_URL: "ftp://bank.example" }],
    ["LIVE_GATEWAY_URL", { ...gateway, LIVE_GATEWAY_URL: "http://bank.example" }],
    ["LIVE_GATEWAY_URL", { ...gateway, LIVE_GATEWAY_URL: "http://127.0.0.1:9", NODE_ENV: "production" }],
    ["LIVE_GATEWAY_SECRET", { ...gateway, LIVE_GATEWAY_SECRET: "" }],
    ["LIVE_GATEWAY_SECRET", { ...gateway, LIVE_GATEWAY_SECRET: "too short" }],
    [
      "LIVE_GATEWAY_WEBHOOK_SECRETS",
      { ...gateway, LIVE_GATEWAY_WEBHOOK_SECRETS: `${"i".repeat(32)},${gateway.LIVE_GATEWAY_SECRET}` },
    ],
    ["SERVICE_ENCRYPTION_KEY_OTHER", { SERVICE_ENCRYPTION_KEY_OTHER: "c2hvcnQ=" }],
    ["DATABASE_URL", { DATABASE_URL: undefined }],
    ["SERVICE_ENCRYPTION_KEY", { SERVICE_ENCRYPTION_KEY: undefined }],
    ["SERVICE_ENCRYPTION_KEY", { SERVICE_ENCRYPTION_KEY: Buffer.alloc(31, 7).toString("base64") }],
    ["WEBHOOK_ALLOW_CIDRS", { WEBHOOK_ALLOW_CIDRS: "10.0.0.0" }],
    ["WEBHOOK_ALLOW_CIDRS", { WEBHOOK_ALLOW_CIDRS: "10.0.0.0/8, intranet" }],
    ["WEBHOOK_DNS_SERVERS", { WEBHOOK_DNS_SERVERS: "10.0.0.53, dns.example.com" }],
    ["PUBLIC_URL", { PUBLIC_URL: "pay.example.com" }],
    ["WORKER_CONCURRENCY", { WORKER_CONCURRENCY: "0" }],
    ["WORKER_HEALTH_PORT", { WORKER_HEALTH_PORT: "70000" }],
    ["CRASH_AT", { CRASH_AT: "somewhere" }],
  ])("name %s when it is missing or wrong, and never repeat a value", (name, change) => {
    const read = () => readConfig({ ...enough, ...change });
    expect(read).toThrow(name);
    expect(read).not.toThrow(enough.SERVICE_ENCRYPTION_KEY);
  });

  test("refuse the example's key where live money may move, and crash points in production", () => {
    const production = { ...enough, NODE_ENV: "production" };
    expect(readConfig(production).movesLiveMoney).toBe(true);
    const exampleKey = Buffer.alloc(32).toString("base64");
    expect(() => readConfig({ ...production, SERVICE_ENCRYPTION_KEY: exampleKey })).toThrow("example's key");
    expect(() => readConfig({ ...production, CRASH_AT: "payout.sent" })).toThrow("CRASH_AT");

    const live = { ...enough, ...gateway, NODE_ENV: "test" };
    expect(readConfig(live).movesLiveMoney).toBe(true);
    expect(() => readConfig({ ...live, SERVICE_ENCRYPTION_KEY: exampleKey })).toThrow("example's key");
  });
});
