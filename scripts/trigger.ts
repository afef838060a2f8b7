import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import {
  SANDBOX_PHONE,
  sandboxAccounts,
  sandboxIdentities,
} from "../workers/gateways/sandbox/create-sandbox-gateway.ts";
import { readDemo } from "./start/read-demo.ts";

/**
 * `npm run -s trigger -- collection.success --key sk_test_…`: makes an event of a type happen through the sandbox, and
 * prints one JSON document with its reference. What goes wrong is printed as one on stderr, with exit code 1.
 */
const HAPPENS_WITHIN_MS = 30_000;
const POLL_MS = 200;

const referred = z.object({ reference: z.string() });
const account = referred.extend({ collection: referred });
const verified = z.object({ bankCode: z.string(), accountNumber: z.string(), accountName: z.string() });
const balances = z.array(z.object({ available: z.object({ value: z.int(), currency: z.string() }) }));
const events = z.array(referred.extend({ data: z.looseObject({ reference: z.string().optional() }) }));
const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

type Call = <Schema extends z.ZodType>(
  method: "GET" | "POST",
  path: string,
  data: Schema,
  body?: object,
  headers?: Record<string, string>,
) => Promise<z.output<Schema>>;

/** What the user can mend. */
class Mistake extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** How each type of event is made to happen; each returns the reference of what the event is about. */
const triggers: Record<string, (call: Call) => Promise<string>> = {
  "collection.success": async (call) => {
    const { reference, collection } = await openAccount(call, 5_000);
    await pay(call, reference);
    return collection.reference;
  },
  "collection.underpaid": async (call) => {
    const { reference, collection } = await openAccount(call, 5_000);
    await pay(call, reference, { amount: naira(2_000) });
    return collection.reference;
  },
  // Moves the test clock a minute ahead, for all that the merchant has in the test environment.
  "collection.expired": async (call) => {
    const { collection } = await openAccount(call, 5_000);
    await call("POST", "/v1/sandbox/clock/advance", z.unknown(), { minutes: 1 });
    return collection.reference;
  },
  "payout.succeeded": (call) => payOut(call, "0123456789"),
  "payout.failed": (call) => payOut(call, sandboxAccounts.payoutFails),
  "payout.reversed": (call) => payOut(call, sandboxAccounts.payoutReverses),
  "kyc.succeeded": (call) => checkBvn(call, SANDBOX_PHONE),
  "kyc.failed": (call) => checkBvn(call, "08099999999"),
};

try {
  console.log(JSON.stringify(await trigger(process.argv.slice(2))));
} catch (error) {
  const code = error instanceof Mistake ? error.code : "INTERNAL_ERROR";
  console.error(JSON.stringify({ error: { code, message: (error as Error).message } }));
  process.exitCode = 1;
}

async function trigger(args: string[]): Promise<object> {
  const { type, url, key } = await readOptions(args);
  const call = createCall(url, key);
  if (type === "webhook.test") {
    const { reference } = await call("POST", "/v1/webhook-endpoint/test", referred);
    return { event: reference, type };
  }
  const resource = await triggers[type]!(call);
  return { event: await findEvent(call, type, resource), type, resource };
}

async function readOptions(args: string[]): Promise<{ type: string; url: string; key: string }> {
  const types = [...Object.keys(triggers), "webhook.test"];
  const usage = `trigger <type> [--key sk_test_...] [--url http://127.0.0.1:3000]; the types are ${types.join(", ")}`;
  const { positionals, values } = parseFlags(args, usage);
  const [type = "", ...more] = positionals;
  if (!types.includes(type) || more.length > 0) throw new Mistake("USAGE", usage);

  const demo = values.url === undefined ? await readDemo() : undefined;
  const key = values.key ?? demo?.secretKey;
  if (key === undefined) throw new Mistake("USAGE", `give a test key with --key: ${usage}`);
  // With a live key, real people would be checked.
  if (!key.startsWith("sk_test_")) {
    throw new Mistake(
      "SANDBOX_TEST_KEY_REQUIRED",
      "events are made in the sandbox: --key takes a test key, sk_test_...",
    );
  }
  return { type, key, url: (values.url ?? demo?.baseUrl ?? "http://127.0.0.1:3000").replace(/\/+$/, "") };
}

function parseFlags(args: string[], usage: string) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { key: text, url: text } });
  } catch (error) {
    throw new Mistake("USAGE", `${(error as Error).message} (${usage})`);
  }
}

function naira(value: number) {
  return { value: value * 100, currency: "NGN" };
}

/** An account that expects so many naira for a minute. */
async function openAccount(call: Call, amount: number): Promise<z.output<typeof account>> {
  return call("POST", "/v1/virtual-accounts", account, {
    customerEmail: "payer@example.com",
    amount: naira(amount),
    expiresInMinutes: 1,
  });
}

async function pay(call: Call, virtualAccountReference: string, more: object = {}): Promise<void> {
  const body = { virtualAccountReference, ...more };
  await call("POST", "/v1/sandbox/simulate/collection-success", z.unknown(), body);
}

/** Pays out 100 naira; where there is less, money is brought in first, which is an event of its own. */
async function payOut(call: Call, accountNumber: string): Promise<string> {
  const amount = naira(100);
  const held = await call("GET", "/v1/balances", balances);
  const { value = 0 } = held.find(({ available }) => available.currency === "NGN")?.available ?? {};
  if (value < amount.value) await pay(call, (await openAccount(call, 10_000)).reference);
  const destination = await call("POST", "/v1/banks/verify-account", verified, {
    bankCode: "058",
    accountNumber,
  });
  const headers = { "idempotency-key": randomUUID() };
  return (await call("POST", "/v1/payouts", referred, { amount, destination }, headers)).reference;
}

async function checkBvn(call: Call, phone: string): Promise<string> {
  const body = { bvn: sandboxIdentities.onePhoneOnly, phone };
  return (await call("POST", "/v1/kyc/bvn", referred, body)).reference;
}

/** The event of a type about a resource, once it has happened. */
async function findEvent(call: Call, type: string, resource: string): Promise<string> {
  for (const start = Date.now(); ; await sleep(POLL_MS)) {
    const newest = await call("GET", `/v1/events?type=${type}&limit=100`, events);
    const found = newest.find(({ data }) => data.reference === resource);
    if (found !== undefined) return found.reference;
    if (Date.now() - start > HAPPENS_WITHIN_MS) {
      throw new Mistake("TIMEOUT", `${type} of ${resource} has not happened yet: are workers running?`);
    }
  }
}

function createCall(url: string, key: string): Call {
  return async (method, path, data, body, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new Mistake(
        "NO_ANSWER",
        `nobody answers at ${url}: run npm start, or name the service with --url`,
      );
    });
    const answer: unknown = await response.json().catch(() => undefined);
    const refused = refusal.safeParse(answer).data;
    if (refused !== undefined) throw new Mistake(refused.error.code, `${path}: ${refused.error.message}`);
    const answered = data.safeParse((answer as { data?: unknown } | undefined)?.data);
    if (!answered.success) {
      throw new Mistake("NO_ANSWER", `what answers at ${url} is not the service: check --url`);
    }
    return answered.data;
  };
}
