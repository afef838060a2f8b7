import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../../scripts/postgres/find-free-port.ts";
import { openRoles } from "../../../../scripts/postgres/open-roles.ts";
import { createDatabase } from "../../../../sql/process/database.ts";
import { migrate } from "../../../../sql/install/migrate.ts";
import { createApiKey } from "../../../../sql/keys/api-keys.ts";
import { setKybStatus } from "../../../../sql/merchants/merchants.ts";
import type { Tenant } from "../../../../sql/merchants/tenant.ts";
import { crashPoints, type CrashPoint } from "../../../../workers/queue/crash-point.ts";
import { createFundedMerchant, fund, setEndpoint } from "../../../helpers/records.ts";
import { startIngressProcess, startWorkerProcess } from "../../../helpers/platform/start-process.ts";
import { startProxy, type Proxy } from "../../../helpers/outside/start-proxy.ts";
import { startRedis } from "../../../helpers/outside/start-redis.ts";
import type { Random } from "../../random.ts";
import { startBank, type Bank } from "./start-bank.ts";
import { connectThroughProxies } from "./connect-through-proxies.ts";
import { startCluster, type FaultedCluster } from "./start-cluster.ts";
import { startDatabase, type FaultedPostgres } from "./start-database.ts";
import { startMember, type Member } from "./start-member.ts";
import { startReceivers, type Receivers } from "./start-receivers.ts";

const BALANCE = 10_000_000_000n;
const shiftClock = fileURLToPath(new URL("./shift-clock.ts", import.meta.url));

type MerchantKeys = { live: Tenant; test: Tenant; liveKey: string; testKey: string };

export type Platform = AsyncDisposable & {
  postgres: FaultedPostgres;
  /** Where the database is a cluster. */
  cluster: FaultedCluster | undefined;
  /** Past the proxies, as the owner: for checks, and for faults of the server itself. */
  ownerUrl: string;
  /** The login of the ingress' role, past the proxies. */
  ingressRoleUrl: string;
  ingresses: Member[];
  workers: Member[];
  /** Between the workers and the bank. */
  bankProxy: Proxy;
  bank: Bank;
  receivers: Receivers;
  redis: { url: string | undefined; proxy: Proxy | undefined };
  merchants: MerchantKeys[];
  /** Those at which faults kill and pause workers. */
  crashPoints: readonly CrashPoint[];
  /** Where each process serves its metrics, however often it is started again. */
  metricsPorts: number[];
  /** Where clients reach the ingress processes. */
  urls: string[];
  /** Emits `told` when a client is told of what it asked to be made. */
  clients: EventEmitter<{ told: [] }>;
  /** Resolves when a client is next told, or after a minute. */
  untilTold(): Promise<unknown>;
  /** Bank and receivers behave badly from now on, or well. */
  setFaulty(isFaulty: boolean): void;
};

/**
 * Starts everything that a run needs, from this checkout, on loopback: PostgreSQL, Redis where it is installed, ingress
 * and worker processes with a proxy each to the database, the bank, the receivers, and merchants with money.
 */
