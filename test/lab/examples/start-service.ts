import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { readConfig as readIngressConfig } from "../../../ingress/config.ts";
import { startIngress } from "../../../ingress/start-ingress.ts";
import { createDatabase, type Database } from "../../../sql/process/database.ts";
import { migrate } from "../../../sql/install/migrate.ts";
import { createApiKey } from "../../../sql/keys/api-keys.ts";
import { createMerchant, setKybStatus } from "../../../sql/merchants/merchants.ts";
import { readConfig as readWorkerConfig } from "../../../workers/config.ts";
import { startWorkers } from "../../../workers/start-workers.ts";
import { openRoles } from "../../../scripts/postgres/open-roles.ts";
import { startThrowawayPostgres } from "../../../scripts/postgres/start-throwaway-postgres.ts";

/** The public URL of the service in the recorded examples. */
const PUBLIC_URL = "https://payments.example.com";

type Keys = Record<"all" | "narrow" | "elsewhere" | "live", string>;

export type Service = {
  url: string;
  /** Keys of one unverified merchant: with every scope, with one, for another network, for live. */
  keys: Keys;
  /** The merchant's webhook URL; it accepts every delivery. */
  receiverUrl: string;
  /** The secret that the live gateway's provider signs with. */
  providerSecret: string;
  /** The deliveries that it received, oldest first. */
  delivered: Delivery[];
  /** Runs `play` while the workers are paused. */
  withoutWorkers: (play: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
};

export type Delivery = { headers: IncomingHttpHeaders; body: { type: string } };

/** Starts a temporary service: PostgreSQL (its folder is removed at the end), ingress, workers and a merchant. */
export async function startService(): Promise<Service> {
  // A live gateway, which is recorded too, demands a durable database.
  const postgres = await startThrowawayPostgres({ durable: true });
  await migrate(postgres.url);
  const providerSecret = randomBytes(32).toString("hex");
  const encryptionKey = randomBytes(32).toString("base64");
  const environment = {
    SERVICE_ENCRYPTION_KEY: encryptionKey,
    PUBLIC_URL,
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    LIVE_GATEWAYS: "http",
    // Nothing listens there: only the provider's notifications to us are recorded.
    LIVE_GATEWAY_URL: "http://127.0.0.1:9",
    LIVE_GATEWAY_SECRET: randomBytes(32).toString("hex"),
    LIVE_GATEWAY_WEBHOOK_SECRETS: providerSecret,
  };
  const { urls } = await openRoles({ url: postgres.url, secret: encryptionKey, isOurs: true });
  const log = pino({ level: "silent" });
  const ingressConfig = readIngressConfig({ ...environment, DATABASE_URL: urls.ingress });
  const ingress = await startIngress({ ...ingressConfig, host: "127.0.0.1", port: 0 }, log);
  const startAll = () =>
    startWorkers(readWorkerConfig({ ...environment, DATABASE_URL: urls.workers }), log, (reason, error) => {
      throw new Error(`workers ended: ${reason}`, { cause: error });
    });
  let workers = await startAll();
  const receiver = await startReceiver();

  const database = await createDatabase({ url: postgres.url, maxPoolSize: 1, applicationName: "examples" });
  const keys = await createCredentials(database);
  await database.end();

  return {
    url: `http://127.0.0.1:${ingress.port}`,
    keys,
    receiverUrl: receiver.url,
    providerSecret,
    delivered: receiver.delivered,
    withoutWorkers: async (play) => {
      await workers.stop();
      await play();
      workers = await startAll();
    },
    stop: async () => {
      await workers.stop();
      await ingress.stop();
      receiver.close();
      await postgres.stop();
    },
  };
}

async function createCredentials(database: Database): Promise<Keys> {
  const { id: merchantId } = await createMerchant(database, "Kaduna Books", "owner@kadunabooks.example");
  const tenant = { merchantId, environment: "test" as const };
  const create = async (key: Partial<Parameters<typeof createApiKey>[1]>) =>
    (await createApiKey(database, { ...tenant, ...key })).secretKey;
  // The live key of a merchant whose approval was taken back.
  await setKybStatus(database, merchantId, "approved");
  const live = await create({ environment: "live" });
  await setKybStatus(database, merchantId, "draft");
  return {
    all: await create({}),
    narrow: await create({ scopes: ["balances:read"] }),
    elsewhere: await create({ allowedCidrs: ["203.0.113.0/24"] }),
    live,
  };
}

/** A merchant's webhook endpoint that acknowledges everything. */
async function startReceiver() {
  const delivered: Delivery[] = [];
  const server = createServer(async (request, response) => {
    delivered.push({ headers: request.headers, body: JSON.parse(await text(request)) as Delivery["body"] });
    response.writeHead(200).end("received");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    delivered,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
