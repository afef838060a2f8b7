import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { readConfig } from "../../../../ingress/config.ts";
import { startIngress } from "../../../../ingress/start-ingress.ts";

/** Starts an ingress on a free port of this machine that nobody's rate limit stops. */
export async function startBenchIngress(
  databaseUrl: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const environment = {
    DATABASE_URL: databaseUrl,
    SERVICE_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    RATE_LIMIT_PER_MINUTE: "1000000",
  };
  const config = { ...readConfig(environment), host: "127.0.0.1", port: 0 };
  const ingress = await startIngress(config, pino({ level: "silent" }));
  return { url: `http://127.0.0.1:${ingress.port}`, stop: () => ingress.stop() };
}