export async function startPlatform(
  size: {
    ingresses: number;
    workers: number;
    merchants: number;
    bankMisbehaves?: number;
    points?: readonly CrashPoint[];
    cluster: boolean;
  },
  random: Random,
): Promise<Platform> {
  await using started = new AsyncDisposableStack();
  const clustered = size.cluster ? await startCluster() : undefined;
  const postgres = started.use(clustered ?? (await startDatabase()));
  await migrate(postgres.url);
  const { urls: roles } = await openRoles({ url: postgres.url, secret: randomUUID(), isOurs: true });
  const logins = [roles.ingress, roles.workers].map((url) => new URL(url));
  await clustered?.started.startPoolers(
    logins.map(({ username, password }) => ({ user: username, password })),
  );
  const pooled = clustered?.started.pooled;
  const urls: string[] = [];
  const bank = started.use(await startBank(random, size.bankMisbehaves ?? 1, () => urls));
  const bankProxy = started.use(await startProxy(bank.provider.url));
  const receivers = started.use(await startReceivers(random));
  const redis = await startRedis(undefined);
  started.defer(redis.stop);
  const redisProxy = redis.url === undefined ? undefined : started.use(await startProxy(redis.url));
  const merchants = await createMerchants(postgres.url, size.merchants, receivers);

  const shared = { LIVE_GATEWAYS: "http", WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", LOG_LEVEL: "fatal" };
  const metricsPorts: number[] = [];
  const addMetricsPort = async () => {
    const port = await findFreePort();
    metricsPorts.push(port);
    return { METRICS_PORT: `${port}` };
  };
  const startWorker = async (index: number) => {
    const { proxy, env: urlsOfDatabase } = await connectThroughProxies(roles.workers, pooled);
    const metrics = await addMetricsPort();
    const start = (env: Record<string, string>) =>
      startWorkerProcess(postgres.url, {
        ...{ ...shared, ...metrics },
        ...urlsOfDatabase,
        LIVE_GATEWAY_URL: bankProxy.url,
        LIVE_GATEWAY_SECRET: bank.provider.secret,
        NODE_OPTIONS: `--import ${shiftClock}`,
        ...env,
      });
    return startMember(`worker ${index + 1}`, proxy, start);
  };
  const startIngress = async (index: number) => {
    const { proxy, env: urlsOfDatabase } = await connectThroughProxies(roles.ingress, pooled);
    const metrics = await addMetricsPort();
    let port: string | undefined;
    const start = async (env: Record<string, string>) => {
      const ingress = await startIngressProcess(postgres.url, {
        ...{ ...shared, ...metrics },
        ...urlsOfDatabase,
        PUBLIC_URL: "https://payments.example.com",
        LIVE_GATEWAY_WEBHOOK_SECRETS: bank.notificationSecret,
        RATE_LIMIT_PER_MINUTE: "1000000",
        RATE_LIMIT_VERIFY_ACCOUNT_PER_MINUTE: "1000000",
        RATE_LIMIT_IDENTITY_CHECK_PER_MINUTE: "1000000",
        ...(redisProxy !== undefined && { REDIS_URL: redisProxy.url }),
        ...(port !== undefined && { PORT: port }),
        ...env,
      });
      port = new URL(ingress.url).port;
      urls[index] = ingress.url;
      return ingress;
    };
    return startMember(`ingress ${index + 1}`, proxy, start);
  };
  const members = async (many: number, start: (index: number) => Promise<Member>) =>
    Promise.all(Array.from({ length: many }, async (_, index) => started.use(await start(index))));
  const ingresses = await members(size.ingresses, startIngress);
  const workers = await members(size.workers, startWorker);

  const clients = new EventEmitter<{ told: [] }>();
  const keep = started.move();
  return {
    ...{ postgres, ownerUrl: postgres.url, ingressRoleUrl: roles.ingress, ingresses, workers },
    crashPoints: size.points ?? crashPoints,
    ...{ clients, cluster: clustered?.cluster },
    untilTold: () => once(clients, "told", { signal: AbortSignal.timeout(60_000) }).catch(() => {}),
    ...{
      bank,
      bankProxy,
      receivers,
      merchants,
      urls,
      metricsPorts,
      redis: { url: redis.url, proxy: redisProxy },
    },
    setFaulty(isFaulty) {
      bank.setFaulty(isFaulty);
      receivers.setFaulty(isFaulty);
    },
    [Symbol.asyncDispose]: () => keep.disposeAsync(),
  };
}

async function createMerchants(url: string, many: number, receivers: Receivers): Promise<MerchantKeys[]> {
  const database = await createDatabase({ url, maxPoolSize: 1, applicationName: "faults" });
  const merchants: MerchantKeys[] = [];
  for (let index = 0; index < many; index += 1) {
    const test = await createFundedMerchant(database, BALANCE);
    const live = { ...test, environment: "live" as const };
    await setKybStatus(database, test.merchantId, "approved");
    await fund(database, live, BALANCE);
    for (const tenant of [live, test]) {
      const name = `${index}-${tenant.environment}`;
      receivers.setSecret(name, await setEndpoint(database, tenant, receivers.urlOf(name)));
    }
    merchants.push({
      ...{ live, test },
      liveKey: (await createApiKey(database, live)).secretKey,
      testKey: (await createApiKey(database, test)).secretKey,
    });
  }
  await database.end();
  return merchants;
}
