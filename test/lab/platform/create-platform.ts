import { randomBytes } from "node:crypto";
import {
  startIngressProcess,
  startWorkerProcess,
  type IngressProcess,
  type WorkerProcess,
} from "../../helpers/platform/start-process.ts";
import type { LabDatabase } from "./open-databases.ts";

const BOUNDLESS = "100000000";

/** Settings without effective limits. */
export const withoutLimits = {
  RATE_LIMIT_PER_MINUTE: BOUNDLESS,
  RATE_LIMIT_VERIFY_ACCOUNT_PER_MINUTE: BOUNDLESS,
  RATE_LIMIT_IDENTITY_CHECK_PER_MINUTE: BOUNDLESS,
  RATE_LIMIT_FAILED_AUTH_PER_MINUTE: BOUNDLESS,
};

/** The provider of live money: its address and secrets; random ones unless given. */
export type Bank = { url: string; secret?: string; notificationSecret?: string };

type Env = Record<string, string>;

/** A platform with live money, whose processes run as in production. */
export type Platform = {
  /** Its processes' settings, for one in this process. */
  settings: { ingress: Env; worker: Env };
  /** Starts an ingress process, which may not listen yet. */
  startIngress(env?: Env): Promise<IngressProcess>;
  /** Starts a worker process, which may not take jobs yet. */
  startWorker(env?: Env): WorkerProcess;
};

/** Prepares a platform on a database. `env`: additional settings of all processes. */
export function createPlatform(
  { ownerUrl, ingressUrl, workersUrl }: LabDatabase,
  bank: Bank,
  env: Env = {},
): Platform {
  const shared = { LIVE_GATEWAYS: "http", WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", LOG_LEVEL: "fatal", ...env };
  const secret = () => randomBytes(32).toString("hex");
  const settings = {
    ingress: {
      ...shared,
      DATABASE_URL: ingressUrl,
      PUBLIC_URL: "https://payments.example.com",
      LIVE_GATEWAY_WEBHOOK_SECRETS: bank.notificationSecret ?? secret(),
    },
    worker: {
      ...shared,
      DATABASE_URL: workersUrl,
      LIVE_GATEWAY_URL: bank.url,
      LIVE_GATEWAY_SECRET: bank.secret ?? secret(),
    },
  };
  return {
    settings,
    startIngress: (own = {}) => startIngressProcess(ownerUrl, { ...settings.ingress, ...own }),
    startWorker: (own = {}) => startWorkerProcess(ownerUrl, { ...settings.worker, ...own }),
  };
}

/** Stops processes as a process manager does, and waits for their end. */
export async function stopAll(processes: readonly (IngressProcess | WorkerProcess)[]): Promise<void> {
  for (const { signal } of processes) signal("SIGTERM");
  await Promise.all(processes.map(({ ended }) => ended));
}
