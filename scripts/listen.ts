import { request as requestInClear } from "node:http";
import { request as requestEncrypted } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

/**
 * `npm run -s listen -- --forward-to http://localhost:4242/hook --key sk_test_…`: prints each event as it happens and
 * brings it to a receiver on this machine, once, signed as a delivery to the webhook endpoint would be.
 *
 * It needs nothing but Node 24, so this file can be copied to wherever a receiver is being written.
 */
const usage = `Usage: listen [--forward-to http://localhost:4242/hook] [--key sk_test_...]
              [--url http://127.0.0.1:3000] [--events collection.success,payout.failed]

  --key         the secret key of the environment whose events you want
  --forward-to  a receiver on this machine; without it, events are only printed
  --url         where the service is
  --events      only these types, separated by commas
  --help        print this

--url and --key default to what npm start runs here.`;

const POLL_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** The time limit of a delivery. */
const RECEIVER_MS = 15_000;
const API_MS = 10_000;
/** How much of a refusal's body is shown. */
const SHOWN_CHARACTERS = 500;
/** Each poll starts this many events, and this long, before the newest: some appear out of order. */
const OVERLAP_EVENTS = 20;
const OVERLAP_MS = 60_000;

type Options = {
  url: string;
  key: string;
  forwardTo: URL | undefined;
  types: string[];
  /** Whether this is the merchant of npm start, whose events are signed although it has no endpoint at first. */
  isDemo: boolean;
};
type Event = { reference: string; type: string; createdAt: string };
type Page = { data: Event[]; meta: { nextCursor?: string } };
type Signed = { data: { body: string; headers: Record<string, string> } };
type Refusal = { code: string; message: string; details?: Record<string, string> };

/** An error that the user can fix: shown without a stack trace. */
class Mistake extends Error {}

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
// The demo that uses this is gone, perhaps killed.
process.once("disconnect", () => stop.abort());
process.channel?.unref();

const flags = process.argv.slice(2);
try {
  if (flags.includes("--help") || flags.includes("-h")) console.log(usage);
  else await listen(await readOptions(flags));
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(error instanceof Mistake ? error.message : error);
    process.exitCode = 1;
  }
}
if (stop.signal.aborted) console.error("Stopped.");

/**
 * Prints and forwards new events, oldest first, until it is stopped. Raises Mistake for errors that the user can fix.
 */
async function listen(options: Options): Promise<void> {
  const call = createCall(options);
  if (!options.isDemo) await call("GET", "/v1/webhook-endpoint");
  for (const type of options.types) await call("GET", `/v1/events?limit=1&type=${encodeURIComponent(type)}`);

  const takeNew = await followEvents(call);
  const where = options.forwardTo === undefined ? "" : `, forwarding to ${options.forwardTo.href}`;
  const environment = options.key.startsWith("sk_live_") ? "live" : "test";
  console.error(`Listening for ${environment} events of ${options.url}${where}. Ctrl-C stops.`);
  // To the demo that uses this.
  process.send?.("listening");
  while (!stop.signal.aborted) {
    for (const event of await takeNew()) {
      if (options.types.length > 0 && !options.types.includes(event.type)) continue;
      const line = `${event.createdAt}  ${event.type.padEnd(20)}  ${event.reference}`;
      if (options.forwardTo === undefined) {
        console.log(line);
        continue;
      }
      const signed = (await call("POST", `/v1/events/${event.reference}/sign`)) as Signed;
      console.log(`${line}  ${await forward(options.forwardTo, signed.data)}`);
    }
    await sleep(POLL_MS, undefined, { signal: stop.signal });
  }
}

type Call = (method: "GET" | "POST", path: string) => Promise<unknown>;

/**
 * Returns a function that returns the events since its last call, oldest first. It uses the events' own times: in the
 * test environment the service's clock may be far ahead of ours.
 */
