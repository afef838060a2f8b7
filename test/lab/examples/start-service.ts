import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createApiKey } from "../../../sql/keys/api-keys.ts";
import { createMerchant, setKybStatus } from "../../../sql/merchants/merchants.ts";
import { createDatabase, type Database } from "../../../sql/process/database.ts";
import { startReceiver } from "../../helpers/outside/start-receiver.ts";
import { createPlatform, stopAll } from "../platform/create-platform.ts";
import { openDatabases } from "../platform/open-databases.ts";
import type { Tenant } from "../../../sql/merchants/tenant.ts";
import { givePolicy } from "../../approvals/team.ts";
import { asOperator } from "../../helpers/as-operator.ts";

type Keys = Record<"all" | "narrow" | "approving" | "elsewhere" | "live", string>;

export type Service = AsyncDisposable & {
  url: string;
  /** Keys of one unverified merchant: with every default scope, with one, to approve, for another network, for live. */
  keys: Keys;
  /** The merchant's webhook URL; it accepts every delivery. */
  receiverUrl: string;
  /** The secret with which the live gateway's provider signs. */
  providerSecret: string;
  /** The deliveries that it received, oldest first. */
  delivered: Delivery[];
  /** Payouts above ₦100,000 need approval while `play` runs. */
  withPolicy: (play: () => Promise<void>) => Promise<void>;
  /** Runs `play` while the workers are paused. */
  withoutWorkers: (play: () => Promise<void>) => Promise<void>;
};

export type Delivery = { headers: IncomingHttpHeaders; body: { type: string } };

/** Starts a temporary service with a merchant, and a live gateway at which nothing listens. */
export async function startService(): Promise<Service> {
  await using started = new AsyncDisposableStack();
  // A live gateway demands a durable database.
  const databases = started.use(await openDatabases({ durable: true }));
  const urls = await databases.create();
  const providerSecret = randomBytes(32).toString("hex");
  const { startIngress, startWorker } = createPlatform(urls, {
    url: "http://127.0.0.1:9",
    notificationSecret: providerSecret,
  });
  const ingress = started.use(await startIngress());
  let worker = startWorker();
  started.defer(() => stopAll([worker]));
  const delivered: Delivery[] = [];
  const receiver = started.use(
    await startReceiver((response, { headers, body }) => {
      delivered.push({ headers, body: JSON.parse(body.toString("utf8")) as Delivery["body"] });
      response.writeHead(200).end("received");
    }),
  );

  const database = await createDatabase({ url: urls.ownerUrl, maxPoolSize: 1, applicationName: "examples" });
  const { keys, tenant } = await createCredentials(database);
  started.defer(() => database.end());
  await Promise.all([ingress.ready, worker.ready]);
  const keep = started.move();
  return {
    url: ingress.url,
    keys,
    receiverUrl: receiver.url,
    providerSecret,
    delivered,
    withPolicy: async (play) => {
      await givePolicy(database, tenant, { amountMax: 10_000_000 });
      await play();
      await givePolicy(database, tenant, {});
    },
    withoutWorkers: async (play) => {
      await stopAll([worker]);
      await play();
      worker = startWorker();
      await worker.ready;
    },
    [Symbol.asyncDispose]: () => keep.disposeAsync(),
  };
}

async function createCredentials(database: Database): Promise<{ keys: Keys; tenant: Tenant }> {
  const { id: merchantId } = await createMerchant(database, {
    name: "Kaduna Books",
    email: "owner@kadunabooks.example",
    acting: {},
  });
  const tenant = { merchantId, environment: "test" as const };
  const create = async (key: Partial<Parameters<typeof createApiKey>[1]>) =>
    (await createApiKey(database, { ...tenant, ...key, ...asOperator })).secretKey;
  // The live key of a merchant whose approval was revoked.
  await setKybStatus(database, { merchantId, status: "approved", acting: {} });
  const live = await create({ environment: "live" });
  await setKybStatus(database, { merchantId, status: "draft", acting: {} });
  const keys = {
    all: await create({}),
    narrow: await create({ scopes: ["balances:read"] }),
    approving: await create({ scopes: ["payouts:approve"] }),
    elsewhere: await create({ allowedCidrs: ["203.0.113.0/24"] }),
    live,
  };
  return { keys, tenant };
}
