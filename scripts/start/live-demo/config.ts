import { join } from "node:path";
import { liveGatewaySettings } from "../../../workers/gateways/manifest/live-gateways.ts";
import { liveIdentityGatewaySettings } from "../../../workers/gateways/manifest/live-identity-gateway.ts";
import { readProvidersConfig, readStartConfig, type StartConfig } from "../../config.ts";

/** Settings of a real provider, or of data and services outside the demo. */
const refused = [
  ...[...Object.keys(liveGatewaySettings), ...Object.keys(liveIdentityGatewaySettings)],
  ...["LIVE_GATEWAY_COSTS", "DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"],
  ...["SERVICE_ENCRYPTION_KEY", "SERVICE_ENCRYPTION_KEY_OTHER", "REDIS_URL", "SMTP_URL", "PUBLIC_URL"],
];
const loopback = ["127.0.0.1", "::1", "localhost"];

export type LiveDemoConfig = { start: StartConfig; providersPort: number };

/**
 * Reads the settings of `npm start -- --live-demo`: those of `npm start`, with a data folder inside that of `npm
 * start`. Raises an Error that names any settings of a real service: the demo must not touch a real provider or real
 * data.
 */
export function readLiveDemoConfig(environment: NodeJS.ProcessEnv = process.env): LiveDemoConfig {
  const present = refused.filter((name) => environment[name]);
  if (present.length > 0)
    throw new Error(
      `--live-demo plays the providers itself and has a database of its own, and these settings are of a real service: ` +
        `${present.join(", ")}. Unset them, or start without --live-demo.`,
    );
  if (environment.NODE_ENV === "production") throw new Error("--live-demo is not for NODE_ENV=production.");
  if (environment.HOST && !loopback.includes(environment.HOST))
    throw new Error("--live-demo is for this machine alone: unset HOST.");
  const usual = readStartConfig({ ...environment, HOST: "127.0.0.1" });
  return {
    start: { ...usual, dataDir: join(usual.dataDir, "live-demo"), environment: "live" },
    providersPort: readProvidersConfig(environment).port,
  };
}
