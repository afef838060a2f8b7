import { describe, expect, test } from "vitest";
import { readConfig } from "../../ingress/config.ts";

const key = Buffer.alloc(32, 7).toString("base64");
const good = { DATABASE_URL: "postgres://localhost/x", SERVICE_ENCRYPTION_KEY: key };
const reachable = { ...good, PUBLIC_URL: "https://pay.example.com" };
const production = { ...reachable, NODE_ENV: "production" };
const liveGateway = { LIVE_GATEWAYS: "http", LIVE_GATEWAY_WEBHOOK_SECRETS: "s".repeat(32) };

describe("the settings of the ingress", () => {
  test("show kept mails only where they say so, and never where live money moves", () => {
    const shown = { SHOW_KEPT_MAILS: "true" };
    expect([good, { ...good, ...shown }].map((env) => readConfig(env).showsKeptMails)).toEqual([false, true]);
    expect(readConfig({ ...good, ...shown, SMTP_URL: "smtps://a:b@mail.example" }).showsKeptMails).toBe(
      false,
    );
    expect(() => readConfig({ ...good, SHOW_KEPT_MAILS: "yes" })).toThrow("must be true, or left out");
    for (const env of [production, { ...reachable, ...liveGateway }])
      expect(() => readConfig({ ...env, ...shown })).toThrow("these mails open accounts");
  });

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
        identityCheck: 600,
        failedAuthentication: 300,
        checkout: 3000,
        checkoutSession: 300,
        signIn: 120,
      },
      // OWASP's first choice for Argon2id.
      passwordCost: { memory: 19_456, passes: 2, parallelism: 1 },
      hasLiveGateway: false,
      warnings: [],
      webhookAllowCidrs: [],
      webhookTestAllowCidrs: [],
      responseTimeoutMs: 10_000,
    });
    expect(readConfig({ ...good, WEBHOOK_ALLOW_CIDRS: "10.1.0.0/16, ::1/128," }).webhookAllowCidrs).toEqual([
      "10.1.0.0/16",
      "::1/128",
    ]);
    expect(readConfig({ ...good, SUPPORT_EMAIL: "" }).supportEmail).toBe(undefined);
    expect(readConfig({ ...good, SUPPORT_EMAIL: "help@example.com" }).supportEmail).toBe("help@example.com");
    expect(() => readConfig({ ...good, SUPPORT_EMAIL: "help@example.com?bcc=x@y.z" })).toThrow(
      /SUPPORT_EMAIL/,
    );
    expect(readConfig({ ...good, PORT: "", REDIS_URL: "", DATABASE_READ_URL: "" })).toEqual(readConfig(good));
    expect(readConfig(good).webhookSecrets).toEqual({});
    expect(readConfig(good)).toMatchObject({ databaseReadUrl: undefined, databaseReadStaleMs: 10_000 });
    for (const wrong of ["999", "60001", "1.5"])
      expect(() => readConfig({ ...good, DATABASE_READ_STALE_MS: wrong })).toThrow(/DATABASE_READ_STALE_MS/);
    expect(() => readConfig({ ...good, DATABASE_READ_URL: "http://secret" })).toThrow(
      /^(?!.*secret).*DATABASE_READ_URL/s,
    );
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

  test("of a live gateway are what its provider signs with: one secret, or two while it changes", () => {
    const [one, two, three] = ["1", "2", "3"].map((digit) => digit.repeat(32));
    const read = (secrets: string, more: object = {}) =>
      readConfig({ ...reachable, LIVE_GATEWAYS: "http", LIVE_GATEWAY_WEBHOOK_SECRETS: secrets, ...more });
    expect(read(one!).webhookSecrets).toEqual({ http: [one] });
    expect(read(`${one}, ${two}`).webhookSecrets).toEqual({ http: [one, two] });
    expect(read(one!).hasLiveGateway).toBe(true);
    const unused = read(one!, { LIVE_GATEWAYS: "" });
    expect(unused).toMatchObject({ hasLiveGateway: false });
    expect(unused.webhookSecrets).toEqual({});
    for (const wrong of ["", "x", ",", `${one},x`, `${one},${two},${three}`])
      expect(() => read(wrong)).toThrow(/LIVE_GATEWAY_WEBHOOK_SECRETS/);
  });

  test("hold nothing of what workers send to the provider, and refuse it as the provider's signature", () => {
    const [inbound, outbound] = ["i", "o"].map((letter) => letter.repeat(32));
    const read = (secret: string) =>
      readConfig({
        ...reachable,
        LIVE_GATEWAYS: "http",
        LIVE_GATEWAY_URL: "https://provider.example.com",
        LIVE_GATEWAY_SECRET: secret,
        LIVE_GATEWAY_WEBHOOK_SECRETS: inbound,
      });
    const config = read(outbound!);
    expect(JSON.stringify(config)).not.toContain(outbound);
    expect(config.warnings).toEqual([expect.stringContaining("LIVE_GATEWAY_SECRET")]);
    expect(() => read(inbound!)).toThrow(/LIVE_GATEWAY_WEBHOOK_SECRETS/);
    expect(() => read(inbound!)).not.toThrow(new RegExp(inbound!));
  });

  test("of Paystack are its name alone: live keys may be created, and its key is not for the ingress", () => {
    const paystack = { ...reachable, LIVE_GATEWAYS: "paystack" };
    expect(readConfig(paystack)).toMatchObject({
      hasLiveGateway: true,
      movesLiveMoney: true,
      warnings: [],
    });
    const stray = readConfig({ ...paystack, PAYSTACK_SECRET_KEY: "sk_live_of_the_tests" });
    expect(stray.warnings).toEqual([expect.stringContaining("PAYSTACK_SECRET_KEY")]);
    expect(JSON.stringify(stray)).not.toContain("sk_live_of_the_tests");
    const identities = { DOJAH_SECRET_KEY: "prod_sk_stray", PREMBLY_API_KEY: "live_sk_stray" };
    const given = readConfig({ ...paystack, ...identities });
    expect(given.warnings).toEqual(Object.keys(identities).map((name) => expect.stringContaining(name)));
    expect(JSON.stringify(given)).not.toContain("sk_stray");
    const [fresh, old] = ["sk_live_fresh", "sk_live_old"];
    const keysOf = (keys: string, more = {}) =>
      readConfig({ ...paystack, PAYSTACK_WEBHOOK_KEYS: keys, ...more }).webhookSecrets;
    expect(keysOf("")).toEqual({});
    expect(keysOf(`${fresh}, ${old}`)).toEqual({ paystack: [fresh, old] });
    for (const wrong of [",", "sk_test_x", `${fresh},${old},${fresh}`, "x"])
      expect(() => keysOf(wrong)).toThrow("PAYSTACK_WEBHOOK_KEYS");
    expect(() => keysOf(fresh!, liveGateway)).toThrow("PAYSTACK_WEBHOOK_KEYS");
    const other = { ...paystack, LIVE_GATEWAY_WEBHOOK_SECRETS: "s".repeat(32) };
    expect(() => readConfig(other)).toThrow("LIVE_GATEWAY_WEBHOOK_SECRETS");
  });

  test("of Monnify are its name alone: live keys may be created, and its keys are not for the ingress", () => {
    const monnify = { ...reachable, LIVE_GATEWAYS: "monnify" };
    expect(readConfig(monnify)).toMatchObject({
      hasLiveGateway: true,
      warnings: [],
    });
    const stray = readConfig({ ...monnify, MONNIFY_SECRET_KEY: "SECRET0OF0THE0TESTS" });
    expect(stray.warnings).toEqual([expect.stringContaining("MONNIFY_SECRET_KEY")]);
    expect(JSON.stringify(stray)).not.toContain("SECRET0OF0THE0TESTS");
    const [fresh, old] = ["FRESH0SECRET0OF0TESTS", "OLD0SECRET0OF0THE0TESTS"];
    const keysOf = (keys: string, more = {}) =>
      readConfig({ ...monnify, MONNIFY_WEBHOOK_KEYS: keys, ...more }).webhookSecrets;
    expect(keysOf("")).toEqual({});
    expect(keysOf(`${fresh}, ${old}`)).toEqual({ monnify: [fresh, old] });
    for (const wrong of [",", "short", `${fresh},${old},${fresh}`])
      expect(() => keysOf(wrong)).toThrow("MONNIFY_WEBHOOK_KEYS");
    expect(() => keysOf(fresh, { LIVE_GATEWAYS: "paystack" })).toThrow("MONNIFY_WEBHOOK_KEYS");
  });

  test("of Flutterwave are its name alone: live keys may be created, and its key is not for the ingress", () => {
    const flutterwave = { ...reachable, LIVE_GATEWAYS: "flutterwave" };
    expect(readConfig(flutterwave)).toMatchObject({
      hasLiveGateway: true,
      warnings: [],
    });
    const secretKey = `FLWSECK-${"x".repeat(32)}-X`;
    const stray = readConfig({ ...flutterwave, FLUTTERWAVE_SECRET_KEY: secretKey });
    expect(stray.warnings).toEqual([expect.stringContaining("FLUTTERWAVE_SECRET_KEY")]);
    expect(JSON.stringify(stray)).not.toContain(secretKey);
    const [fresh, old] = ["fresh".padEnd(32, "x"), "old".padEnd(32, "x")];
    const hashesOf = (hashes: string, more = {}) =>
      readConfig({ ...flutterwave, FLUTTERWAVE_WEBHOOK_HASHES: hashes, ...more }).webhookSecrets;
    expect(hashesOf("")).toEqual({});
    expect(hashesOf(`${fresh}, ${old}`)).toEqual({ flutterwave: [fresh, old] });
    for (const wrong of [",", "short", `${fresh},${old},${fresh}`, `two words ${fresh}`])
      expect(() => hashesOf(wrong)).toThrow("FLUTTERWAVE_WEBHOOK_HASHES");
    expect(() => hashesOf(fresh, { LIVE_GATEWAYS: "paystack" })).toThrow("FLUTTERWAVE_WEBHOOK_HASHES");
    expect(() => hashesOf(secretKey, { FLUTTERWAVE_SECRET_KEY: secretKey })).toThrow("must differ");
  });

  test.each(["development", "test", "production"])(
    "a live gateway needs all that production needs where NODE_ENV is %s",
    (NODE_ENV) => {
      const live = { ...reachable, NODE_ENV, ...liveGateway };
      expect(readConfig(live).movesLiveMoney).toBe(true);
      const refused = {
        PUBLIC_URL: "http://pay.example.com",
        SERVICE_ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
        LIVE_GATEWAY_URL: "http://provider.example.com",
      };
      for (const [name, value] of Object.entries(refused))
        expect(() => readConfig({ ...live, [name]: value }), name).toThrow(name);
      expect(() => readConfig({ ...live, PUBLIC_URL: "" })).toThrow("PUBLIC_URL");
      // Plain http is for a provider that a developer runs beside the service.
      const beside = () => readConfig({ ...live, LIVE_GATEWAY_URL: "http://127.0.0.1:9000" });
      if (NODE_ENV === "production") expect(beside).toThrow("LIVE_GATEWAY_URL");
      else expect(beside().webhookSecrets.http).toHaveLength(1);
    },
  );

  test("a base URL of plain http will do only on this machine, beside providers that are all played here", () => {
    const here = { LIVE_GATEWAYS: "paystack,monnify", PAYSTACK_URL: "http://127.0.0.1:4021" };
    const played = { ...here, MONNIFY_URL: "http://localhost:4022" };
    const laptop = { ...reachable, NODE_ENV: "", ...played, PUBLIC_URL: "http://localhost:3000" };
    expect(readConfig(laptop)).toMatchObject({ movesLiveMoney: true, publicUrl: "http://localhost:3000" });
    const refused = [
      { NODE_ENV: "production" },
      { PUBLIC_URL: "" },
      { PUBLIC_URL: "http://pay.example.com" },
      // Without an address it is Monnify itself.
      { MONNIFY_URL: "" },
      { MONNIFY_URL: "https://sandbox.monnify.com" },
      { LIVE_GATEWAYS: "paystack,monnify,flutterwave" },
    ];
    for (const other of refused)
      expect(() => readConfig({ ...laptop, ...other }), JSON.stringify(other)).toThrow("PUBLIC_URL");
  });

  test("production refuses an http base URL, the example's key, and a missing one", () => {
    expect(readConfig(production)).toMatchObject({ host: "0.0.0.0", movesLiveMoney: true });
    const { PUBLIC_URL: _url, ...withoutUrl } = production;
    expect(() => readConfig(withoutUrl)).toThrow(/PUBLIC_URL/);
    expect(() => readConfig({ ...production, PUBLIC_URL: "http://pay.example.com" })).toThrow(/PUBLIC_URL/);
    expect(() => readConfig({ ...production, SERVICE_ENCRYPTION_KEY: "" })).toThrow(/SERVICE_ENCRYPTION_KEY/);
    expect(() =>
      readConfig({ ...production, SERVICE_ENCRYPTION_KEY: Buffer.alloc(32).toString("base64") }),
    ).toThrow(/SERVICE_ENCRYPTION_KEY/);
  });
});
