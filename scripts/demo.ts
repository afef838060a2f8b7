import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { readDataDir } from "./config.ts";
import { DEMO_WEBHOOK_PORT } from "./start/demo-webhook.ts";
import { readDemo, type DemoAccess } from "./start/read-demo.ts";
import {
  verifyWebhook,
  type WebhookEvent,
  type WebhookVerificationError,
} from "./examples/webhook-receiver/verify-webhook.js";

/**
 * `npm run demo`: plays a merchant's backend against the service that `npm start` runs, and prints each step with how
 * long it took. The webhook receiver listens where `npm start` pointed the demo merchant's
 * endpoint.
 */
const ARRIVES_WITHIN_MS = 30_000;

const money = z.object({ value: z.int(), currency: z.string() });
const balances = z.array(z.object({ currency: z.string(), available: money, reserved: money }));

try {
  await playDemo();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function playDemo(): Promise<void> {
  const settings = await requireDemo();
  const events = await listen(settings.webhookSecret);
  const call = caller(settings);
  try {
    const account = await step("Create a virtual account for ₦5,000", async () =>
      z.object({ reference: z.string(), collection: z.object({ reference: z.string() }) }).parse(
        await call("POST", "/v1/virtual-accounts", {
          customerEmail: "payer@example.com",
          amount: { value: 500_000, currency: "NGN" },
        }),
      ),
    );
    await step("Simulate the payer's transfer", () =>
      call("POST", "/v1/sandbox/simulate/collection-success", { virtualAccountReference: account.reference }),
    );
    await step("Hear collection.success, with a valid signature", () =>
      events.waitFor("collection.success", account.collection.reference),
    );
    console.log(await step("See the balance", () => describeBalance(call)));

    const destination = { bankCode: "058", accountNumber: "0123456789" };
    const { accountName } = await step("Verify a bank account", async () =>
      z
        .object({ accountName: z.string() })
        .parse(await call("POST", "/v1/banks/verify-account", destination)),
    );
    console.log(`          the bank says: ${accountName}`);
    const payout = await step("Pay out ₦2,000 to it", async () =>
      z
        .object({ reference: z.string() })
        .parse(
          await call(
            "POST",
            "/v1/payouts",
            { amount: { value: 200_000, currency: "NGN" }, destination: { ...destination, accountName } },
            { "idempotency-key": randomUUID() },
          ),
        ),
    );
    await step("Hear payout.succeeded, with a valid signature", () =>
      events.waitFor("payout.succeeded", payout.reference),
    );
    console.log(await step("See the balance", () => describeBalance(call)));
  } finally {
    events.close();
  }
}

async function requireDemo(): Promise<DemoAccess> {
  const demo = await readDemo();
  if (demo !== undefined) return demo;
  throw new Error(
    `There is no ${join(readDataDir(), "demo.json")}: run npm start in another terminal first.`,
  );
}

async function step<Result>(title: string, run: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await run();
  console.log(`${`${(performance.now() - start).toFixed(0)} ms`.padStart(8)}  ${title}`);
  return result;
}

type Call = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<unknown>;

function caller({ baseUrl, secretKey }: DemoAccess): Call {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data?: unknown; error?: { code: string; message: string } };
    if (answer.error !== undefined)
      throw new Error(`${method} ${path}: ${answer.error.code}, ${answer.error.message}`);
    return answer.data;
  };
}

async function describeBalance(call: Call): Promise<string> {
  return balances
    .parse(await call("GET", "/v1/balances"))
    .map(
      ({ available, reserved }) =>
        `available ${inNaira(available.value)}, reserved ${inNaira(reserved.value)}`,
    )
    .map((line) => `          ${line}`)
    .join("\n");
}

function inNaira(kobo: number): string {
  return new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN" }).format(kobo / 100);
}

/** A merchant's webhook receiver: acknowledges what is signed with `secret` and refuses the rest with 400. */
async function listen(secret: string) {
  const received: WebhookEvent[] = [];
  let refusal: WebhookVerificationError | undefined;
  let onEvent = () => {};
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    try {
      received.push(verifyWebhook(body, request.headers["x-service-signature"], secret));
      response.writeHead(204).end();
    } catch (error) {
      refusal = error as WebhookVerificationError;
      response.writeHead(400).end(refusal.message);
    }
    onEvent();
  });
  server.listen(DEMO_WEBHOOK_PORT, "127.0.0.1");
  await once(server, "listening").catch(() => {
    throw new Error(
      `Port ${DEMO_WEBHOOK_PORT}, where the demo's webhooks go, is taken: stop your own receiver first.`,
    );
  });

  const has = (type: string, reference: string) =>
    received.some((heard) => heard.type === type && heard.data.reference === reference);
  return {
    waitFor: async (type: string, reference: string) => {
      const deadline = Date.now() + ARRIVES_WITHIN_MS;
      while (!has(type, reference)) {
        if (Date.now() > deadline) {
          const refused = refusal === undefined ? "" : `; one came that was refused: ${refusal.message}`;
          throw new Error(
            `${type} of ${reference} did not arrive within ${ARRIVES_WITHIN_MS / 1000} s${refused}`,
          );
        }
        await Promise.race([new Promise<void>((resolve) => (onEvent = resolve)), sleep(500)]);
      }
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
