import { describe, expect, test } from "vitest";
import { readLiveDemoConfig } from "../../scripts/start/live-demo/config.ts";
import { liveGatewaySettings } from "../../workers/gateways/manifest/live-gateways.ts";
import { liveIdentityGatewaySettings } from "../../workers/gateways/manifest/live-identity-gateway.ts";

describe("npm start -- --live-demo", () => {
  test("listens on this machine alone, in a folder and for a key of its own", () => {
    expect(readLiveDemoConfig({ DATA_DIR: "/data", PORT: "3900", PROVIDERS_PORT: "4900" })).toMatchObject({
      start: { dataDir: "/data/live-demo", host: "127.0.0.1", port: 3900, environment: "live" },
      providersPort: 4900,
    });
    expect(readLiveDemoConfig({ LIVE_GATEWAYS: "", HOST: "" }).start.databaseUrl).toBeUndefined();
    for (const HOST of ["127.0.0.1", "localhost", "::1"])
      expect(readLiveDemoConfig({ HOST }).start.host).toBe("127.0.0.1");
  });

  test.for([
    ...[...Object.keys(liveGatewaySettings), ...Object.keys(liveIdentityGatewaySettings)],
    ...["LIVE_GATEWAY_COSTS", "DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL", "REDIS_URL"],
    ...["SERVICE_ENCRYPTION_KEY", "SERVICE_ENCRYPTION_KEY_OTHER", "SMTP_URL", "PUBLIC_URL"],
  ])("refuses %s, which is of a real service, and does not show it", (name) => {
    expect(() => readLiveDemoConfig({ [name]: "of-somebody" })).toThrow(`real service: ${name}. Unset`);
    expect(() => readLiveDemoConfig({ [name]: "of-somebody" })).not.toThrow("of-somebody");
  });

  test("refuses production, and to listen on a network", () => {
    expect(() => readLiveDemoConfig({ NODE_ENV: "production" })).toThrow("NODE_ENV");
    for (const HOST of ["0.0.0.0", "::", "10.0.0.5"])
      expect(() => readLiveDemoConfig({ HOST })).toThrow("HOST");
  });

  test("names the setting of a port that is none", () => {
    for (const name of ["PORT", "PROVIDERS_PORT"])
      expect(() => readLiveDemoConfig({ [name]: "http" })).toThrow(
        new RegExp(`(?=[^]*must be a whole number)[^]*\\b${name}\\b`),
      );
  });
});
