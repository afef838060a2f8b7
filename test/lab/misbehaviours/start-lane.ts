import pg from "pg";
import { createDatabase } from "../../../sql/process/database.ts";
import { createClient, type Client } from "../client/careful-client.ts";
import { startMonnify, type Monnify } from "../../gateways/monnify/start-monnify.ts";
import { startPaystack, type Paystack } from "../../gateways/paystack/start-paystack.ts";
import { startTestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { resolveDestination } from "../../helpers/records.ts";
import { createRichMerchant, type RichMerchant } from "../platform/create-rich-merchant.ts";
import type { LabDatabase } from "../platform/open-databases.ts";
import { withoutLimits } from "../platform/create-platform.ts";
import { createPaidCollection } from "../../refunds/create-collection.ts";
import { keepWorkers, type RunningWorkers } from "./keep-workers.ts";
import { ENOUGH, SLOW_BANK, type Status } from "./misbehaviour.ts";

const MERCHANTS = 3;
/** With more, a process would remember so many calls that a misbehaving provider gets few more. */
const CASES_EACH = 4;
/** Each merchant's initial balance, in kobo, which came in for as many collections: each has 100 refunds at most. */
export const FUNDS = 10_000_000_000n;
const COLLECTIONS = 10;
/** A transfer's outcome, by account. */
const outcomes: Record<string, Status> = {
  "0000000001": "succeeded",
  "0000000002": "failed",
  "0000000003": "pending",
  "0000000004": "succeeded",
};

type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A merchant, and what its payers paid for. */
type Seller = RichMerchant & { collections: string[] };

/** A separate platform: a database, an ingress, merchants with money, and two providers. */
export type Lane = AsyncDisposable & {
  url: string;
  /** Runs a statement as the owner of the database. */
  query: Query;
  merchants: Seller[];
  client: Client;
  paystack: Paystack;
  monnify: Monnify;
  /** The payouts' destinations. */
  destinations: { bankCode: string; accountNumber: string; accountName: string }[];
  /**
   * Starts two processes of workers, each of which prefers another provider; or keeps the running ones, which have
   * forgotten the providers' earlier cases.
   */
  renewWorkers(options: { isNewCase: boolean }): Promise<void>;
};

export async function startLane(database: LabDatabase): Promise<Lane> {
  await using started = new AsyncDisposableStack();
  const [paystack, monnify] = [started.use(await startPaystack()), started.use(await startMonnify())];
  for (const provider of [paystack, monnify]) {
    Object.assign(provider, { balance: ENOUGH, retryAfterS: 1 });
    for (const [account, status] of Object.entries(outcomes)) provider.outcomes.set(account, { status });
  }
  const destinations = [SLOW_BANK, "044"].flatMap((bankCode) =>
    Object.keys(outcomes).map((accountNumber) => ({ bankCode, accountNumber, accountName: "ADAEZE OKAFOR" })),
  );
  const merchants = await createMerchants(database.ownerUrl, destinations);
  const keys = { webhookSecrets: { paystack: [paystack.secret], monnify: [monnify.secret] } };
  const settings = { ...withoutLimits, DATABASE_URL: database.ingressUrl, LOG_LEVEL: "silent" };
  const { url } = started.use(await startTestIngress(database.ownerUrl, keys, settings));
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  // Running statements then fail with an error.
  pool.on("error", () => {});
  started.defer(() => pool.end());
  let workers: RunningWorkers | undefined;
  let cases = 0;
  started.defer(() => workers?.[Symbol.asyncDispose]());
  const keep = started.move();
  return {
    url,
    merchants,
    paystack,
    monnify,
    destinations,
    query: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await pool.query<Row>(text, values)).rows,
    client: createClient(
      () => [url],
      () => {},
    ),
    async renewWorkers({ isNewCase }) {
      cases += isNewCase ? 1 : 0;
      if (workers !== undefined && !workers.hasOpenBreaker() && cases <= CASES_EACH) return;
      await workers?.[Symbol.asyncDispose]();
      workers = undefined;
      workers = await startBoth(database, { ...paystack.env, ...monnify.env });
      cases = 1;
    },
    [Symbol.asyncDispose]: () => keep.disposeAsync(),
  };
}

async function createMerchants(url: string, destinations: Lane["destinations"]): Promise<Seller[]> {
  const database = await createDatabase({ url, maxPoolSize: 1, applicationName: "misbehaviours" });
  const merchants: Seller[] = [];
  for (let count = 0; count < MERCHANTS; count += 1) {
    const merchant = await createRichMerchant(database, {});
    const collections: string[] = [];
    while (collections.length < COLLECTIONS)
      collections.push(await createPaidCollection(database, merchant.live, FUNDS / BigInt(COLLECTIONS)));
    for (const destination of destinations) await resolveDestination(database, merchant.live, destination);
    merchants.push({ ...merchant, collections });
  }
  await database.end();
  return merchants;
}

async function startBoth(
  { ownerUrl, workersUrl }: LabDatabase,
  providers: Record<string, string>,
): Promise<RunningWorkers> {
  await using started = new AsyncDisposableStack();
  const orders = ["paystack,monnify", "monnify,paystack"];
  const keep = (order: string) =>
    keepWorkers(ownerUrl, {
      ...providers,
      LIVE_GATEWAYS: order,
      DATABASE_URL: workersUrl,
      WORKER_CONCURRENCY: "4",
      WEBHOOK_CONCURRENCY: "1",
    });
  const all = await Promise.all(orders.map(async (order) => started.use(await keep(order))));
  const running = started.move();
  return {
    hasOpenBreaker: () => all.some((each) => each.hasOpenBreaker()),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