async function followEvents(call: Call): Promise<() => Promise<Event[]>> {
  /** Newest first, limited to the overlap. */
  let known: Event[] = [];

  const startOfOverlap = () => {
    const [newest, place] = [known[0], known[OVERLAP_EVENTS - 1]];
    // Everything fits into one page.
    if (newest === undefined || place === undefined) return undefined;
    return new Date(
      Math.min(Date.parse(newest.createdAt) - OVERLAP_MS, Date.parse(place.createdAt)),
    ).toISOString();
  };

  const takeNew = async () => {
    const from = startOfOverlap();
    const listed = await listEvents(call, from);
    const seen = new Set(known.map(({ reference }) => reference));
    const fresh = listed.filter(({ reference }) => !seen.has(reference));
    known = [...fresh, ...known].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
    const forgotten = startOfOverlap();
    known = known.filter(({ createdAt }) => forgotten === undefined || createdAt >= forgotten);
    return fresh.reverse();
  };

  // Earlier events are not new.
  known = ((await call("GET", `/v1/events?limit=${OVERLAP_EVENTS}`)) as Page).data;
  await takeNew();
  return takeNew;
}

/** All events since a moment, newest first. */
async function listEvents(call: Call, from: string | undefined): Promise<Event[]> {
  const events: Event[] = [];
  for (let cursor: string | undefined; ;) {
    const query = new URLSearchParams({ limit: "100" });
    if (from !== undefined) query.set("createdFrom", from);
    if (cursor !== undefined) query.set("cursor", cursor);
    const { data, meta } = (await call("GET", `/v1/events?${query}`)) as Page;
    events.push(...data);
    if (meta.nextCursor === undefined) return events;
    cursor = meta.nextCursor;
  }
}

/** Posts the signed event once, and describes the receiver's response. */
async function forward(url: URL, { body, headers }: Signed["data"]): Promise<string> {
  const start = performance.now();
  const took = () => `(${Math.round(performance.now() - start)} ms)`;
  try {
    const { status, text } = await post(url, body, headers);
    if (status >= 200 && status < 300) return `→ ${status} ${took()}`;
    const excerpt = text
      .slice(0, SHOWN_CHARACTERS)
      .replace(/\p{Cc}+/gu, " ")
      .trim();
    return `→ ${status}, which counts as a failure ${took()}${excerpt === "" ? "" : `: ${excerpt}`}`;
  } catch (error) {
    if (stop.signal.aborted) return "→ stopped before the response came";
    const { code, name } = error as NodeJS.ErrnoException;
    if (name === "TimeoutError") return `→ no complete response within ${RECEIVER_MS / 1000} s`;
    if (code === "ECONNREFUSED") return `→ nobody listens at ${url.origin}: start your receiver there`;
    return `→ ${url.origin} cannot be reached: ${code ?? name}`;
  }
}

/** Follows no redirect, as deliveries don't either. */
function post(
  url: URL,
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const request = url.protocol === "https:" ? requestEncrypted : requestInClear;
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(RECEIVER_MS)]);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(signal.aborted ? signal.reason : error);
    const sent = request(url, { method: "POST", headers, signal, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        if (text.length < SHOWN_CHARACTERS) text += chunk;
      });
      response.on("error", fail);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", fail);
    // Sent in one piece, so that Node adds a Content-Length.
    sent.end(body);
  });
}

/**
 * Returns the function that calls the service. It retries with growing waits while the service is down or busy, and
 * raises Mistake if a retry does not help.
 */
function createCall({ url, key }: Options): Call {
  return async (method, path) => {
    for (let failures = 0; ; failures += 1) {
      const outcome = await callService(method, `${url}${path}`, key);
      if (outcome.kind === "done") {
        if (failures > 0) console.error(`${url} responds again.`);
        return outcome.body;
      }
      if (outcome.kind === "refused") throw new Mistake(explain(outcome.status, outcome.refusal, path));
      if (failures === 0) console.error(`${outcome.reason} Trying again; Ctrl-C stops.`);
      const wait = Math.min(LONGEST_WAIT_MS, Math.max(POLL_MS * 2 ** failures, outcome.waitMs));
      await sleep(wait, undefined, { signal: stop.signal });
    }
  };
}

