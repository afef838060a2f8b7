import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { buildOpenapi } from "../../../ingress/openapi/build-openapi.ts";
import { templateOf } from "../../../ingress/openapi/describe-operation.ts";
import { domains } from "../../../ingress/api-routes.ts";
import type { Route } from "../../../ingress/http/route.ts";
import type { Database } from "../../../sql/process/database.ts";
import { startReceiver } from "../../helpers/outside/start-receiver.ts";
import { countCredits, readBooks, readDrift, readMade, untilQuiet } from "./effects.ts";
import { findFault, parseEnvelope } from "./find-fault.ts";
import { anyRequest, type FuzzRequest } from "./requests.ts";
import { createSender, type FuzzResponse, type Sender } from "./send.ts";
import { createStock, type Secrets, type Stock } from "./stock.ts";

/** Between two refills of the stock. */
const BATCH = 400;
/** How many refused requests are repeated when nothing else happens. */
const REPEATED = 60;
/** These are refused again, whatever happened meanwhile. */
const REFUSED_FOR_GOOD = [401, 403, 404, 405, 413, 422];
/** Routes that seldom succeed by chance: a body of whole items, or one of a batch's items. See test/payout-batches. */
const needStory = new Set(["createPayoutBatch", "replaceBatchItem", "retryPayoutBatch"]);
/** Names of created things in responses. */
const NAMES = /\b(?:va|col|crd|pyt|bat|rfd|kyc)_[0-7][0-9a-z]{25}\b|\b[0-9a-f]{32}\b/g;

export type FuzzOptions = Secrets & {
  /** The ingress's address, with running workers; it runs in this process if a polluted prototype must be visible. */
  baseUrl: string;
  database: Database;
  routes: Record<string, Route>;
  seed: number;
  count: number;
  concurrency: number;
  /** Called with the number of requests sent so far. */
  onSent?: (sent: number) => void;
};

type Finding = { problem: string; times: number; request?: FuzzRequest };
/** How often each status came (0: no response), and all violations. */
export type Report = { statuses: Map<number, number>; findings: Finding[] };

type Run = Report & {
  options: FuzzOptions;
  stock: Stock;
  sender: Sender;
  successes: number;
  /** All names in the stock and in responses. */
  known: Set<string>;
  refused: FuzzRequest[];
};

/**
 * Sends `count` requests to one route, named as in the route table, and reports the results. The same seed creates the
 * same requests, whatever their number.
 */
export async function fuzzRoute(name: string, options: FuzzOptions): Promise<Report> {
  const { database, routes, baseUrl } = options;
  // Accepts every webhook, so that none is retried.
  await using receiver = await startReceiver();
  const stock = await createStock(database, { ...options, webhookUrl: receiver.url });
  const known = await readMade(database, stock.merchantIds);
  const nothing = { statuses: new Map(), findings: [], successes: 0, refused: [] };
  const run: Run = { options, stock, sender: createSender(baseUrl), known, ...nothing };
  try {
    const requests = sample(name, options);
    for (let start = 0; start < requests.length; start += BATCH) {
      options.onSent?.(start);
      await sendBatch(run, requests.slice(start, start + BATCH));
    }
    options.onSent?.(requests.length);
    if (!run.statuses.has(routes[name]!.success.status) && !needStory.has(name))
      note(run, "no request ever succeeded: the fuzzer does not reach this route");
    await untilQuiet(database);
    await expectAllTold(run);
    await expectNoEffectOfRefused(run);
    for (const problem of await readDrift(database)) note(run, `ledger: ${problem}`);
    if ("polluted" in {}) note(run, "Object.prototype is polluted");
  } finally {
    run.sender.close();
  }
  return run;
}

const document = buildOpenapi(domains, "https://api.example.test");

function sample(name: string, { routes, seed, count }: FuzzOptions): FuzzRequest[] {
  const route = routes[name]!;
  const path = templateOf(route);
  const operation = document.paths[path]![route.method]!;
  const requests = anyRequest(route.method, path, operation, document.components.schemas);
  // A separate random stream for each route, so that one can be run alone.
  const own = createHash("sha256").update(`${seed} ${name}`).digest().readInt32LE();
  return fc.sample(requests, { seed: own, numRuns: count });
}

async function sendBatch(run: Run, batch: FuzzRequest[]): Promise<void> {
  const { options, stock } = run;
  const { database, concurrency } = options;
  const before = await readMade(database, stock.merchantIds);
  await stock.refill(batch);
  for (const name of await readMade(database, stock.merchantIds)) if (!before.has(name)) run.known.add(name);

  const [credits, successes] = [await countCredits(database), run.successes];
  await atOnce(batch, concurrency, async (template) => {
    const request = stock.fill(template);
    learn(run, request, await send(run, request));
  });
  if ((await countCredits(database)) - credits > run.successes - successes)
    note(run, "more money came in than responses told of");
}

async function send(run: Run, request: FuzzRequest): Promise<FuzzResponse> {
  let response = await run.sender.send(request);
  // A busy machine has no connection free in time, and says so: whoever tries again is served.
  if ("status" in response && response.status === 503) {
    await sleep(1_000);
    response = await run.sender.send(request);
  }
  note(run, findFault(request, response, run.options.routes), request);
  return response;
}

function learn(run: Run, request: FuzzRequest, response: FuzzResponse): void {
  const status = "failure" in response ? 0 : response.status;
  run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
  if ("failure" in response || ["HEAD", "OPTIONS"].includes(request.method)) return;
  if (REFUSED_FOR_GOOD.includes(status)) run.refused.push(request);
  const body = parseEnvelope(response.text);
  if (body === undefined || "error" in body) return;
  run.successes += 1;
  for (const [name] of response.text.matchAll(NAMES)) run.known.add(name);
  if (body.meta?.nextCursor !== undefined) run.stock.add("cursor", body.meta.nextCursor);
}

/** A response named everything that requests created. */
async function expectAllTold(run: Run): Promise<void> {
  for (const name of await readMade(run.options.database, run.stock.merchantIds))
    if (!run.known.has(name)) note(run, "something was made that no response told");
}

/** A refused request is refused again when nothing else happens, and does not change the ledger. */
async function expectNoEffectOfRefused(run: Run): Promise<void> {
  const { database, concurrency } = run.options;
  const before = await readBooks(database);
  await atOnce(spread(run.refused, REPEATED), concurrency, async (request) => {
    const response = await send(run, request);
    if (!("failure" in response) && response.status < 300)
      note(run, "a refused request was accepted", request);
  });
  await untilQuiet(database);
  if (!isDeepStrictEqual(before, await readBooks(database))) note(run, "refused requests changed the ledger");
}

async function atOnce<Item>(
  items: Item[],
  concurrency: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const work = async () => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** This many of the items, evenly spread. */
function spread<Item>(items: Item[], count: number): Item[] {
  const step = Math.max(1, items.length / count);
  return Array.from({ length: Math.min(count, items.length) }, (_, n) => items[Math.floor(n * step)]!);
}

/** Counts a finding, and keeps the first request that showed it. */
function note({ findings }: Report, problem: string | undefined, request?: FuzzRequest): void {
  if (problem === undefined) return;
  const earlier = findings.find((finding) => finding.problem === problem);
  if (earlier === undefined) findings.push({ problem, times: 1, ...(request && { request }) });
  else earlier.times += 1;
}
