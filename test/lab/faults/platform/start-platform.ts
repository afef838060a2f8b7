import { EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../../scripts/postgres/find-free-port.ts";
import { createDatabase } from "../../../../sql/process/database.ts";
import { crashPoints, type CrashPoint } from "../../../../workers/queue/crash-point.ts";
import { setEndpoint } from "../../../helpers/records.ts";
import { startProxy, type Proxy } from "../../../helpers/outside/start-proxy.ts";
import { startRedis } from "../../../helpers/outside/start-redis.ts";
import { createRichMerchant, type RichMerchant } from "../../platform/create-rich-merchant.ts";
import { migrateDatabase } from "../../platform/open-databases.ts";
import { createPlatform, withoutLimits } from "../../platform/create-platform.ts";
import type { Random } from "../../random.ts";
import { startBank, type Bank } from "./start-bank.ts";
import { connectThroughProxies } from "./connect-through-proxies.ts";
import { startCluster, type FaultedCluster } from "./start-cluster.ts";
import { startDatabase, type FaultedPostgres } from "./start-database.ts";
import { startMember, type Member } from "./start-member.ts";
import { startReceivers, type Receivers } from "./start-receivers.ts";

const BALANCE = 10_000_000_000n;
const shiftClock = fileURLToPath(new URL("./shift-clock.ts", import.meta.url));

export type Platform = AsyncDisposable & {
  postgres: FaultedPostgres;
  /** Set if the database is a cluster. */
  cluster: FaultedCluster | undefined;
  /** Past the proxies, as the owner: for checks, and for faults of the server itself. */
  ownerUrl: string;
  /** The login of the ingress's role, past the proxies. */
  ingressRoleUrl: string;
  ingresses: Member[];
  workers: Member[];
  /** Between the workers and the bank. */
  bankProxy: Proxy;
  bank: Bank;
  receivers: Receivers;
  redis: { url: string | undefined; proxy: Proxy | undefined };
  merchants: RichMerchant[];
  /** The points at which faults kill and pause workers. */
  crashPoints: readonly CrashPoint[];
  /** Where each process serves its metrics, also after restarts. */
  metricsPorts: number[];
  /** Where clients reach the ingress processes. */
  urls: string[];
  /** Emits `told` when a client gets a resource that it requested. */
  clients: EventEmitter<{ told: [] }>;
  /** Resolves at the next `told`, or after a minute. */
  untilTold(): Promise<unknown>;
  /** Whether bank and receivers misbehave from now on. */
  setFaulty(isFaulty: boolean): void;
};

/**
 * Starts everything that a run needs, from this repository, on loopback: PostgreSQL, Redis if installed, ingress and
 * worker processes with a proxy each to the database, the bank, the receivers, and merchants with money.
 */
export async function startPlatform(
  size: {
    ingresses: number;
    workers: number;
    merchants: number;
    bankMisbehaves?: number;
    points?: readonly CrashPoint[];
    cluster: boolean;
    /** Further settings of the processes. */
    env?: { ingress: Record<string, string>; worker: Record<string, string> };
  },
  random: Random,
): Promise<Platform> {
  await using started = new AsyncDisposableStack();
  const clustered = size.cluster ? await startCluster() : undefined;
  const postgres = started.use(clustered ?? (await startDatabase()));
  const database = await migrateDatabase(postgres.url);
  const { ownerUrl, ingressUrl, workersUrl } = database;
  const logins = [ingressUrl, workersUrl].map((url) => new URL(url));
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
  const merchants = await createMerchants(ownerUrl, size.merchants, receivers);

  const { secret } = bank.provider;
  const processes = createPlatform(database, {
    url: bankProxy.url,
    secret,
    notificationSecret: bank.notificationSecret,
  });
  const metricsPorts: number[] = [];
  const connect = async (roleUrl: string) => {
    const { proxy, env } = await connectThroughProxies(roleUrl, pooled);
    const port = await findFreePort();
    metricsPorts.push(port);
    return { proxy, env: { ...env, METRICS_PORT: `${port}` } };
  };
  const startWorker = async (index: number) => {
    const { proxy, env } = await connect(workersUrl);
    const shifted = { ...env, NODE_OPTIONS: `--import ${shiftClock}`, ...size.env?.worker };
    return startMember(`worker ${index + 1}`, proxy, (own) => processes.startWorker({ ...shifted, ...own }));
  };
  const startIngress = async (index: number) => {
    const { proxy, env } = await connect(ingressUrl);
    const PORT = `${await findFreePort()}`;
    urls[index] = `http://127.0.0.1:${PORT}`;
    const limits = { ...withoutLimits, ...(redisProxy !== undefined && { REDIS_URL: redisProxy.url }) };
    return startMember(`ingress ${index + 1}`, proxy, (own) =>
      processes.startIngress({ ...env, ...limits, ...size.env?.ingress, PORT, ...own }),
    );
  };
  const members = async (many: number, start: (index: number) => Promise<Member>) =>
    Promise.all(Array.from({ length: many }, async (_, index) => started.use(await start(index))));
  const ingresses = await members(size.ingresses, startIngress);
  const workers = await members(size.workers, startWorker);

  const clients = new EventEmitter<{ told: [] }>();
  const keep = started.move();
  return {
    postgres,
    ownerUrl,
    ingressRoleUrl: ingressUrl,
    ingresses,
    workers,
    crashPoints: size.points ?? crashPoints,
    clients,
    cluster: clustered?.cluster,
    untilTold: () => once(clients, "told", { signal: AbortSignal.timeout(60_000) }).catch(() => {}),
    bank,
    bankProxy,
    receivers,
    merchants,
    urls,
    metricsPorts,
    redis: { url: redis.url, proxy: redisProxy },
    setFaulty(isFaulty) {
      bank.setFaulty(isFaulty);
      receivers.setFaulty(isFaulty);
    },
    [Symbol.asyncDispose]: () => keep.disposeAsync(),
  };
}

async function createMerchants(url: string, many: number, receivers: Receivers): Promise<RichMerchant[]> {
  const database = await createDatabase({ url, maxPoolSize: 1, applicationName: "faults" });
  const merchants: RichMerchant[] = [];
  for (let index = 0; index < many; index += 1) {
    const merchant = await createRichMerchant(database, { test: BALANCE, live: BALANCE });
    for (const tenant of [merchant.live, merchant.test]) {
      const name = `${index}-${tenant.environment}`;
      receivers.setSecret(name, await setEndpoint(database, tenant, receivers.urlOf(name)));
    }
    merchants.push(merchant);
  }
  await database.end();
  return merchants;
}