type Answer =
  | { kind: "done"; body: unknown }
  | { kind: "refused"; status: number; refusal: Refusal }
  | { kind: "away"; reason: string; waitMs: number };

async function callService(method: string, url: string, key: string): Promise<Answer> {
  const { origin } = new URL(url);
  const away = (reason: string, waitMs = 0): Answer => ({ kind: "away", reason, waitMs });
  let response: Response;
  let text: string;
  try {
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(API_MS)]);
    response = await fetch(url, { method, headers: { authorization: `Bearer ${key}` }, signal });
    text = await response.text();
  } catch {
    stop.signal.throwIfAborted();
    return away(`The service does not respond at ${origin}: is it running (npm start), and is --url right?`);
  }
  const { status } = response;
  const waitMs = (Number(response.headers.get("retry-after")) || 0) * 1000;
  if (status === 429) return away("The key has made too many requests.", waitMs);
  if (status >= 500) return away(`The service at ${origin} responds with ${status}.`, waitMs);
  const body = parse(text);
  if (response.ok && body?.data !== undefined) return { kind: "done", body };
  if (body?.error !== undefined) return { kind: "refused", status, refusal: body.error };
  throw new Mistake(`What responds at ${origin} is not the service: check --url.`);
}

function parse(text: string): { data?: unknown; error?: Refusal } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What to do about a refusal. */
function explain(status: number, { code, message, details }: Refusal, path: string): string {
  const isAboutEndpoint = path === "/v1/webhook-endpoint" || path.endsWith("/sign");
  if (isAboutEndpoint && (status === 404 || status === 409)) {
    return 'There is no webhook endpoint, whose secret signs the events. Set one, on any public address: PUT /v1/webhook-endpoint {"url": "https://example.com/webhooks"} with the same key.';
  }
  if (status === 401) return `The service does not accept the key: check --key. (${code}: ${message})`;
  if (code === "SCOPE_INSUFFICIENT") return "The key needs the scopes events:read and events:write.";
  if (details?.["type"] !== undefined) return `--events: each type ${details["type"]}`;
  return `${path}: ${code}, ${message}`;
}

async function readOptions(args: string[]): Promise<Options> {
  const values = parseFlags(args);
  const demo = values.url === undefined ? await findDemo() : undefined;
  const url = values.url ?? demo?.baseUrl ?? "http://127.0.0.1:3000";
  const key = values.key ?? demo?.secretKey;
  if (key === undefined)
    throw new Mistake(`Give the secret key whose events are meant: --key sk_test_...\n\n${usage}`);
  return {
    isDemo: values.key === undefined,
    url: httpUrl("--url", url).href.replace(/\/+$/, ""),
    key,
    forwardTo: values["forward-to"] === undefined ? undefined : httpUrl("--forward-to", values["forward-to"]),
    types: (values.events ?? "")
      .split(",")
      .map((type) => type.trim())
      .filter((type) => type !== ""),
  };
}

function httpUrl(flag: string, text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new Mistake(`${flag} must be an http or https URL, such as http://localhost:4242/hook.`);
}

function parseFlags(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ args, options: { url: text, key: text, "forward-to": text, events: text } }).values;
  } catch (error) {
    throw new Mistake(`${(error as Error).message}\n\n${usage}`);
  }
}

/** What npm start runs, if this file is in the project; nothing in a copy elsewhere. */
async function findDemo(): Promise<{ baseUrl: string; secretKey: string } | undefined> {
  const { readDemo } = await import("./start/read-demo.ts").catch(() => ({ readDemo: undefined }));
  return readDemo?.();
}
